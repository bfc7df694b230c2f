import { setImmediate } from "node:timers/promises";

const maxBlockingMs = 5;
const itemsPerCheck = 32;

/** Calls `work` for each item in order, and yields to the event loop every few milliseconds. */
export async function forEachYielding<T>(items: readonly T[], work: (item: T, i: number) => void): Promise<void> {
  let startedAt = performance.now();
  for (const [i, item] of items.entries()) {
    work(item, i);
    if (i % itemsPerCheck !== 0 || performance.now() - startedAt < maxBlockingMs) continue;
    await setImmediate();
    startedAt = performance.now();
  }
}
