import { describe, expect, it } from "vitest";
import { dayAt, stepDay } from "./scrubbing.ts";
import type { Wall } from "./wall-layout.ts";

const names = ["2026-08-02", "2026-08-01", "2026-07-20", "2026-07-05", "2026-07-01", "2025-12-31"];
const wall: Wall = {
  days: names.map((day, i) => ({ day, from: i, to: i + 1, top: i * 100, left: 0, room: 80 })),
  rows: [],
  height: 600,
};
const go = (index: number, key: string) => stepDay(wall, index, key);

describe("jumping to a date", () => {
  it("finds the day at any height", () => {
    expect([-50, 0, 99, 100, 350, 599, 5000].map((y) => dayAt(wall, y))).toEqual([0, 0, 0, 1, 3, 5, 5]);
  });

  it("finds the first of the days that share a row", () => {
    const days = wall.days.map((day, i) => ({ ...day, top: i < 3 ? 0 : day.top }));
    expect([0, 250, 300].map((y) => dayAt({ ...wall, days }, y))).toEqual([0, 0, 3]);
    expect(dayAt({ days: [], rows: [], height: 0 }, 10)).toBe(0);
  });

  it("moves by day, by month, and to both ends", () => {
    expect([go(0, "ArrowDown"), go(5, "ArrowDown"), go(3, "ArrowUp"), go(0, "ArrowUp")]).toEqual([1, 5, 2, 0]);
    expect([go(0, "PageDown"), go(2, "PageDown"), go(5, "PageDown")]).toEqual([2, 5, 5]);
    expect([go(4, "PageUp"), go(2, "PageUp"), go(0, "PageUp"), go(5, "PageUp")]).toEqual([2, 0, 0, 2]);
    expect([go(3, "Home"), go(3, "End"), go(3, "a")]).toEqual([0, 5, undefined]);
  });
});
