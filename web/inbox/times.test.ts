import { expect, test } from "vitest";
import { byDay, dayTitle, localDay, timeWords } from "./times.ts";

// Of this machine's zone.
const now = new Date(2026, 6, 5, 14, 30);
const at = (day: number, hour: number, minute = 0) => new Date(2026, 6, day, hour, minute).toISOString();

test.each([
  [at(5, 14, 30), "Just now"],
  // The clock of the server is ahead.
  [at(5, 14, 31), "Just now"],
  [at(5, 14, 25), "5 min"],
  [at(5, 13, 31), "59 min"],
  [at(5, 13, 30), "1 h"],
  [at(5, 0, 10), "14 h"],
  [at(4, 23, 50), "23:50"],
  [at(1, 8, 5), "08:05"],
])("the time of an entry of %s is told as %s", (instant, words) => expect(timeWords(instant, now)).toBe(words));

test.each([
  ["2026-07-05", "Today"],
  ["2026-07-04", "Yesterday"],
  ["2026-07-03", "Friday 3 July"],
])("the title of %s is %s", (day, title) => expect(dayTitle(day, now)).toBe(title));

test("yesterday is the last day of the month before", () => {
  expect(dayTitle("2026-06-30", new Date(2026, 6, 1, 9))).toBe("Yesterday");
});

test("entries stand below their days, in their order", () => {
  const entries = [at(5, 9), at(5, 1), at(3, 23), at(3, 0)].map((instant) => ({ at: instant }));
  expect(byDay(entries)).toEqual([
    ["2026-07-05", entries.slice(0, 2)],
    ["2026-07-03", entries.slice(2)],
  ]);
  expect(localDay(at(3, 23))).toBe("2026-07-03");
});
