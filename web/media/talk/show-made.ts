import type { InfiniteData } from "@tanstack/react-query";
import type { MediaItem } from "#contract/media-item.ts";
import type { User } from "#contract/people.ts";
import type { MadeCall } from "../../core/outbox/entry.ts";
import type { ShowMade } from "../../core/outbox/show-made.ts";
import type { TalkPage } from "./queries.ts";
import { withMine } from "./with-mine.ts";

/** Photos and their talk with a like or a reaction that waits. */
export const showMadeOnPhotos: ShowMade = (queryKey, data, made, me) => {
  const [, , room, kind, of] = queryKey;
  if (room !== "media") return data;
  // The keys say what the data is.
  /* oxlint-disable typescript/no-unsafe-type-assertion */
  if (kind === "chunk" && made.call === "POST /api/media/:id/like") return withLike(data as readonly MediaItem[], made);
  if (kind === "talk" && of === made.of && made.call === "PUT /api/media/:id/reaction")
    return withReaction(data as InfiniteData<TalkPage>, made, me);
  /* oxlint-enable typescript/no-unsafe-type-assertion */
  return data;
};

type Made<N> = Extract<MadeCall, { call: N }>;

function withLike(rows: readonly MediaItem[], { of, body }: Made<"POST /api/media/:id/like">) {
  const liked = body?.liked ?? true;
  if (!rows.some((item) => item.id === of && item.liked !== liked)) return rows;
  return rows.map((item) => (item.id === of ? { ...item, liked, likes: item.likes + (liked ? 1 : -1) } : item));
}

function withReaction(list: InfiniteData<TalkPage>, { body }: Made<"PUT /api/media/:id/reaction">, me: User) {
  const isToShow = ({ talk }: TalkPage) => talk !== null && talk.reactions.mine !== body.emoji;
  if (!list.pages.some(isToShow)) return list;
  const pages = list.pages.map((page) =>
    page.talk ? { ...page, talk: { ...page.talk, reactions: withMine(page.talk.reactions, me, body.emoji) } } : page,
  );
  return { ...list, pages };
}
