import { type QueryClient, hashKey } from "@tanstack/react-query";
import { countQuery } from "./count-query.ts";

/** Milliseconds between two questions for the count, however many hints come. */
const pauseMs = 10_000;

/**
 * Asks for the count now, and after each hint that makes it stale, at most once in ten seconds. Returns a function that stops this.
 * A question that fails is asked again at the next hint.
 */
export function watchCount(client: QueryClient): () => void {
  const hash = hashKey(countQuery.queryKey);
  let askedAt = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // A failure makes the count stale already, and then no hint would be heard.
  const failed = () => client.getQueryCache().get(hash)?.setState({ isInvalidated: false });
  const ask = () => {
    timer ??= setTimeout(
      () => {
        timer = undefined;
        askedAt = performance.now();
        client.fetchQuery({ ...countQuery, staleTime: 0 }).catch(failed);
      },
      askedAt + pauseMs - performance.now(),
    );
  };
  const stop = client.getQueryCache().subscribe((event) => {
    if (event.type === "updated" && event.action.type === "invalidate" && event.query.queryHash === hash) ask();
  });
  ask();
  return () => {
    stop();
    clearTimeout(timer);
  };
}
