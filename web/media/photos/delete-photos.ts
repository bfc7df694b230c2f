// Decision 051: why a photo leaves the page before the server replies.
import type { QueryClient } from "@tanstack/react-query";
import type { MediaItem } from "#contract/media-item.ts";
import { maxAtOnce } from "#contract/trash-limits.ts";
import { formatCount, plural } from "#contract/locale.ts";
import { ApiError, api, sentenceOf, unlessGone } from "../../core/api.ts";
import { keys } from "../../core/keys.ts";
import { dismissToast, toast, toasts } from "../../ui/toast.ts";
import { refreshPhotos } from "../queries.ts";
import { isFilm, namedTogether } from "../words.ts";

let hidden: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

/** Photos that the user has deleted or has had hidden, and that galleries on this page still have: no gallery shows them. */
export const hiddenPhotos = {
  current: () => hidden,
  notAmong: (items: readonly MediaItem[]) => items.filter(({ id }) => !hidden.has(id)),
  subscribe: (tell: () => void) => {
    listeners.add(tell);
    return () => void listeners.delete(tell);
  },
};

function setHidden(next: ReadonlySet<string>) {
  hidden = next;
  for (const tell of listeners) tell();
}

/** Leaves these photos out of the page while `work` runs. */
export async function hideMeanwhile(ids: readonly string[], work: () => Promise<unknown>): Promise<void> {
  setHidden(new Set([...hidden, ...ids]));
  await work();
  setHidden(new Set([...hidden].filter((id) => !ids.includes(id))));
}

/** The photos that the toast in sight offers to bring back. */
let offered: { readonly toast: number; readonly items: readonly MediaItem[] } | undefined;

/**
 * Takes photos off the page at once and moves them to the trash. A toast offers to undo it, together with a deletion whose toast is still
 * in sight, or says why the photos are back. `spared` is how many of the chosen photos the user may not delete.
 */
export async function deletePhotos(client: QueryClient, items: readonly MediaItem[], spared = 0): Promise<void> {
  const ids = items.map(({ id }) => id);
  setHidden(new Set([...hidden, ...ids]));
  const staying: string[] = [];
  let sent = 0;
  try {
    for (const batch of batches(ids)) {
      const body = { ids: batch };
      // Another person may have deleted all of these, which is what the user wants.
      const answer = await api("POST /api/media/delete", { body, keepalive: isOneBatch(ids) }).catch(unlessGone);
      staying.push(...(answer?.staying ?? []));
      sent += batch.length;
    }
    tellDeleted(client, items, new Set(staying), spared);
  } catch (error) {
    toast({ title: sent > 0 ? "Not all deleted" : "Not deleted", text: sentenceOf(error), look: "danger" });
  }
  await refreshAll(client);
  setHidden(new Set([...hidden].filter((id) => !ids.includes(id))));
}

function tellDeleted(client: QueryClient, items: readonly MediaItem[], staying: ReadonlySet<string>, spared: number) {
  const deleted = items.filter(({ id }) => !staying.has(id));
  const reasons = [
    staying.size > 0 && withFriends(staying.size, items.length),
    spared > 0 &&
      plural(spared, {
        one: "One stays: it is not yours to delete.",
        other: `${spared} stay: they are not yours to delete.`,
      }),
  ];
  const text = reasons.filter(Boolean).join(" ");
  if (deleted.length === 0) {
    toast({ title: "Not deleted", text });
    return;
  }
  const ids = new Set(deleted.map(({ id }) => id));
  const all = [...(offered?.items ?? []).filter(({ id }) => !ids.has(id)), ...deleted];
  const allIds = all.map(({ id }) => id);
  if (offered) dismissToast(offered.toast);
  toast({
    title: plural(all.length, {
      one: isFilm(all[0]!) ? "Video deleted" : "Photo deleted",
      other: `${namedTogether(all)} deleted`,
    }),
    ...(text && { text }),
    action: {
      label: all.length > deleted.length ? `Undo ${formatCount(all.length)}` : "Undo",
      onPress: () => void undo(client, allIds),
    },
    onEnd: () => {
      if (offered?.items === all) offered = undefined;
    },
  });
  offered = { toast: toasts.current().at(-1)!.id, items: all };
}

function withFriends(count: number, of: number) {
  if (of === 1) return "It stays: a friend added it too, so it is theirs now.";
  return plural(count, {
    one: "One stays: a friend added it too, so it is theirs now.",
    other: `${count} stay: friends added them too, so they are theirs now.`,
  });
}

async function undo(client: QueryClient, ids: readonly string[]): Promise<void> {
  try {
    for (const batch of batches(ids))
      await api("POST /api/media/restore", { body: { ids: batch }, keepalive: isOneBatch(ids) });
  } catch (error) {
    toast({
      title: "Not undone",
      text: sentenceOf(error),
      look: "danger",
      ...(!isRefusal(error) && { action: { label: "Try Again", onPress: () => void undo(client, ids) } }),
    });
  }
  await refreshAll(client);
}

/** Has everything that shows or counts photos fetched again. */
export const refreshAll = (client: QueryClient): Promise<unknown> =>
  Promise.all([refreshPhotos(client), client.invalidateQueries({ queryKey: [keys.trip("")[0]] })]);

/** The server would refuse it again. */
const isRefusal = (error: unknown) => error instanceof ApiError && [403, 404, 409].includes(error.status);

/** Then the request may go on when the page is gone. Browsers allow 64 kB for all such requests together, and a batch has 39 kB. */
const isOneBatch = (ids: readonly string[]) => ids.length <= maxAtOnce;

const batches = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / maxAtOnce) }, (_, i) => ids.slice(i * maxAtOnce, (i + 1) * maxAtOnce));
