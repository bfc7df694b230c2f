import { expect, test } from "vitest";
import { type Plan, placeIn } from "./outline.ts";

const plan = (days: Plan["days"], isOpenEnded = false): Plan => ({
  total: days.reduce((sum, [, count]) => sum + count, 0),
  ratioAt: () => 1,
  days,
  cursors: [""],
  isOpenEnded,
});
const before = plan([
  ["2026-07-03", 20],
  ["2026-07-02", 30],
  ["2026-06-01", 10],
]);

test.each([
  ["photos of a newer day", [["2026-07-04", 5], ...before.days], 45],
  ["photos of an older day", [...before.days, ["2026-05-01", 20]], 40],
  ["photos of a day below that was there", [before.days[0]!, before.days[1]!, ["2026-06-01", 30]], 40],
  ["photos of a day above that was there", [["2026-07-03", 22], before.days[1]!, before.days[2]!], 42],
  ["photos of its own day, which come above it", [before.days[0]!, ["2026-07-02", 33], before.days[2]!], 43],
  ["the end of a day below", [before.days[0]!, before.days[1]!], 40],
  ["the end of a day above", [before.days[1]!, before.days[2]!], 20],
  ["the end of its own day: what follows takes its place", [before.days[0]!, before.days[2]!], 20],
] as [string, Plan["days"], number][])("a place is kept through %s", (_, days, place) => {
  expect(placeIn(plan(days), before, 40)).toBe(place);
});

test("where the end was not known, places are the same from the beginning", () => {
  expect(placeIn(before, plan([["2026-07-03", 20]], true), 10)).toBe(10);
});
