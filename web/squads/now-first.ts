import type { ListedTrip } from "#contract/trips.ts";
import { phaseOf } from "../trips/next-step.ts";

/** Puts trips that are sorted latest first in the dashboard's order: running ones, then those to come, then the past. */
export function nowFirst<T extends Pick<ListedTrip, "startDate" | "isActive">>(trips: readonly T[], day: string) {
  const inPhase = (phase: ReturnType<typeof phaseOf>) => trips.filter((trip) => phaseOf(trip, day) === phase);
  return [...inPhase("during"), ...inPhase("before").toReversed(), ...inPhase("after")];
}
