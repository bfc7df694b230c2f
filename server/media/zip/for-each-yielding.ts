import { setImmediate } from "node:timers/promises";

const maxBlockingMs = 5;
const itemsPerCheck = 32;

/** Calls `work` for each item in order, and yields to the event loop every few milliseconds. */
export async function forEachYielding<T>(items: readonly T[], work: (item: T, i: number) => void): Promise<void> {
  const rest = yielding();
  for (const [i, item] of items.entries()) {
    work(item, i);
    if (i % itemsPerCheck === 0) await rest();
  }
}

/** Returns a function to await between two pieces of work: it yields to the event loop when a few milliseconds have passed. */
export function yielding(): () => Promise<void> | undefined {
  let startedAt = performance.now();
  return () => {
    if (performance.now() - startedAt < maxBlockingMs) return undefined;
    return setImmediate().then(() => void (startedAt = performance.now()));
  };
}
