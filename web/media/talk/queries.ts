import { type InfiniteData, type QueryClient, infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { Answer } from "#contract/endpoint.ts";
import type { Calls } from "#contract/calls.ts";
import type { Comment } from "#contract/talk.ts";
import { api, apiPage } from "../../core/api.ts";
import { callQuery } from "../../core/call-query.ts";
import { type MediaScope, scopeKey } from "../queries.ts";

export type Talk = Omit<Answer<Calls["GET /api/media/:id/talk"]>, "comments" | "earlier">;

/** Comments, the latest first. The first page has all else that belongs to a photo's talk. */
export interface TalkPage {
  readonly talk: Talk | null;
  readonly comments: readonly Comment[];
  readonly next: string | null;
}

const keyOf = (scope: MediaScope, id: string) => [...scopeKey(scope), "talk", id];

/** The comments and reactions of a photo; hints about photos have them fetched again. */
export const talkQuery = (scope: MediaScope, id: string) =>
  infiniteQueryOptions({
    queryKey: keyOf(scope, id),
    queryFn: async ({ pageParam, signal }): Promise<TalkPage> => {
      if (pageParam === "") {
        const { comments, earlier, ...talk } = await api("GET /api/media/:id/talk", { params: { id }, signal });
        return { talk, comments, next: earlier };
      }
      const query = { cursor: pageParam };
      const { rows, next } = await apiPage("GET /api/media/:id/comments", { params: { id }, query, signal });
      return { talk: null, comments: rows, next };
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.next,
  });

/** People whose name begins like this, to be mentioned on a photo. */
export const mentionQuery = (scope: MediaScope, id: string, search: string) =>
  queryOptions({
    ...callQuery([...scopeKey(scope), "mention", id, search], "GET /api/media/:id/people", {
      params: { id },
      query: { search },
    }),
    gcTime: 60_000,
  });

type Pages = InfiniteData<TalkPage, string>;

function change(client: QueryClient, scope: MediaScope, id: string, changed: (page: TalkPage) => TalkPage): void {
  client.setQueryData<Pages>(keyOf(scope, id), (before) => before && { ...before, pages: before.pages.map(changed) });
}

export const changeTalk = (client: QueryClient, scope: MediaScope, id: string, part: Partial<Talk>): void =>
  change(client, scope, id, (page) => (page.talk ? { ...page, talk: { ...page.talk, ...part } } : page));

/** Shows a comment that was added, unless a hint has brought it already. */
export const showAdded = (client: QueryClient, scope: MediaScope, id: string, added: Comment): void =>
  change(client, scope, id, (page) => withAdded(page, added));

/** The latest page with a comment that was added; the same page if it has it already, and any other page. */
export const withAdded = (page: TalkPage, added: Comment): TalkPage =>
  page.talk && page.comments.every((one) => one.id !== added.id)
    ? { ...page, comments: [added, ...page.comments] }
    : page;

export const showChanged = (client: QueryClient, scope: MediaScope, id: string, comment: Comment): void =>
  change(client, scope, id, (page) => ({
    ...page,
    comments: page.comments.map((one) => (one.id === comment.id ? comment : one)),
  }));

export const hideDeleted = (client: QueryClient, scope: MediaScope, id: string, commentId: string): void =>
  change(client, scope, id, (page) => ({ ...page, comments: page.comments.filter((one) => one.id !== commentId) }));
