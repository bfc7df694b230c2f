import { locale } from "#contract/locale.ts";
import { dayWriter } from "../core/calendar.ts";

const style = { dateStyle: "medium", timeStyle: "short" } as const;
const here = new Intl.DateTimeFormat(locale, style);
const there = new Intl.DateTimeFormat(locale, { ...style, timeZone: "UTC" });

/** "4 Jul 2026, 18:20" for a clock time, `2026-07-04T18:20:00`, or for an instant by the clock of this browser. */
export const formatTime = (time: string | Date): string =>
  typeof time === "string" ? there.format(new Date(`${time}Z`)) : here.format(time);

/** "July 2026" */
export const formatMonth = dayWriter({ month: "long", year: "numeric" });

/** "Saturday 4 July" */
export const formatWeekday = dayWriter({ weekday: "long", day: "numeric", month: "long" });

/** "Sat 4 Jul" */
export const formatShortWeekday = dayWriter({ weekday: "short", day: "numeric", month: "short" });

/** "4 Jul" */
export const formatShortDay = dayWriter({ day: "numeric", month: "short" });
