import { RevealDialog } from "./late-reveals.ts";
import { useReveals } from "./use-reveals.ts";

/** Shows each award the moment it completes, one after the other: of one trip, or without `tripId` of all trips. */
export const RevealWatch = ({ tripId }: { tripId?: string }) => <RevealDialog {...useReveals(tripId).dialog} />;
