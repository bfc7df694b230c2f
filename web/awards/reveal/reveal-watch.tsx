import { onDemand } from "../../ui/on-demand.tsx";
import { useReveals } from "./use-reveals.ts";

const RevealDialog = onDemand(async () => (await import("./reveal-dialog.tsx")).RevealDialog);

/** Shows each award the moment it completes, one after the other: of one trip, or without `tripId` of all trips. */
export const RevealWatch = ({ tripId }: { tripId?: string }) => <RevealDialog {...useReveals(tripId).dialog} />;
