import { locale } from "#contract/locale.ts";

/** `yyyy-mm-dd` of a day on the wire, the same in every time zone. */
export const dayOf = (timestamp: string): string => timestamp.slice(0, 10);

/** A number in two digits. */
const two = (part: number) => String(part).padStart(2, "0");

/** Today in the browser's time zone, as `yyyy-mm-dd`. */
export const today = (now = new Date()): string =>
  `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;

/** A function that writes a day on the wire in some style. */
export function dayWriter(style: Intl.DateTimeFormatOptions): (timestamp: string) => string {
  const format = new Intl.DateTimeFormat(locale, { ...style, timeZone: "UTC" });
  return (timestamp) => format.format(dateOf(timestamp));
}

/** The date of a day on the wire, at midnight in UTC. */
const dateOf = (timestamp: string): Date => new Date(dayOf(timestamp));

const days = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });

/** "4 Jul 2026" for a day on the wire. */
export const formatDay = (timestamp: string): string => days.format(dateOf(timestamp));

/** "4 – 11 Jul 2026" for two days on the wire; "4 Jul 2026" if they are equal. */
export const formatDays = (start: string, end: string): string => days.formatRange(dateOf(start), dateOf(end));

/** "20:00" for an instant, on the viewer's clock. */
export const formatTime = (instant: string): string =>
  new Date(instant).toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit" });
