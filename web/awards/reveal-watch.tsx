import { onDemand } from "../ui/on-demand.tsx";
import { useReveals } from "./use-reveals.ts";

export const RevealDialog = onDemand(async () => (await import("./reveal-dialog.tsx")).RevealDialog);

/** Shows each award of a trip (of any trip without `tripId`) the moment it completes; simultaneous ones show one after the other. */
export const RevealWatch = ({ tripId }: { tripId?: string }) => <RevealDialog {...useReveals(tripId).dialog} />;
