import { expect, test } from "vitest";
import { muteEnd, muteWords } from "./mute.ts";

const now = new Date(2026, 6, 5, 14, 30);

test.each([
  ["hour", "Muted until 15:30"],
  ["morning", "Muted until tomorrow, 08:00"],
  ["week", "Muted until 12 Jul, 14:30"],
  ["always", "Muted until you unmute it"],
] as const)("a squad that is muted by the choice %s says %s", (choice, words) => {
  expect(muteWords(muteEnd(choice, now), now)).toBe(words);
});

test("a mute that has ended says nothing", () => {
  expect(muteWords(null, now)).toBeUndefined();
  expect(muteWords(now.toISOString(), now)).toBeUndefined();
  expect(muteWords(muteEnd("hour", now), new Date(2026, 6, 5, 15, 31))).toBeUndefined();
});

test("an hour before midnight ends tomorrow", () => {
  const late = new Date(2026, 11, 31, 23, 30);
  expect(muteWords(muteEnd("hour", late), late)).toBe("Muted until tomorrow, 00:30");
  expect(new Date(muteEnd("morning", late))).toEqual(new Date(2027, 0, 1, 8));
});

test("a mute until it is ended by hand has the same end in every zone", () => {
  expect(muteEnd("always", now)).toBe("2100-01-01T00:00:00.000Z");
});
