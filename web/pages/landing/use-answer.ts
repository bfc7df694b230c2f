import type { Calls } from "#contract/calls.ts";
import type { Answer } from "#contract/endpoint.ts";
import { useCallback, useEffect, useState } from "react";
import { api, firstAnswer } from "../../core/api.ts";

/** The state of a call: its answer, or that it failed. `again` repeats the call. */
export interface Asking<T> {
  readonly answer: T | undefined;
  readonly isFailed: boolean;
  readonly again: () => void;
}

/** The calls of the landing page. */
type Name = "GET /api/public/recent-media" | "GET /api/public/stats";

/** Makes one call when the page opens, unless the document has its answer. For the landing page, which loads no query library. */
export function useAnswer<N extends Name>(name: N): Asking<Answer<Calls[N]>> {
  const [answer, setAnswer] = useState(() => firstAnswer<Name>(name));
  const [isFailed, setFailed] = useState(false);
  const isKnown = answer !== undefined;
  useEffect(() => {
    if (isKnown) return undefined;
    const leaving = new AbortController();
    api<Name>(name, { signal: leaving.signal }).then(setAnswer, () => setFailed(!leaving.signal.aborted));
    return () => leaving.abort();
  }, [name, isKnown]);
  const again = useCallback(() => {
    setFailed(false);
    api<Name>(name).then(setAnswer, () => setFailed(true));
  }, [name]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the answer of this very call
  return { answer: answer as Answer<Calls[N]> | undefined, isFailed, again };
}
