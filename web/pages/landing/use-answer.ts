import { useCallback, useEffect, useState } from "react";

/** The state of a call: its answer, or that it failed. `again` repeats the call. */
export interface Asking<T> {
  readonly answer: T | undefined;
  readonly isFailed: boolean;
  readonly again: () => void;
}

/** A call without parameters. */
interface Call<T> {
  readonly ask: (signal?: AbortSignal) => Promise<T>;
  /** The document's answer. */
  readonly first: () => T | undefined;
}

/** Makes one call when the page opens, unless the document has its answer. For the landing page, which loads no query library. */
export function useAnswer<T>({ ask, first }: Call<T>): Asking<T> {
  const [answer, setAnswer] = useState(first);
  const [isFailed, setFailed] = useState(false);
  const isKnown = answer !== undefined;
  useEffect(() => {
    if (isKnown) return undefined;
    const leaving = new AbortController();
    ask(leaving.signal).then(setAnswer, () => setFailed(!leaving.signal.aborted));
    return () => leaving.abort();
  }, [ask, isKnown]);
  const again = useCallback(() => {
    setFailed(false);
    ask().then(setAnswer, () => setFailed(true));
  }, [ask]);
  return { answer, isFailed, again };
}
