import type { NightTime } from "#contract/night-time.ts";
import type { BriefTrip } from "#contract/trips.ts";

const hourMs = 3_600_000;
/** The dashboard opens on a night from so long before it until so long after its last card. */
const beforeMs = 24 * hourMs;
const afterMs = 7 * 24 * hourMs;

/** In milliseconds: later than any night. */
const farFuture = Date.parse("9999-01-01");

/** A trip whose night the dashboard opens on. */
export interface TripOfNight extends BriefTrip {
  readonly night: NightTime;
}

/**
 * Finds the night that the dashboard opens on at `now`, in milliseconds: a running show, else the next evening, else, while no trip runs,
 * the last one. The night of an example (`isDemo`) counts only for somebody without a night of their own, and once its vote is closed.
 */
export function findNextNight(
  trips: readonly BriefTrip[],
  isDemo: (trip: BriefTrip) => boolean,
  now = Date.now(),
): TripOfNight | undefined {
  const planned = trips.filter((trip): trip is TripOfNight => trip.night !== null);
  const own = planned.filter((trip) => !isDemo(trip));
  const nights = own.length > 0 ? own : planned.filter(({ night }) => night.stage !== "planned");
  const isRunning = trips.some(({ isActive }) => isActive);
  return nights
    .filter(({ night }) => isNear(night, now) && !(night.stage === "over" && isRunning))
    .toSorted((a, b) => placeOf(a.night) - placeOf(b.night))[0];
}

function isNear({ stage, startsAt, overAt }: NightTime, now: number): boolean {
  if (stage === "live") return true;
  if (stage === "over") return overAt !== null && now - Date.parse(overAt) < afterMs;
  return startsAt === null ? stage === "closed" : Date.parse(startsAt) - now < beforeMs;
}

/** Running shows come first, then evenings to come by their time, then past ones, the last first. */
function placeOf({ stage, startsAt, overAt }: NightTime): number {
  if (stage === "live") return -1;
  if (stage === "over") return farFuture - Date.parse(overAt ?? "");
  return startsAt === null ? 0 : Date.parse(startsAt);
}
