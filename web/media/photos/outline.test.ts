import { expect, test } from "vitest";
import { type Layout, asStory, placeIn } from "./outline.ts";

const layoutWith = (days: Layout["days"], isOpenEnded = false): Layout => ({
  total: days.reduce((sum, [, count]) => sum + count, 0),
  ratioAt: () => 1,
  days,
  isOpenEnded,
  isStory: false,
});
const before = layoutWith([
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
] as [string, Layout["days"], number][])("a place is mapped after %s", (_, days, place) => {
  expect(placeIn(layoutWith(days), before, 40)).toBe(place);
});

test("a place stays the same if the old layout was open-ended", () => {
  expect(placeIn(before, layoutWith([["2026-07-03", 20]], true), 10)).toBe(10);
});

const whole = (layout: Layout) => ({
  layout,
  placeOf: (index: number) => index,
  indexOf: (place: number) => (place < 60 ? place : undefined),
});

test("a story shows the same photos from the oldest to the newest", () => {
  const shapes = { ...before, ratioAt: (index: number) => index };
  const story = asStory(whole(shapes));
  expect(story.layout.days.map(([day, count]) => `${day} ${count}`)).toEqual([
    "2026-06-01 10",
    "2026-07-02 30",
    "2026-07-03 20",
  ]);
  expect([0, 59].map(story.layout.ratioAt)).toEqual([59, 0]);
  expect([0, 1, 59].map(story.placeOf)).toEqual([59, 58, 0]);
  expect([0, 59, 60].map(story.indexOf)).toEqual([59, 0, undefined]);
});

test("a place in a story moves only for older photos", () => {
  const story = asStory(whole(before)).layout;
  const later = (days: Layout["days"]) => asStory(whole(layoutWith(days))).layout;
  const [newest, middle, oldest] = [before.days[0]!, before.days[1]!, before.days[2]!];
  expect(placeIn(later([["2026-07-04", 5], newest, middle, oldest]), story, 20)).toBe(20);
  expect(placeIn(later([newest, ["2026-07-02", 33], oldest]), story, 20)).toBe(20);
  expect(placeIn(later([newest, middle, ["2026-06-01", 14]]), story, 20)).toBe(24);
});
