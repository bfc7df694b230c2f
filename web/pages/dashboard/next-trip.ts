import type { DashboardTrip } from "#contract/screens.ts";
import { dayOf } from "../../core/calendar.ts";

/** The trip that the dashboard opens on: the running one, else the next one, else the last one. */
export type NextTrip =
  | { readonly is: "running"; readonly trip: DashboardTrip }
  | { readonly is: "coming"; readonly trip: DashboardTrip }
  | { readonly is: "over"; readonly trip: DashboardTrip };

type Dated = Pick<DashboardTrip, "startDate" | "endDate" | "isActive">;

/** Orders trips by what matters today: running, then coming (the next first), then past (the last first). */
export function byNearness<T extends Dated>(trips: readonly T[], day: string): readonly T[] {
  const running = trips.filter(({ isActive }) => isActive);
  const coming = trips.filter((trip) => !trip.isActive && dayOf(trip.startDate) > day);
  const over = trips.filter((trip) => !trip.isActive && dayOf(trip.startDate) <= day);
  return [
    ...running.toSorted((a, b) => a.endDate.localeCompare(b.endDate)),
    ...coming.toSorted((a, b) => a.startDate.localeCompare(b.startDate)),
    ...over.toSorted((a, b) => b.endDate.localeCompare(a.endDate)),
  ];
}

/** Finds the trip to open on. Undefined without any. */
export function findNextTrip(trips: readonly DashboardTrip[], day: string): NextTrip | undefined {
  const [trip] = byNearness(trips, day);
  if (!trip) return undefined;
  return { is: trip.isActive ? "running" : dayOf(trip.startDate) > day ? "coming" : "over", trip };
}
