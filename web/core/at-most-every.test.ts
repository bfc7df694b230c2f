import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { atMostEvery } from "./at-most-every.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());

test("progress is told every half second, and the end at once", () => {
  const told: number[] = [];
  const tell = atMostEvery<number>(
    500,
    (share) => told.push(share),
    (share) => share === 1,
  );
  for (const share of [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 1]) {
    tell(share);
    vi.advanceTimersByTime(200);
  }
  expect(told).toEqual([0.1, 0.4, 1]);
});
