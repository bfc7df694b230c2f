import { locale } from "#contract/locale.ts";
import type { NightTime } from "#contract/night-time.ts";
import { formatTime } from "../core/calendar.ts";
import { localTimeOf } from "./zoned-time.ts";

/** When a night is, and on which clock it is planned. */
export interface When extends Pick<NightTime, "timeZone"> {
  readonly startsAt: string;
}

/** When the results of a night without a time come out. */
export const whenVoted = "when you have voted";

/** A time zone, or undefined (the browser's own) if this browser is too old to know it. */
export function knownZone(timeZone: string): string | undefined {
  try {
    Intl.DateTimeFormat(locale, { timeZone });
    return timeZone;
  } catch {
    return undefined;
  }
}

const clock = { hour: "2-digit", minute: "2-digit" } as const;
const day = { weekday: "short", day: "numeric", month: "short" } as const;

/** "Sun, 12 Jul, 20:00" on the viewer's clock, or on the one of `timeZone`. */
export const formatEvening = (startsAt: string, timeZone?: string): string =>
  new Intl.DateTimeFormat(locale, { ...day, ...clock, timeZone }).format(new Date(startsAt));

/** The evening on the clock of its plan, and the viewer's if that shows another time. */
export function eveningTimes({ startsAt, timeZone }: When): { readonly there: string; readonly here: string | null } {
  const zone = knownZone(timeZone);
  const instant = new Date(startsAt);
  const isSame = localTimeOf(instant, zone) === localTimeOf(instant);
  return {
    there: `${formatEvening(startsAt, zone)}${isSame || !zone ? "" : `, ${placeOf(zone)} time`}`,
    here: isSame ? null : formatEvening(startsAt),
  };
}

/** "New York" for `America/New_York`. */
export const placeOf = (timeZone: string): string => timeZone.split("/").at(-1)!.replaceAll("_", " ");

/** "tonight" and "20:00", "today" and "11:00", or "tomorrow" and "20:00"; null if the evening is on another day. */
function timeSoon(startsAt: string, now: Date): readonly string[] | null {
  const instant = new Date(startsAt);
  const tomorrow = new Date(now);
  tomorrow.setDate(now.getDate() + 1);
  const day = [now, tomorrow].findIndex((one) => one.toDateString() === instant.toDateString());
  if (day < 0) return null;
  return [day === 1 ? "tomorrow" : instant.getHours() < 17 ? "today" : "tonight", formatTime(startsAt)];
}

/** "tonight at 20:00", "today at 11:00", "tomorrow at 20:00" or "on Sun, 12 Jul, 20:00", on the viewer's clock. */
export const whenWords = (startsAt: string, now = new Date()): string =>
  timeSoon(startsAt, now)?.join(" at ") ?? `on ${formatEvening(startsAt)}`;

/** "tonight, 20:00", "today, 11:00", "tomorrow, 20:00" or "Sun, 12 Jul, 20:00", on the viewer's clock. */
export const shortWhen = (startsAt: string, now = new Date()): string =>
  timeSoon(startsAt, now)?.join(", ") ?? formatEvening(startsAt);
