// Decision 124: how a page shows what the server has not seen.
import type { Query, QueryClient } from "@tanstack/react-query";
import type { Comment } from "#contract/talk.ts";
import type { User } from "#contract/people.ts";
import { showMadeVote } from "../awards/ballot/show-made-vote.ts";
import { showMadeOnBooks } from "../costs/books/show-made.ts";
import { openOutbox, outboxNews } from "../core/outbox/outbox.ts";
import type { ShowMade } from "../core/outbox/show-made.ts";
import { outboxList } from "../core/outbox/waiting.ts";
import { showMadeOnPhotos } from "../media/talk/show-made.ts";
import { showArrived } from "../media/talk/show-arrived.ts";
import { showMadeFeeling } from "../trips/show-made-feeling.ts";

const rooms: readonly ShowMade[] = [showMadeVote, showMadeOnPhotos, showMadeFeeling, showMadeOnBooks];

/** Writes what waits over the answers in the cache, again after each fetch, and sends it. Call it once. */
export async function startOutbox(client: QueryClient, me: User): Promise<void> {
  const show = (query: Query) => {
    const { data, dataUpdatedAt } = query.state;
    const made = outboxList.current().filter(({ fault }) => fault === null);
    if (data === undefined || made.length === 0) return;
    const shown = rooms.reduce<unknown>(
      (before, room) => made.reduce((then, one) => room(query.queryKey, then, one, me), before),
      data,
    );
    // The answer is as old as it was.
    if (shown !== data) client.setQueryData(query.queryKey, shown, { updatedAt: dataUpdatedAt });
  };
  const cache = client.getQueryCache();
  cache.subscribe((event) => {
    if (event.type === "updated" && event.action.type === "success") show(event.query);
  });
  outboxList.subscribe(() => cache.getAll().forEach(show));
  outboxNews.onSent = ({ call, of }, answer) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract says what the call answers
    if (call === "POST /api/media/:id/comments") showArrived(client, of, answer as Comment);
  };
  outboxNews.onOver = () => void client.invalidateQueries();
  await (await openOutbox())?.flush();
}
