// Decision 065: why results wait, and why the browser keeps them.
import { useMemo, useState, useSyncExternalStore } from "react";
import { useLive } from "../../core/use-live.ts";
import type { Reveal } from "../queries.ts";
import { useMe } from "../../core/viewer.ts";
import { createStore } from "../../ui/store.ts";

/** The results that this document has shown or lined up, so that each appears by itself once. */
const known = new Set<string>();

/**
 * The reveals that wait to be shown, the current one first: of one trip, or without `tripId` of all trips. An award
 * that completes joins them at once. While `isHeld`, it stays among the awaited results until `play` shows them.
 */
export function useReveals(tripId: string | undefined, isHeld = false) {
  const [queue, setQueue] = useState<readonly Reveal[]>([]);
  const { ids: awaited, add, remove } = useAwaited();
  const play = (reveals: readonly Reveal[]) => {
    for (const { categoryId } of reveals) known.add(categoryId);
    setQueue((before) => [
      ...before,
      ...reveals.filter(({ categoryId }) => before.every((one) => one.categoryId !== categoryId)),
    ]);
  };
  useLive("revealed", ({ scope, id, categoryId }) => {
    if (scope !== "trip" || categoryId === undefined || known.has(categoryId)) return;
    if (tripId !== undefined && id !== tripId) return;
    add([categoryId]);
    if (!isHeld) play([{ tripId: id, categoryId }]);
  });
  const dialog = {
    queue,
    onSeen: remove,
    onNext: () => setQueue((before) => before.slice(1)),
    open: queue.length > 0,
    onOpenChange: () => setQueue([]),
  };
  return { awaited, wait: add, play, dialog };
}

/** The most awards that are kept; the oldest go first. */
const maxAwaited = 500;

/** What this document wrote last, by key. It stands in where the browser keeps nothing. */
const written = createStore<ReadonlyMap<string, string>>(new Map());

/** The keys whose last text the browser did not keep. */
const unkept = new Set<string>();

function read(key: string): string {
  try {
    if (!unkept.has(key)) return localStorage.getItem(key) ?? "";
  } catch {}
  return written.current().get(key) ?? "";
}

function write(key: string, ids: readonly string[]): void {
  const text = ids.slice(-maxAwaited).join(" ");
  if (text === read(key)) return;
  try {
    localStorage.setItem(key, text);
    unkept.delete(key);
  } catch {
    // A browser without storage, or with a full one, forgets at the next reload.
    unkept.add(key);
  }
  written.set(new Map(written.current()).set(key, text));
}

function subscribe(onChange: () => void): () => void {
  const unsubscribe = written.subscribe(onChange);
  // Only other tabs receive this event.
  addEventListener("storage", onChange);
  return () => {
    unsubscribe();
    removeEventListener("storage", onChange);
  };
}

const idsIn = (text: string): readonly string[] => text.split(" ").filter((id) => id !== "");

/**
 * The awards whose result this person waits for and has not seen. The browser keeps them, so that a reload or another
 * page loses none.
 */
function useAwaited() {
  const key = `awaited-results:${useMe().id}`;
  const text = useSyncExternalStore(
    subscribe,
    () => read(key),
    () => "",
  );
  const ids: ReadonlySet<string> = useMemo(() => new Set(idsIn(text)), [text]);
  const change = useMemo(
    () => ({
      add: (more: readonly string[]) => write(key, [...new Set([...idsIn(read(key)), ...more])]),
      remove: (id: string) =>
        write(
          key,
          idsIn(read(key)).filter((one) => one !== id),
        ),
    }),
    [key],
  );
  return { ids, ...change };
}
