import { locale } from "#contract/locale.ts";
import { type When, eveningTimes, knownZone } from "../evening.ts";
import { localTimeOf } from "../zoned-time.ts";

const dayMs = 86_400_000;
/** Until then a weekday alone says which day it is. */
const nearDays = 6;

/**
 * A line that tells a chat of a planned night: "Awards Night of Ericeira, Monday 20:00. Vote before: https://…", or with the date if that
 * is further away. The time is on the clock of the plan.
 */
export function chatLine(trip: string, night: When, link: string, now = new Date()): string {
  const startsAt = new Date(night.startsAt);
  const { there } = eveningTimes(night);
  const weekday = new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: knownZone(night.timeZone) });
  const isNear = startsAt.getTime() - now.getTime() < nearDays * dayMs;
  const time = there.slice(there.search(/\d\d:\d\d/));
  return `Awards Night of ${trip}, ${isNear ? `${weekday.format(startsAt)} ${time}` : there}. Vote before: ${link}`;
}

/** The day of a night that is over, on the clock of its plan: "26 Nov", or "26 Nov 2025" in another year. */
export function dayHeld(heldAt: string, timeZone: string, now = new Date()): string {
  const zone = knownZone(timeZone);
  const day = new Date(heldAt);
  const yearOf = (instant: Date) => localTimeOf(instant, zone).slice(0, "2026".length);
  const year = yearOf(day) === yearOf(now) ? undefined : "numeric";
  return new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", year, timeZone: zone }).format(day);
}
