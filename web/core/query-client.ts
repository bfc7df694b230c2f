import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError } from "./api.ts";
import { goSignIn } from "./leave.ts";

const onError = (error: unknown) => {
  if (error instanceof ApiError && error.code === "not_signed_in") goSignIn();
};

/**
 * Answers never go stale by time, are not asked again when the window gets the focus, and failures are not
 * retried: the server says when something changed. Without a connection a call fails at once, with a sentence.
 * An ended session leads to sign-in from whichever call met it.
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
