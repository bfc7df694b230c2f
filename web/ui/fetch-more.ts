import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";

/**
 * Fetches the next page of a list. A refetch that begins meanwhile, as after a live hint, ends that fetch; it then starts again. A failure
 * is in the list's result.
 */
export async function fetchMore({
  data: shown,
  fetchNextPage,
}: Pick<UseInfiniteQueryResult<InfiniteData<unknown>>, "data" | "fetchNextPage">): Promise<void> {
  for (;;) {
    const { data, isError, hasNextPage } = await fetchNextPage({ cancelRefetch: false });
    if (isError || !hasNextPage || data?.pages.length !== shown?.pages.length) return;
  }
}
