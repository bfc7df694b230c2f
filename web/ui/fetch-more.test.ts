import { InfiniteQueryObserver, QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { fetchMore } from "./fetch-more.ts";

/** A list of three pages. `answer` answers the oldest open request. */
async function openList() {
  const open: (() => void)[] = [];
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const list = new InfiniteQueryObserver(client, {
    queryKey: ["list"],
    queryFn: async ({ pageParam }) => {
      await new Promise<void>((resolve) => open.push(resolve));
      return pageParam;
    },
    initialPageParam: 1,
    getNextPageParam: (page: number) => (page < 3 ? page + 1 : null),
  });
  const close = list.subscribe(() => {});
  const answer = async () => {
    await expect.poll(() => open.length).toBeGreaterThan(0);
    open.shift()!();
  };
  await answer();
  await expect.poll(() => list.getCurrentResult().data?.pages).toEqual([1]);
  return { client, list, answer, close };
}

test("a refetch that begins meanwhile does not lose the next page", async () => {
  const { client, list, answer, close } = await openList();
  const more = fetchMore(list.getCurrentResult());
  const refetched = client.invalidateQueries();
  // The ended fetch, the refetch, and the next page again.
  for (let n = 1; n <= 3; n++) await answer();
  await Promise.all([more, refetched]);
  expect(list.getCurrentResult().data?.pages).toEqual([1, 2]);
  close();
});

test("a press during a refetch fetches one page after it", async () => {
  const { client, list, answer, close } = await openList();
  const refetched = client.invalidateQueries();
  const more = fetchMore(list.getCurrentResult());
  for (let n = 1; n <= 2; n++) await answer();
  await Promise.all([more, refetched]);
  expect(list.getCurrentResult().data?.pages).toEqual([1, 2]);
  close();
});
