// Written by hand because Intl and the date input do the rest, so a date library would only add bytes.
import { locale } from "#contract/locale.ts";

/** `yyyy-mm-dd` of a day on the wire, the same in every time zone. */
export const dayOf = (timestamp: string): string => timestamp.slice(0, 10);

/** Today in the browser's time zone, as `yyyy-mm-dd`. */
export function today(now = new Date()): string {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

const written = new Intl.DateTimeFormat(locale, {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

/** "4 Jul 2026" for a day on the wire. */
export const formatDay = (timestamp: string): string => written.format(utc(timestamp));

/** "4 – 11 Jul 2026" for two days on the wire; "4 Jul 2026" if they are equal. */
export const formatDays = (start: string, end: string): string => written.formatRange(utc(start), utc(end));

const utc = (timestamp: string) => new Date(`${dayOf(timestamp)}T00:00:00Z`);
