import type { Squad } from "#contract/squads.ts";
import type { BriefTrip } from "#contract/trips.ts";
import { phaseOf } from "../../trips/next-step.ts";

/** The trip that the dashboard opens on: the running one, else the next one, else the last one. */
export interface NextTrip {
  readonly is: ReturnType<typeof phaseOf>;
  readonly trip: BriefTrip;
}

/** Finds the trip to open on. Undefined without any. The server has sorted them by its day, which decides whether a trip runs. */
export function findNextTrip([trip]: readonly BriefTrip[], day: string): NextTrip | undefined {
  return trip && { is: phaseOf(trip, day), trip };
}

/** Whether the viewer may invite people to a trip of theirs: a squad's, except of an example, and a squadless one. */
export const mayInviteFrom = (squads: readonly Squad[], { squadId }: BriefTrip): boolean =>
  squadId === null || squads.some(({ id, isDemo }) => id === squadId && !isDemo);
