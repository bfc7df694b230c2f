import { describe, expect, it } from "vitest";
import { chunkSize, shapeLetters } from "#contract/gallery-shape.ts";
import { chunkAt, chunkNumberOf, chunksIn, layoutOf, without } from "../photos/outline.ts";
import { type WallRow, findRow, indexAcross, layWall, slotsByDay, visibleRows, withRowAt } from "./wall-layout.ts";

/** A gallery with these counts of photos per day, in various shapes. */
function gallery(...counts: number[]) {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return layoutOf({
    shapes: Array.from({ length: total }, (_, i) => shapeLetters[(i * 7919) % shapeLetters.length]).join(""),
    days: counts.map((count, i) => [new Date(Date.UTC(2026, 6, 30 - i)).toISOString().slice(0, 10), count]),
    cursors: Array.from({ length: Math.max(0, Math.ceil(total / chunkSize) - 1) }, (_, i) => `cursor ${i}`),
  });
}

const sizes = [
  { width: 358, heading: 36 },
  { width: 1216, heading: 36 },
];
/** Small days, large days, and days of all kinds: 5, 24, 300 and 100,000 photos. */
const counts: Record<number, number[]> = {
  5: [1, 1, 3],
  24: [1, 2, 12, 1, 1, 7],
  300: [1, 73, 12, 2, 1, 1, 200, 10],
  100_000: Array.from({ length: 4000 }, (_, i) => [1, 2, 60, 12, 50][i % 5]!),
};

describe.each(sizes)("a wall of $width pixels", (size) => {
  describe.each([5, 24, 300, 100_000])("with %i photos", (total) => {
    const layout = gallery(...counts[total]!);
    const wall = layWall(layout, size);
    const { rows, days } = wall;
    const boxes = slotsByDay(wall, rows).flatMap(({ slots }) => slots);

    it("gives each photo one box, in order, without overlaps", () => {
      expect(layout.total).toBe(total);
      expect(boxes.map(({ index }) => index)).toEqual(Array.from({ length: total }, (_, index) => index));
      let bottom = 0;
      for (const row of rows) {
        expect(row.top).toBeGreaterThanOrEqual(bottom);
        bottom = row.top + row.height;
      }
      expect(wall.height).toBe(bottom);
      const outside = boxes.filter(({ left, width }, i) => {
        const before = boxes[i - 1];
        const isNext = before && before.top === boxes[i]!.top;
        return left + width > size.width || left < (isNext ? before.left + before.width : 0);
      });
      expect(outside).toEqual([]);
    });

    it("fills the width with every row", () => {
      const right = new Map(boxes.map(({ top, left, width }) => [top, left + width]));
      expect([...right.values()].filter((edge) => edge !== size.width)).toEqual([]);
    });

    it("puts each date over the first photo of its day, with room for it", () => {
      expect(days.map(({ day }) => day)).toEqual(layout.days.map(([day]) => day));
      for (const { from, top, left, room } of days) {
        const first = boxes[from]!;
        expect([top + size.heading, left]).toEqual([first.top, first.left]);
        expect(room).toBeGreaterThanOrEqual(first.width);
        expect(left + room).toBeLessThanOrEqual(size.width);
      }
    });

    it("finds the row of each photo", () => {
      const found = (index: number) => findRow(wall, index);
      const last = rows.at(-1)!;
      expect([found(-1), found(0), found(last.to - 1), found(last.to)]).toEqual([undefined, rows[0], last, undefined]);
      const step = Math.max(1, Math.floor(total / 1000));
      for (let index = 0; index < total; index += step)
        expect([found(index)!.from <= index, index < found(index)!.to]).toEqual([true, true]);
    });

    it("leads the keyboard through every row, down and up", () => {
      const path: WallRow[] = [];
      for (let index = 0; ; index = indexAcross(wall, index, 1)) {
        const row = findRow(wall, index)!;
        if (row === path.at(-1)) break;
        path.push(row);
      }
      expect(path).toEqual(rows);
      expect(indexAcross(wall, 0, -1)).toBe(0);
      const middle = Math.floor(total / 2);
      const below = indexAcross(wall, middle, 1);
      expect(findRow(wall, indexAcross(wall, below, -1))).toBe(findRow(wall, middle));
    });
  });

  const layout = gallery(...counts[300]!);
  const wall = layWall(layout, size);

  it("shows all rows of a range, and few more", () => {
    for (let top = -500; top < wall.height + 500; top += 137) {
      const seen = visibleRows(wall, top, top + 700);
      const within = wall.rows.filter((row) => row.top < top + 700 && row.top + row.height > top);
      for (const row of within) expect(seen).toContain(row);
      expect(seen.length).toBeLessThanOrEqual(within.length + 4);
    }
  });

  it("keeps the row of one photo in the page, in its day", () => {
    const seen = visibleRows(wall, 0, 400);
    const kept = withRowAt(seen, wall, 200);
    expect(kept).toContain(findRow(wall, 200));
    const shown = slotsByDay(wall, kept);
    expect(shown.map(({ day }) => day.from)).toEqual(shown.map(({ day }) => day.from).toSorted((a, b) => a - b));
    for (const { day, slots } of shown)
      expect(slots.every(({ index }) => day.from <= index && index < day.to)).toBe(true);
    expect(withRowAt(seen, wall, 0)).toBe(seen);
    expect(withRowAt(seen, wall, -1)).toBe(seen);
  });
});

describe("a layout", () => {
  it.each([1, 49, 50, 51, 100, 123])("of %i photos has each in one chunk, counted from the oldest", (total) => {
    const layout = gallery(total);
    const chunks = layout.cursors.map((_, number) => chunkAt(layout, number));
    expect(chunks[0]).toMatchObject({ from: 0, cursor: "" });
    expect(chunks.at(-1)!.to).toBe(total);
    for (const { number, from, to } of chunks) {
      if (number > 0) expect(to - from).toBe(chunkSize);
      for (let index = from; index < to; index += 1) expect(chunkNumberOf(layout, index)).toBe(number);
    }
    expect(chunksIn(layout, 0, total)).toEqual(chunks);
    expect(chunksIn(layout, 3, 3)).toEqual([]);
  });

  it("without some photos keeps the others in order and drops empty days", () => {
    const layout = gallery(2, 3, 1);
    const { layout: left, placeOf, indexOf } = without(layout, [1, 5]);
    expect(left.days.map(([, count]) => count)).toEqual([1, 3]);
    expect(Array.from({ length: left.total }, (_, i) => placeOf(i))).toEqual([0, 2, 3, 4]);
    expect([0, 1, 2, 5].map(indexOf)).toEqual([0, undefined, 1, undefined]);
    expect(left.ratioAt(1)).toBe(layout.ratioAt(2));
  });
});

it("has room for the year of days of other years", () => {
  const portraits = layoutOf({
    shapes: shapeLetters[0]!.repeat(12),
    days: Array.from({ length: 12 }, (_, i) => [`2024-07-${30 - i}`, 1]),
    cursors: [],
  });
  const roomIn = (now: string) => {
    const { days } = layWall(portraits, sizes[0]!, now);
    return Math.min(...days.map(({ room }) => room));
  };
  // "30 Jul 2024", as wide as the wall counts letters.
  expect(roomIn("2026-01-01")).toBeGreaterThanOrEqual(11 * 36 * 0.25);
  expect(roomIn("2024-12-31")).toBeLessThan(99);
});
