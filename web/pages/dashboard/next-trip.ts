import type { Squad } from "#contract/squads.ts";
import type { ListedTrip } from "#contract/trips.ts";
import { phaseOf } from "../../trips/next-step.ts";

/** The trip that the dashboard opens on: the running one, else the next one, else the last one. */
export interface NextTrip {
  readonly is: ReturnType<typeof phaseOf>;
  readonly trip: ListedTrip;
}

type Dated = Pick<ListedTrip, "startDate" | "endDate" | "isActive">;

/** Orders trips by what matters today: running, then coming (the next first), then past (the last first). */
export function byNearness<T extends Dated>(trips: readonly T[], day: string): readonly T[] {
  const during = trips.filter((trip) => phaseOf(trip, day) === "during");
  const before = trips.filter((trip) => phaseOf(trip, day) === "before");
  const after = trips.filter((trip) => phaseOf(trip, day) === "after");
  return [
    ...during.toSorted((a, b) => compare(a.endDate, b.endDate)),
    ...before.toSorted((a, b) => compare(a.startDate, b.startDate)),
    ...after.toSorted((a, b) => compare(b.endDate, a.endDate)),
  ];
}

/** Without `localeCompare`, which loads the rules of all languages. */
const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** Finds the trip to open on. Undefined without any. */
export function findNextTrip(trips: readonly ListedTrip[], day: string): NextTrip | undefined {
  const [trip] = byNearness(trips, day);
  return trip && { is: phaseOf(trip, day), trip };
}

/** Whether the viewer may invite people to a trip of theirs: a squad's, except of an example, and a squadless one. */
export const mayInviteFrom = (squads: readonly Squad[], { squadId }: ListedTrip): boolean =>
  squadId === null || squads.some(({ id, isDemo }) => id === squadId && !isDemo);
