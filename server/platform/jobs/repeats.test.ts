import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openRepeats } from "./repeats.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const hourMs = 3_600_000;

test("work runs a minute after the start, and then again and again until the stop", async () => {
  const repeats = openRepeats(() => {});
  const ran: string[] = [];
  repeats.every("tide", hourMs, async () => ran.push("tide"));
  repeats.every("wave", 10_000, async () => ran.push("wave"));
  await vi.advanceTimersByTimeAsync(hourMs);
  expect(ran).toEqual([]);
  repeats.start();
  await vi.advanceTimersByTimeAsync(59_000);
  expect(ran).toEqual(Array.from({ length: 5 }, () => "wave"));
  await vi.advanceTimersByTimeAsync(2 * hourMs);
  expect(ran.filter((name) => name === "tide")).toHaveLength(3);
  repeats.stop();
  const { length } = ran;
  await vi.advanceTimersByTimeAsync(hourMs);
  expect(ran).toHaveLength(length);
});

test("work that is added after the start runs too", async () => {
  const repeats = openRepeats(() => {});
  repeats.start();
  let runs = 0;
  repeats.every("tide", hourMs, async () => runs++);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(runs).toBe(1);
  await vi.advanceTimersByTimeAsync(hourMs);
  expect(runs).toBe(2);
  repeats.stop();
});

test("work that fails is logged by its name and runs again", async () => {
  const faults: unknown[] = [];
  const repeats = openRepeats((fault) => faults.push(fault));
  let runs = 0;
  repeats.every("tide", 1000, async () => {
    if (++runs === 1) throw new Error("low");
  });
  repeats.start();
  await vi.advanceTimersByTimeAsync(3000);
  repeats.stop();
  expect([runs, faults.map(String)]).toEqual([3, ['Error: The repeated work "tide" failed']]);
});
