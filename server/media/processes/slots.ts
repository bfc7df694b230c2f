/** Runs work when a place is free. */
export type Slots = <T>(work: () => Promise<T>) => Promise<T>;

/** At most `count` at a time, in the order asked. */
export function slots(count: number): Slots {
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
