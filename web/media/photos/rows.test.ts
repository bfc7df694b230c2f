import { describe, expect, it } from "vitest";
import { type Sheet, layRows, ratioOf } from "./rows.ts";

const phone: Sheet = { width: 358, gap: 6, target: 140, minDay: 54 };
const desk: Sheet = { width: 1216, gap: 6, target: 220, minDay: 54 };

const lay = (ratios: readonly number[], counts: readonly number[], sheet: Sheet, isOpenEnded = false) =>
  layRows({ total: ratios.length, ratioAt: (index) => ratios[index]!, counts, isOpenEnded }, sheet);
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
const endsOf = (counts: readonly number[]) => counts.map((_, i) => sum(counts.slice(0, i + 1)));
const same = (count: number, ratio: number) => Array.from({ length: count }, () => ratio);

describe.each([
  ["a phone", phone],
  ["a desk", desk],
])("rows of photos on %s", (_, sheet) => {
  const random = seeded(7);
  const albums = Array.from({ length: 300 }, () => {
    const counts = Array.from({ length: 1 + Math.floor(random() * 9) }, () => 1 + Math.floor(random() ** 3 * 40));
    return { counts, ratios: album(random, sum(counts)) };
  });
  const isWide = (ratios: readonly number[]) => sum(ratios) * sheet.target > sheet.width;

  it("contain each photo once, in order", () => {
    for (const { ratios, counts } of albums) {
      let at = 0;
      for (const row of lay(ratios, counts, sheet)) {
        expect(row.from).toBe(at);
        expect(row.to).toBeGreaterThan(row.from);
        expect(row.widths).toHaveLength(row.to - row.from);
        at = row.to;
      }
      expect(at).toBe(ratios.length);
    }
  });

  it("all fill the width to the pixel if there are photos for one row", () => {
    for (const { ratios, counts } of albums.filter((one) => isWide(one.ratios)))
      for (const { widths } of lay(ratios, counts, sheet))
        expect(sum(widths) + sheet.gap * (widths.length - 1)).toBe(sheet.width);
  });

  it("keep the shape of each photo and a height near the target", () => {
    for (const { ratios, counts } of albums.filter((one) => isWide(one.ratios))) {
      const starts = new Set([0, ...endsOf(counts)]);
      for (const { from, height, widths } of lay(ratios, counts, sheet)) {
        expect(height).toBeGreaterThan(sheet.target / 2.5);
        expect(height).toBeLessThanOrEqual(sheet.target * (widths.length === 1 ? 2.5 : 1.9));
        widths.forEach((width, i) => {
          // A date may make the first photo of its day wider.
          const isCropped = widths.length === 1 || (starts.has(from + i) && width < sheet.minDay * 2);
          if (!isCropped) expect(Math.abs(width - ratios[from + i]! * height)).toBeLessThanOrEqual(3);
        });
      }
    }
  });

  it("end with a day that can fill a row", () => {
    for (const { ratios, counts } of albums) {
      const ends = new Set(lay(ratios, counts, sheet).map(({ to }) => to));
      const days = endsOf(counts);
      for (const [i, end] of days.slice(0, -1).entries()) {
        const isLarge = isWide(ratios.slice(end - counts[i]!, end));
        const isLast = !isWide(ratios.slice(end));
        if (isLarge && !isLast) expect(ends).toContain(end);
      }
    }
  });

  it("stay the same when older photos become known", () => {
    let compared = 0;
    for (const { ratios, counts } of albums.filter((one) => one.ratios.length > 50)) {
      const first = lay(ratios.slice(0, 50), firstOf(counts, 50), sheet, true);
      const all = lay(ratios, counts, sheet);
      expect(all.slice(0, first.length)).toEqual(first);
      compared += first.length;
    }
    expect(compared).toBeGreaterThan(100);
  });

  it("stay the same below a day that can fill a row when it gets more photos", () => {
    for (const { ratios, counts } of albums.filter((one) => isWide(one.ratios.slice(0, one.counts[0])))) {
      const own = counts[0]!;
      const before = lay(ratios, counts, sheet).filter(({ from }) => from >= own);
      if (!isWide(ratios.slice(own))) continue;
      const added = lay([4 / 3, 3 / 4, ...ratios], [own + 2, ...counts.slice(1)], sheet);
      const after = added.filter(({ from }) => from >= own + 2);
      expect(after.map(({ from, to, ...row }) => ({ from: from - 2, to: to - 2, ...row }))).toEqual(before);
    }
  });
});

describe("small days", () => {
  it("share a row, and a large day after them fills its last row", () => {
    expect(lay(same(3, 1.5), [1, 1, 1], desk).map(({ from, to }) => [from, to])).toEqual([[0, 3]]);
    const rows = lay(same(14, 1.5), [1, 2, 8, 1, 2], desk);
    expect(rows.map(({ from, to }) => [from, to])).toEqual([
      [0, 3],
      [3, 7],
      [7, 11],
      [11, 14],
    ]);
  });

  it("at the end join the rows of the day before", () => {
    const rows = lay(same(9, 1.5), [8, 1], desk);
    expect(rows.map(({ from, to }) => [from, to])).toEqual([
      [0, 4],
      [4, 9],
    ]);
  });

  it("of one landscape photo take the width of a phone", () => {
    const rows = lay(same(3, 1.5), [1, 1, 1], phone);
    expect(rows.map(({ widths, height }) => [...widths, height])).toEqual(same(3, 0).map(() => [358, 239]));
  });
});

describe("a gallery with few photos", () => {
  it("shows one landscape photo over the whole width, at a bounded height", () => {
    expect(lay([1.5], [1], desk)).toEqual([{ from: 0, to: 1, height: 550, widths: [1216] }]);
  });

  it("keeps the shape of one portrait photo", () => {
    expect(lay([0.75], [1], desk)).toEqual([{ from: 0, to: 1, height: 550, widths: [412] }]);
  });

  it("has no rows without photos", () => {
    expect(lay([], [], phone)).toEqual([]);
  });
});

/** The counts of the first `total` photos. */
const firstOf = (counts: readonly number[], total: number): readonly number[] =>
  endsOf(counts).flatMap((end, i) => {
    const count = Math.min(counts[i]!, total - end + counts[i]!);
    return count > 0 ? [count] : [];
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
