import { type QueryClient } from "@tanstack/react-query";
import { mostDeleted } from "#contract/gallery.ts";
import { ApiError, api, sentenceOf } from "../../api.ts";
import { keys } from "../../keys.ts";
import { toast } from "../../ui/toast.ts";
import { refreshPhotos } from "../queries.ts";

/** Photos that are off the page, and that the server deletes once nobody can undo it any more. */
let doomed: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

export const doomedPhotos = {
  current: () => doomed,
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

/**
 * Takes photos off the page at once and deletes them for everyone when the toast that offers to undo it ends, or the page is left.
 * `spared` is how many of those chosen are not one's own to delete.
 */
export function deleteSoon(client: QueryClient, ids: readonly string[], spared: number): void {
  change(ids, true);
  let isOver = false;
  const leaving = new AbortController();
  const finish = (work: () => void) => {
    if (isOver) return;
    isOver = true;
    leaving.abort();
    work();
  };
  addEventListener("pagehide", () => finish(() => batches(ids).forEach(sendAway)), { signal: leaving.signal });
  toast({
    title: ids.length === 1 ? "Photo deleted" : `${ids.length.toLocaleString("en-GB")} photos deleted`,
    ...(spared > 0 && {
      text: `${spared === 1 ? "One stays: it is" : `${spared} stay: they are`} not yours to delete.`,
    }),
    action: { label: "Undo", onPress: () => finish(() => change(ids, false)) },
    onEnd: () => finish(() => void commit(client, ids)),
  });
}

async function commit(client: QueryClient, ids: readonly string[]) {
  try {
    for (const batch of batches(ids)) {
      await api("POST /api/media/delete", { body: { ids: batch } }).catch((error: unknown) => {
        // Somebody was quicker; they are gone, as was wanted.
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      });
    }
  } catch (error) {
    change(ids, false);
    toast({ title: "The photos were not deleted", text: sentenceOf(error), look: "danger" });
    return;
  }
  await Promise.all([refreshPhotos(client), client.invalidateQueries({ queryKey: [keys.trip("")[0]] })]);
  change(ids, false);
}

const batches = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / mostDeleted) }, (_, i) =>
    ids.slice(i * mostDeleted, (i + 1) * mostDeleted),
  );

/** Sent even though nobody is there to hear the answer. */
function sendAway(ids: readonly string[]) {
  void fetch("/api/media/delete", {
    method: "POST",
    keepalive: true,
    credentials: "same-origin",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ids }),
  }).catch(() => undefined);
}
