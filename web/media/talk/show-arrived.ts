import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import type { Comment } from "#contract/talk.ts";
import { type TalkPage, withAdded } from "./queries.ts";

/** Shows a comment that has arrived, wherever the cache has the talk of its photo. */
export const showArrived = (client: QueryClient, mediaId: string, added: Comment): void =>
  void client.setQueriesData<InfiniteData<TalkPage, string>>(
    { predicate: ({ queryKey }) => queryKey[3] === "talk" && queryKey[4] === mediaId },
    (before) => before && { ...before, pages: before.pages.map((page) => withAdded(page, added)) },
  );
