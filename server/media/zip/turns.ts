import { setImmediate } from "node:timers/promises";

const turnMs = 5;
const looksEvery = 32;

/** Does `work` for each item in order, and lets others have the processor every few milliseconds. */
export async function inTurns<T>(items: readonly T[], work: (item: T, i: number) => void): Promise<void> {
  let began = performance.now();
  for (const [i, item] of items.entries()) {
    work(item, i);
    if (i % looksEvery !== 0 || performance.now() - began < turnMs) continue;
    await setImmediate();
    began = performance.now();
  }
}
