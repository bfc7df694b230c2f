/** Makes `work` run one at a time: calls during a run share the next run. A run that fails is left to the next call. */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  return () =>
    (next ??= last = last
      .then(() => {
        next = undefined;
        return work();
      })
      .catch(() => undefined));
}
