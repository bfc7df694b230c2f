/** A read whose answer is kept for a while. */
export interface Kept<T> {
  (): Promise<T>;
  /** Drops the answer, so that the next call reads. */
  forget(): void;
}

/** Reads at most once in `ms`, however many ask. A read that fails is not kept. */
export function keepFor<T>(ms: number, read: () => Promise<T>): Kept<T> {
  let kept: { readonly until: number; readonly answer: Promise<T> } | undefined;
  const ask = () => {
    if (kept && Date.now() < kept.until) return kept.answer;
    const answer = read();
    const asked = (kept = { until: Date.now() + ms, answer });
    answer.catch(() => {
      if (kept === asked) kept = undefined;
    });
    return answer;
  };
  return Object.assign(ask, { forget: () => void (kept = undefined) });
}
