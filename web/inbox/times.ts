import { formatTime, today } from "../core/calendar.ts";
import { formatWeekday } from "../media/dates.ts";

const minuteMs = 60_000;

/** The day of an instant on the viewer's clock, as `yyyy-mm-dd`. */
export const localDay = (instant: string): string => today(new Date(instant));

function dayBefore(now: Date): string {
  const before = new Date(now);
  before.setDate(before.getDate() - 1);
  return today(before);
}

/** "Today", "Yesterday" or "Saturday 4 July" for a day `yyyy-mm-dd`. */
export function dayTitle(day: string, now: Date): string {
  if (day === today(now)) return "Today";
  return day === dayBefore(now) ? "Yesterday" : formatWeekday(day);
}

/** "Just now", "5 min", "2 h" for an instant of today, and its time for one of an earlier day. */
export function timeWords(instant: string, now: Date): string {
  if (localDay(instant) !== today(now)) return formatTime(instant);
  const minutes = Math.floor((now.getTime() - Date.parse(instant)) / minuteMs);
  if (minutes < 1) return "Just now";
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`;
}

/** Splits a list that is sorted by time into its days. */
export function byDay<E extends { readonly at: string }>(entries: readonly E[]): (readonly [string, readonly E[]])[] {
  const days = new Map<string, E[]>();
  for (const entry of entries) {
    const day = localDay(entry.at);
    const ofDay = days.get(day);
    if (ofDay) ofDay.push(entry);
    else days.set(day, [entry]);
  }
  return [...days];
}
