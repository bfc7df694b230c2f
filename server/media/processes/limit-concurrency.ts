/** Runs `work` as soon as the limit allows. */
export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs at most `count` calls at the same time, first come, first served. */
export function limitConcurrency(count: number): ConcurrencyLimit {
  let free = count;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (free === 0) await new Promise<void>((resolve) => queue.push(resolve));
    else free--;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else free++;
    }
  };
}
