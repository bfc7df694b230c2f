import type { ListedTrip } from "#contract/trips.ts";
import type { Squad } from "#contract/squads.ts";
import { dayOf } from "../core/calendar.ts";

type Trip = Pick<ListedTrip, "squadId" | "startDate" | "endDate">;

/**
 * The trips to which somebody may add photos on `day` (`yyyy-mm-dd`), the likeliest first: those that run, then those that ended last, then
 * those to come. Beside a squad of one's own, the example takes nothing.
 */
export function tripsForPhotos<T extends Trip>(
  trips: readonly T[],
  squads: readonly Pick<Squad, "id" | "isDemo">[],
  day: string,
): readonly T[] {
  const example = squads.some(({ isDemo }) => !isDemo) ? squads.find(({ isDemo }) => isDemo)?.id : undefined;
  const own = trips.filter(({ squadId }) => example === undefined || squadId !== example);
  const starting = own.toSorted((a, b) => a.startDate.localeCompare(b.startDate));
  const begun = starting.filter(({ startDate }) => dayOf(startDate) <= day).toReversed();
  const isOver = ({ endDate }: Trip) => dayOf(endDate) < day;
  return [
    ...begun.filter((trip) => !isOver(trip)),
    ...begun.filter(isOver).toSorted((a, b) => b.endDate.localeCompare(a.endDate)),
    ...starting.filter(({ startDate }) => dayOf(startDate) > day),
  ];
}
