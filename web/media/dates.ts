// Decision 082: why first views use no Intl.
import { dateOf, formatDay, formatShortDay, namesOf, today, two } from "../core/calendar.ts";

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;

const weekdayOf = (timestamp: string): string => weekdays[dateOf(timestamp).getUTCDay()] ?? "";

/** "4 Jul 2026, 18:20" for a clock time, `2026-07-04T18:20:00`, or for an instant by the clock of this browser. */
export function formatTime(time: string | Date): string {
  if (typeof time === "string") return `${formatDay(time)}, ${time.slice(11, 16)}`;
  return `${formatDay(today(time))}, ${two(time.getHours())}:${two(time.getMinutes())}`;
}

/** "Saturday 4 July" */
export function formatWeekday(timestamp: string): string {
  const { day, month } = namesOf(timestamp);
  return `${weekdayOf(timestamp)} ${day} ${month}`;
}

/** "Sat 4 Jul" */
export const formatShortWeekday = (timestamp: string): string =>
  `${weekdayOf(timestamp).slice(0, 3)} ${formatShortDay(timestamp)}`;

/** "July 2026" */
export function formatMonth(timestamp: string): string {
  const { month, year } = namesOf(timestamp);
  return `${month} ${year}`;
}
