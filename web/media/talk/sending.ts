import { useSyncExternalStore } from "react";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import type { NewComment } from "#contract/talk.ts";
import { api, sentenceOf } from "../../core/api.ts";
import { newKey } from "../../core/outbox/new-key.ts";
import { openOutbox } from "../../core/outbox/outbox.ts";
import { useOutbox } from "../../core/outbox/waiting.ts";
import { createStore } from "../../ui/store.ts";
import { type MediaScope, refreshPhotos } from "../queries.ts";
import { showAdded } from "./queries.ts";

const call = "POST /api/media/:id/comments";

/** A comment that has not arrived. It stays until it has, or its author discards it. */
export interface Unsent extends NewComment {
  readonly mediaId: string;
  /** Why it was not sent; null while it is being sent or waits. */
  readonly fault: string | null;
  /** It waits for a connection. */
  readonly isStuck: boolean;
}

/** Comments of this page that the device cannot keep. */
const unkept = createStore<readonly Unsent[]>([]);

const without = (key: string) => unkept.current().filter((one) => one.key !== key);

/** Keeps a comment on this device, from where it is sent at once or when there is a connection. False where it cannot be kept. */
async function keep({ mediaId, key, text, mentions }: Unsent): Promise<boolean> {
  try {
    const outbox = await openOutbox();
    await outbox?.keep({ id: key, call, of: mediaId, body: { key, text, mentions }, about: "Your comment" }, false);
    return outbox !== undefined;
  } catch {
    return false;
  }
}

/** Sends a comment that the device cannot keep. Its key stays the same in each try, so the server adds it once. */
async function send(client: QueryClient, scope: MediaScope, { mediaId, key, text, mentions }: Unsent): Promise<void> {
  const show = (fault: string | null) =>
    unkept.set(unkept.current().map((one) => (one.key === key ? { ...one, fault } : one)));
  show(null);
  try {
    const added = await api(call, { params: { id: mediaId }, body: { key, text, mentions } });
    unkept.set(without(key));
    showAdded(client, scope, mediaId, added);
    void refreshPhotos(client);
  } catch (error) {
    show(sentenceOf(error));
  }
}

/** The viewer's comments on a photo that have not arrived, and the functions that send, repeat and discard one. */
export function useSending(scope: MediaScope, mediaId: string) {
  const client = useQueryClient();
  const ofPage = useSyncExternalStore(unkept.subscribe, unkept.current);
  const kept = useOutbox().flatMap((entry): Unsent[] =>
    entry.call === call
      ? [
          {
            ...entry.body,
            mentions: entry.body.mentions ?? [],
            mediaId: entry.of,
            fault: entry.fault,
            isStuck: entry.isStuck,
          },
        ]
      : [],
  );
  const isKept = (key: string) => kept.some((one) => one.key === key);
  const add = async (text: string, mentions: readonly string[]) => {
    const comment = { mediaId, key: newKey(), text, mentions: [...mentions], fault: null, isStuck: false };
    // It shows at once, and the outbox shows it from then on.
    unkept.set([...unkept.current(), comment]);
    if (await keep(comment)) unkept.set(without(comment.key));
    else await send(client, scope, comment);
  };
  return {
    unsent: [...kept, ...ofPage.filter(({ key }) => !isKept(key))].filter((one) => one.mediaId === mediaId),
    add: (text: string, mentions: readonly string[]) => void add(text, mentions),
    again: (comment: Unsent) =>
      void (isKept(comment.key)
        ? openOutbox().then((outbox) => outbox?.again(comment.key))
        : send(client, scope, comment)),
    discard: ({ key }: Unsent) => {
      if (isKept(key)) void openOutbox().then((outbox) => outbox?.remove(key));
      else unkept.set(without(key));
    },
  };
}
