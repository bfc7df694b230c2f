import { describe, expect, it } from "vitest";
import { seeded } from "../../../try/stand-ins/seeded.ts";
import { type DayRun, settleDays } from "./settle-days.ts";

const day = (n: number) => `2026-07-${String(n).padStart(2, "0")}`;
const runs = (...list: [number, number][]): DayRun[] => list.map(([n, count]) => [day(n), count]);

describe("the days of a gallery", () => {
  it("stay as they are when none turns back", () => {
    const plain = runs([9, 2], [7, 1], [1, 30]);
    expect(settleDays(plain)).toBe(plain);
    expect(settleDays([])).toEqual([]);
  });

  it("are one heading each when one camera's clock is hours behind", () => {
    expect(settleDays(runs([6, 20], [5, 1], [6, 12], [5, 2], [6, 3], [5, 40]))).toEqual(runs([6, 38], [5, 40]));
  });

  it("join the heading above when a flight crosses the date line eastwards", () => {
    expect(settleDays(runs([5, 10], [4, 3], [5, 4], [4, 30]))).toEqual(runs([5, 17], [4, 30]));
  });

  it("never turn back, lose no photo, and keep most photos on their own day", () => {
    const below = seeded(19);
    for (let round = 0; round < 300; round += 1) {
      const some = runs(
        ...Array.from({ length: 1 + below(9) }, (): [number, number] => [1 + below(5), 1 + below(6)]),
      ).filter(([one], i, all) => i === 0 || one !== all[i - 1]![0]);
      const settled = settleDays(some);
      const names = settled.map(([one]) => one);
      expect(names).toEqual([...new Set(names)].toSorted().toReversed());
      const total = (list: readonly DayRun[]) => list.reduce((sum, [, count]) => sum + count, 0);
      expect(total(settled)).toBe(total(some));
      expect(countOnOwnDay(some, settled)).toBe(maxOnOwnDay(some));
    }
  });
});

const daysOf = (list: readonly DayRun[]) => list.flatMap(([one, count]) => Array.from({ length: count }, () => one));

function countOnOwnDay(own: readonly DayRun[], settled: readonly DayRun[]): number {
  const shown = daysOf(settled);
  return daysOf(own).filter((one, i) => one === shown[i]).length;
}

/** Tries every choice of runs. */
function maxOnOwnDay(list: readonly DayRun[]): number {
  let best = 0;
  for (let choice = 0; choice < 1 << list.length; choice += 1) {
    const kept = list.filter((_, i) => choice & (1 << i));
    if (kept.some(([one], i) => i > 0 && one > kept[i - 1]![0])) continue;
    best = Math.max(
      best,
      kept.reduce((sum, [, count]) => sum + count, 0),
    );
  }
  return best;
}
