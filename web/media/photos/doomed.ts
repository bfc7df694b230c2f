// Decision 051: why photos are hidden first and deleted after the toast.
import { type QueryClient } from "@tanstack/react-query";
import { mostDeleted } from "#contract/gallery.ts";
import type { MediaItem } from "#contract/media-item.ts";
import { ApiError, api, sentenceOf } from "../../core/api.ts";
import { keys } from "../../core/keys.ts";
import { toast } from "../../ui/toast.ts";
import { refreshPhotos } from "../queries.ts";
import { isFilm, namedTogether } from "../words.ts";
import { type Pending, pendingLists } from "./pending-lists.ts";

/** Photos that are off the page, and that the server deletes once nobody can undo it any more. */
let doomed: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

export const doomedPhotos = {
  current: () => doomed,
  notAmong: (items: readonly MediaItem[]) => items.filter(({ id }) => !doomed.has(id)),
  subscribe: (tell: () => void) => {
    listeners.add(tell);
    return () => void listeners.delete(tell);
  },
};

function change(ids: readonly string[], isDoomed: boolean) {
  const next = new Set(doomed);
  for (const id of ids) {
    if (isDoomed) next.add(id);
    else next.delete(id);
  }
  doomed = next;
  for (const tell of listeners) tell();
}

/** The server finishes by itself after so long what a page has not, in seconds: longer than its toast stands by far. */
const after = 60;

/**
 * Takes photos off the page and deletes them for everyone when the toast that offers to undo it ends, or the page is left; the server does
 * it after a minute, whatever becomes of the page. It has the list of them before they go, so that a word is enough then, however many
 * they are. Rejects when it does not get that list. `spared` is how many of those chosen are not one's own to delete.
 */
export async function deleteSoon(client: QueryClient, items: readonly MediaItem[], spared: number): Promise<void> {
  const ids = items.map(({ id }) => id);
  const lists: string[] = [];
  for (const batch of batches(ids)) {
    const list = await api("POST /api/media/deletions", { body: { ids: batch } }).catch(orGoneAlready);
    if (list) lists.push(list.id);
  }
  const deletion: Deletion = { client, ids, lists, pending: pendingLists.add(lists) };
  change(ids, true);
  // Only now: if that gets through or not, the page says the same.
  if (lists.length > 0) void api(finishing, { body: { lists, after }, keepalive: true }).catch(() => undefined);
  let isOver = false;
  const leaving = new AbortController();
  const finish = (work: () => void) => {
    if (isOver) return;
    isOver = true;
    leaving.abort();
    work();
  };
  const commit = (isLeaving: boolean) => void finishLists(deletion, isLeaving);
  addEventListener("pagehide", () => finish(() => commit(true)), { signal: leaving.signal });
  toast({
    title: items.length === 1 ? deletedWords(items[0]!) : `${namedTogether(items)} deleted`,
    ...(spared > 0 && {
      text: `${spared === 1 ? "One stays: it is" : `${spared} stay: they are`} not yours to delete.`,
    }),
    action: { label: "Undo", onPress: () => finish(() => void takeBack(deletion)) },
    onEnd: () => finish(() => commit(false)),
  });
}

export const deletedWords = (item: MediaItem): string => (isFilm(item) ? "Video deleted" : "Photo deleted");

const finishing = "POST /api/media/deletions/finish";

interface Deletion {
  readonly client: QueryClient;
  readonly ids: readonly string[];
  readonly lists: readonly string[];
  readonly pending: Pending;
}

/** Puts the photos back on the page once the server has let go of them. */
async function takeBack(deletion: Deletion) {
  const { ids, lists, pending } = deletion;
  // Whether or not that gets through, this device deletes them no more.
  pending.done();
  try {
    if (lists.length > 0) await api("POST /api/media/deletions/undo", { body: { lists: [...lists] }, keepalive: true });
    change(ids, false);
  } catch (error) {
    if (isRefusal(error)) {
      toast({ title: "Too late to undo", text: sentenceOf(error), look: "danger" });
      return refresh(deletion);
    }
    toast({
      title: "Not undone yet",
      text: sentenceOf(error),
      look: "danger",
      action: { label: "Try Again", onPress: () => void takeBack(deletion) },
    });
  }
}

async function finishLists(deletion: Deletion, isLeaving: boolean) {
  const { ids, lists, pending } = deletion;
  try {
    // Gets through although the page may be gone before the answer.
    if (lists.length > 0) await api(finishing, { body: { lists: [...lists] }, keepalive: true });
    pending.done();
  } catch (error) {
    // Nobody reads that any more: the next page to retry.
    if (isLeaving) return;
    // The server does it by itself, or this device once it gets through: they stay off the page.
    if (!isRefusal(error)) return pending.later();
    pending.done();
    change(ids, false);
    toast({ title: "The photos were not deleted", text: sentenceOf(error), look: "danger" });
    return;
  }
  await refresh(deletion);
}

/** Shows what the server has. */
async function refresh({ client, ids }: Deletion) {
  await Promise.all([refreshPhotos(client), client.invalidateQueries({ queryKey: [keys.trip("")[0]] })]);
  change(ids, false);
}

/** Finishes what a page that ended all at once (a crash, no reception while leaving) had taken off it. */
export async function finishLeftOver(): Promise<void> {
  await pendingLists.takeLeftOver(async (lists) => {
    try {
      await api(finishing, { body: { lists: [...lists] } });
      return true;
    } catch (error) {
      // Another account's, not one's own to delete any more, or too long ago. Anything else may be otherwise the next time.
      return isRefusal(error);
    }
  });
}

/** The server has decided, and will say the same again. */
const isRefusal = (error: unknown) => error instanceof ApiError && [403, 404, 409].includes(error.status);

/** Somebody was quicker; they are gone, as was wanted. */
function orGoneAlready(error: unknown): undefined {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}

const batches = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / mostDeleted) }, (_, i) =>
    ids.slice(i * mostDeleted, (i + 1) * mostDeleted),
  );
