import { useEffect, useState } from "react";

/** The answer of one call made once, or undefined until it is there and when it fails: for what a page can do without. */
export function useAnswer<T>(ask: (signal: AbortSignal) => Promise<T>): T | undefined {
  const [answer, setAnswer] = useState<T>();
  useEffect(() => {
    const leaving = new AbortController();
    ask(leaving.signal).then(setAnswer, () => undefined);
    return () => leaving.abort();
  }, [ask]);
  return answer;
}
