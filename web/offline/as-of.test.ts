import { expect, test } from "vitest";
import { offlineWords } from "./as-of.ts";

const now = new Date(2026, 6, 8, 18, 30);

test.each([
  [new Date(2026, 6, 8, 14, 2), "Offline, as of 14:02"],
  [new Date(2026, 6, 7, 23, 59), "Offline, as of Tue, 23:59"],
  [new Date(2026, 5, 12, 9, 5), "Offline, as of 12 Jun, 09:05"],
])("what was kept at %s is told as %s", (at, expected) => {
  expect(offlineWords(at.getTime(), now)).toMatch(new RegExp(expected.replace(", 2", ",? 2").replace(", 0", ",? 0")));
});
