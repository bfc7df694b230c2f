import { useCallback, useEffect, useState } from "react";

/** The state of a call: its answer, or that it failed. `again` repeats the call. */
export interface Asking<T> {
  readonly answer: T | undefined;
  readonly isFailed: boolean;
  readonly again: () => void;
}

/** Makes one call when the page opens, for the landing page, which loads no query library. */
export function useAnswer<T>(ask: (signal?: AbortSignal) => Promise<T>): Asking<T> {
  const [answer, setAnswer] = useState<T>();
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    ask(leaving.signal).then(setAnswer, () => setFailed(!leaving.signal.aborted));
    return () => leaving.abort();
  }, [ask]);
  const again = useCallback(() => {
    setFailed(false);
    ask().then(setAnswer, () => setFailed(true));
  }, [ask]);
  return { answer, isFailed, again };
}
