import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api.ts";
import { goSignIn } from "./leave.ts";

const onError = (error: unknown) => {
  if (error instanceof ApiError && error.code === "not_signed_in") goSignIn();
};

/**
 * Answers never go stale by time, and a focused window refetches nothing, because the server sends a hint on each
 * change. Failed calls are not retried. Without a connection a call fails at once. If the session has ended, any call
 * leads to sign-in.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({ onError }),
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
