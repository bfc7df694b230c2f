import { describe, expect, it } from "vitest";
import { type Sheet, layRows, ratioOf } from "./rows.ts";

const phone: Sheet = { width: 358, gap: 6, target: 150 };
const desk: Sheet = { width: 820, gap: 6, target: 220 };

describe.each([
  ["a phone", phone],
  ["a desk", desk],
])("rows of photos on %s", (_, sheet) => {
  const random = seeded(7);
  const albums = Array.from({ length: 200 }, () => album(random, Math.floor(random() * 120)));

  it("contain each photo once, in order", () => {
    for (const ratios of albums) {
      let at = 0;
      for (const row of layRows(ratios, sheet)) {
        expect(row.from).toBe(at);
        expect(row.to).toBeGreaterThan(row.from);
        expect(row.widths).toHaveLength(row.to - row.from);
        at = row.to;
      }
      expect(at).toBe(ratios.length);
    }
  });

  it("fill the width to the pixel, except the last row", () => {
    for (const ratios of albums) {
      const rows = layRows(ratios, sheet);
      for (const row of rows) {
        const width = row.widths.reduce((sum, one) => sum + one, 0) + sheet.gap * (row.widths.length - 1);
        if (row.full) expect(width).toBe(sheet.width);
        else expect(width).toBeLessThanOrEqual(sheet.width);
      }
      expect(rows.slice(0, -1).every((row) => row.full)).toBe(true);
    }
  });

  it("keep the shape of each photo and a height near the target", () => {
    for (const ratios of albums) {
      for (const row of layRows(ratios, sheet)) {
        expect(row.height).toBeGreaterThan(sheet.target / 3);
        expect(row.height).toBeLessThan(sheet.target * 3);
        row.widths.forEach((width, index) => {
          const wanted = (ratios[row.from + index] ?? 0) * row.height;
          expect(Math.abs(width - wanted)).toBeLessThanOrEqual(3);
        });
      }
    }
  });

  it("stay the same when photos are added at the end", () => {
    for (const ratios of albums) {
      const all = layRows(ratios, sheet);
      const first = layRows(ratios.slice(0, Math.floor(ratios.length / 2)), sheet);
      for (const [index, row] of first.entries()) if (row.full) expect(all[index]).toEqual(row);
    }
  });
});

describe("a photo's shape in the gallery", () => {
  it("is its own", () => {
    expect(ratioOf({ width: 4000, height: 3000 })).toBeCloseTo(4 / 3);
    expect(ratioOf({ width: 3000, height: 4000 })).toBeCloseTo(3 / 4);
  });

  it("is cropped if its row would be too low", () => {
    expect(ratioOf({ width: 8192, height: 1000 })).toBe(3.2);
    expect(ratioOf({ width: 500, height: 9000 })).toBe(0.5);
  });

  it("is 4:3 until it is known", () => {
    expect(ratioOf({ width: 0, height: 0 })).toBeCloseTo(4 / 3);
  });
});

describe("an empty gallery", () => {
  it("has no rows", () => {
    expect(layRows([], phone)).toEqual([]);
  });
});

const shapes = [4 / 3, 3 / 2, 3 / 4, 2 / 3, 1, 16 / 9, 9 / 16, 3.2, 0.5] as const;
const album = (random: () => number, size: number): number[] =>
  Array.from({ length: size }, () => shapes[Math.floor(random() * shapes.length)] ?? 1);

/** mulberry32: the same numbers for the same seed. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
