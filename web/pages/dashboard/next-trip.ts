import type { Squad } from "#contract/squads.ts";
import type { BriefTrip } from "#contract/trips.ts";
import { phaseOf } from "../../trips/next-step.ts";

/** The trip that the dashboard opens on: the running one, else the next one, else the last one. */
export interface NextTrip {
  readonly is: ReturnType<typeof phaseOf>;
  readonly trip: BriefTrip;
}

/**
 * Finds the trip to open on. Undefined without any, and if a person with a squad of their own has only the example's. The server has
 * sorted the trips by its day, which decides whether a trip runs.
 */
export function findNextTrip(
  [trip]: readonly BriefTrip[],
  squads: readonly Squad[],
  day: string,
): NextTrip | undefined {
  if (!trip || (isExample(squads, trip) && squads.some(({ isDemo }) => !isDemo))) return undefined;
  return { is: phaseOf(trip, day), trip };
}

/** A person's squads and trips in the given order, except that the example stands after what is their own. */
export const ownFirst = (all: { readonly squads: readonly Squad[]; readonly trips: readonly BriefTrip[] }) => ({
  squads: all.squads.toSorted((a, b) => Number(a.isDemo) - Number(b.isDemo)),
  trips: all.trips.toSorted((a, b) => Number(isExample(all.squads, a)) - Number(isExample(all.squads, b))),
});

/** Whether a trip is of the viewer's example. */
export const isExample = (squads: readonly Squad[], { squadId }: BriefTrip): boolean =>
  squads.some(({ id, isDemo }) => isDemo && id === squadId);

/** Whether the viewer may invite people to a trip of theirs: a squad's, except of an example, and a squadless one. */
export const mayInviteFrom = (squads: readonly Squad[], { squadId }: BriefTrip): boolean =>
  squadId === null || squads.some(({ id, isDemo }) => id === squadId && !isDemo);
