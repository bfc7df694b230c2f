import { describe, expect, it } from "vitest";
import { chunkSize, shapeLetters } from "#contract/gallery.ts";
import { chunkAt, chunkNumberOf, chunksIn, planOf, without } from "../photos/outline.ts";
import { layWall, indexAcross, findRow, visibleDays, withRowAt } from "./wall-layout.ts";

/** A gallery with these counts of photos per day, in various shapes. */
function gallery(...counts: number[]) {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return planOf({
    shapes: Array.from({ length: total }, (_, i) => shapeLetters[(i * 7919) % shapeLetters.length]).join(""),
    days: counts.map((count, i) => [`2026-07-${String(30 - i).padStart(2, "0")}`, count]),
    cursors: Array.from({ length: Math.max(0, Math.ceil(total / chunkSize) - 1) }, (_, i) => `cursor ${i}`),
  });
}

const sizes = [
  { width: 300, heading: 36 },
  { width: 888, heading: 36 },
];

describe.each(sizes)("a wall of $width pixels", (size) => {
  const plan = gallery(1, 73, 12, 400, 2);
  const wall = layWall(plan, size);
  const rows = wall.days.flatMap((day) => day.rows);

  it("gives each photo one position, in order", () => {
    let [next, bottom] = [0, 0];
    for (const row of rows) {
      expect([row.from, row.to > row.from, row.top >= bottom]).toEqual([next, true, true]);
      [next, bottom] = [row.to, row.top + row.height];
    }
    expect(next).toBe(plan.total);
    expect(wall.height).toBe(bottom);
  });

  it("finds the row of each photo", () => {
    for (let index = 0; index < plan.total; index += 1)
      expect(findRow(wall, index)).toBe(rows.find(({ from, to }) => from <= index && index < to));
  });

  it("shows all rows of a range, and few more", () => {
    for (let top = -500; top < wall.height + 500; top += 137) {
      const seen = visibleDays(wall, top, top + 700).flatMap((day) => day.rows);
      const within = rows.filter((row) => row.top < top + 700 && row.top + row.height > top);
      for (const row of within) expect(seen).toContain(row);
      expect(seen.length).toBeLessThanOrEqual(within.length + 4);
    }
  });

  it("keeps the row of one photo in the page, in its day", () => {
    const seen = visibleDays(wall, 0, 400);
    const kept = withRowAt(seen, wall, 300);
    expect(kept.flatMap((day) => day.rows)).toContain(findRow(wall, 300));
    expect(kept.map(({ from }) => from)).toEqual(kept.map(({ from }) => from).toSorted((a, b) => a - b));
    expect(withRowAt(seen, wall, 0)).toBe(seen);
    expect(withRowAt(seen, wall, -1)).toBe(seen);
  });

  it("moves to the row below and back", () => {
    const below = indexAcross(wall, 200, 1);
    expect(below).toBeGreaterThanOrEqual(findRow(wall, 200)!.to);
    expect(findRow(wall, indexAcross(wall, below, -1))).toBe(findRow(wall, 200));
    expect(indexAcross(wall, 0, -1)).toBe(0);
  });
});

describe("a plan", () => {
  it.each([1, 49, 50, 51, 100, 123])("of %i photos has each in one chunk, counted from the oldest", (total) => {
    const plan = gallery(total);
    const chunks = plan.cursors.map((_, number) => chunkAt(plan, number));
    expect(chunks[0]).toMatchObject({ from: 0, cursor: "" });
    expect(chunks.at(-1)!.to).toBe(total);
    for (const { number, from, to } of chunks) {
      if (number > 0) expect(to - from).toBe(chunkSize);
      for (let index = from; index < to; index += 1) expect(chunkNumberOf(plan, index)).toBe(number);
    }
    expect(chunksIn(plan, 0, total)).toEqual(chunks);
    expect(chunksIn(plan, 3, 3)).toEqual([]);
  });

  it("without some photos keeps the others in order and drops empty days", () => {
    const plan = gallery(2, 3, 1);
    const { plan: left, placeOf, indexOf } = without(plan, [1, 5]);
    expect(left.days.map(([, count]) => count)).toEqual([1, 3]);
    expect(Array.from({ length: left.total }, (_, i) => placeOf(i))).toEqual([0, 2, 3, 4]);
    expect([0, 1, 2, 5].map(indexOf)).toEqual([0, undefined, 1, undefined]);
    expect(left.ratioAt(1)).toBe(plan.ratioAt(2));
  });
});
