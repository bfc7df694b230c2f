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
  ["new photos of a newer day", [["2026-07-04", 5], ...before.days], 45],
  ["new photos of an older day", [...before.days, ["2026-05-01", 20]], 40],
  ["more photos of an existing day below", [before.days[0]!, before.days[1]!, ["2026-06-01", 30]], 40],
  ["more photos of an existing day above", [["2026-07-03", 22], before.days[1]!, before.days[2]!], 42],
  ["more photos of its own day", [before.days[0]!, ["2026-07-02", 33], before.days[2]!], 43],
  ["the removal of a day below", [before.days[0]!, before.days[1]!], 40],
  ["the removal of a day above", [before.days[1]!, before.days[2]!], 20],
  ["the removal of its own day", [before.days[0]!, before.days[2]!], 20],
] as [string, Plan["days"], number][])("a place is mapped after %s", (_, days, place) => {
  expect(placeIn(plan(days), before, 40)).toBe(place);
});

test("a place stays the same if the old plan was open-ended", () => {
  expect(placeIn(before, plan([["2026-07-03", 20]], true), 10)).toBe(10);
});
