import type { InboxSettings } from "#contract/inbox.ts";
import { minuteMs } from "../../platform/durations.ts";

/** Whether a moment lies in these hours by the clock of their zone. Hours whose end is before their beginning go over midnight. */
export function isQuiet(hours: InboxSettings["quiet"], now: Date): boolean {
  if (!hours) return false;
  const { from, to, timeZone } = hours;
  const clock = clockAt(now, timeZone);
  return from <= to ? from <= clock && clock < to : from <= clock || clock < to;
}

/** The end of these hours, for a moment in them, and else null. A change of the clocks in between may move it by an hour. */
export function findEndOfQuiet(hours: InboxSettings["quiet"], now: Date): Date | null {
  if (!hours || !isQuiet(hours, now)) return null;
  const { to, timeZone } = hours;
  const left = (minutesOf(to) - minutesOf(clockAt(now, timeZone)) + dayMinutes) % dayMinutes;
  return new Date(Math.floor(now.getTime() / minuteMs) * minuteMs + left * minuteMs);
}

const dayMinutes = 24 * 60;
const clockAt = (now: Date, timeZone: string) =>
  now.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit", timeZone });
const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));
