import { useState } from "react";
import { useLive } from "../../core/use-live.ts";
import { useAwaited } from "./awaited.ts";
import type { Reveal } from "../queries.ts";

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
