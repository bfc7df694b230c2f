import { useCallback, useSyncExternalStore } from "react";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import type { NewComment } from "#contract/talk.ts";
import { api, sentenceOf } from "../../core/api.ts";
import { createStore } from "../../ui/store.ts";
import { type MediaScope, refreshPhotos } from "../queries.ts";
import { showAdded } from "./queries.ts";

/** A comment on its way. It stays until it has arrived or its author discards it, also while other photos are shown. */
export interface Unsent extends NewComment {
  readonly mediaId: string;
  /** Why it was not sent; null while it is being sent. */
  readonly fault: string | null;
}

const unsent = createStore<readonly Unsent[]>([]);

const without = (key: string) => unsent.current().filter((one) => one.key !== key);

/** A UUID. `crypto.randomUUID` exists on HTTPS alone. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

/** Sends a comment. Its key stays the same in each try, so the server adds it once. */
async function send(client: QueryClient, scope: MediaScope, comment: Unsent): Promise<void> {
  const { mediaId, key, text, mentions } = comment;
  const isSending = unsent.current().some((one) => one.key === key && one.fault === null);
  if (isSending) return;
  const known = unsent.current().some((one) => one.key === key);
  const sending = { ...comment, fault: null };
  unsent.set(known ? unsent.current().map((one) => (one.key === key ? sending : one)) : [...unsent.current(), sending]);
  try {
    const body = { key, text, mentions };
    const added = await api("POST /api/media/:id/comments", { params: { id: mediaId }, body });
    unsent.set(without(key));
    showAdded(client, scope, mediaId, added);
    void refreshPhotos(client);
  } catch (error) {
    const fault = sentenceOf(error);
    unsent.set(unsent.current().map((one) => (one.key === key ? { ...one, fault } : one)));
  }
}

/** The viewer's comments on a photo that have not arrived, and the functions that send, repeat and discard one. */
export function useSending(scope: MediaScope, mediaId: string) {
  const client = useQueryClient();
  const all = useSyncExternalStore(unsent.subscribe, unsent.current);
  return {
    unsent: all.filter((one) => one.mediaId === mediaId),
    add: (text: string, mentions: readonly string[]) =>
      void send(client, scope, { mediaId, key: newKey(), text, mentions: [...mentions], fault: "" }),
    again: (comment: Unsent) => void send(client, scope, comment),
    discard: useCallback(({ key }: Unsent) => unsent.set(without(key)), []),
  };
}
