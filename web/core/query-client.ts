import { QueryCache, QueryClient } from "@tanstack/react-query";
import { sessionOver } from "./session-over.ts";

/** The person may have signed in again in another tab. */
const onSuccess = () => sessionOver.current() && sessionOver.set(false);

/**
 * Answers never go stale by time, and a focused window refetches nothing, because the server sends a hint on each
 * change. Failed calls are not retried. Without a connection a call fails at once.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({ onSuccess }),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: false,
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
