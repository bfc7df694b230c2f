import { useCallback, useState } from "react";
import { useLive } from "../core/live.ts";
import { onDemand } from "../ui/on-demand.tsx";
import type { Reveal } from "./queries.ts";

const RevealDialog = onDemand(async () => (await import("./reveal-dialog.tsx")).RevealDialog);

/** The results that this document has shown, so that each shows once. */
const shown = new Set<string>();

/**
 * Shows the reveal of each award of a trip (of any trip without `tripId`) that completes.
 * Simultaneous reveals show one after the other.
 */
export function RevealWatch({ tripId }: { tripId?: string }) {
  const [queue, setQueue] = useState<readonly Reveal[]>([]);
  useLive("revealed", ({ scope, id, categoryId }) => {
    if (scope !== "trip" || categoryId === undefined || shown.has(categoryId)) return;
    if (tripId !== undefined && id !== tripId) return;
    shown.add(categoryId);
    setQueue((before) => [...before, { tripId: id, categoryId }]);
  });
  const close = useCallback(() => setQueue([]), []);
  const next = useCallback(() => setQueue((before) => before.slice(1)), []);
  return <RevealDialog open={queue.length > 0} onOpenChange={close} queue={queue} onNext={next} />;
}
