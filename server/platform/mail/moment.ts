import { locale } from "#contract/locale.ts";

/** A moment as a sentence names it, with its time zone: "Sunday, 12 July 2026 at 20:00 (Europe/Lisbon)". */
export const momentOf = (date: Date, timeZone: string): string =>
  `${date.toLocaleString(locale, { weekday: "long", day: "numeric", month: "long", year: "numeric", hour: "2-digit", minute: "2-digit", timeZone })} (${timeZone.replaceAll("_", " ")})`;
