import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api.ts";
import { goSignIn } from "./leave.ts";
import { sessionOver } from "./session-over.ts";

const onError = (error: unknown) => {
  if (!(error instanceof ApiError && error.code === "not_signed_in")) return;
  sessionOver.set(true);
  goSignIn();
};
/** The person may have signed in again in another tab. */
const onSuccess = () => sessionOver.current() && sessionOver.set(false);

/**
 * Answers never go stale by time, and a focused window refetches nothing, because the server sends a hint on each
 * change. Failed calls are not retried. Without a connection a call fails at once. If the session has ended, any call
 * leads to sign-in.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({ onError, onSuccess }),
    mutationCache: new MutationCache({ onError }),
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
