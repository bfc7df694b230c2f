import { stampLocale } from "#contract/locale.ts";
import { dayOf } from "../core/calendar.ts";

/** The API's timestamp for a day `yyyy-mm-dd`, the value of a date input: midnight UTC. Empty stays empty. */
export const toWire = (day: string): string => (day === "" ? "" : `${dayOf(day)}T00:00:00.000Z`);

const utc = (timestamp: string) => new Date(toWire(timestamp));

const buildFormat = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(stampLocale, { ...options, timeZone: "UTC" });
const dayMonth = buildFormat({ month: "short", day: "numeric" });
const dayOnly = buildFormat({ day: "numeric" });
const full = buildFormat({ month: "short", day: "numeric", year: "numeric" });

/**
 * Two days of the API as a date stamp: "JUL 4 → 11, 2026". It writes a repeated month or year
 * once, and equal days as one.
 */
export function stampOf(start: string, end: string): string {
  const [from, to] = [dayOf(start), dayOf(end)];
  const same = (length: number) => from.slice(0, length) === to.slice(0, length);
  const first = same(4) ? dayMonth.format(utc(from)) : full.format(utc(from));
  const last = same(7) ? `${dayOnly.format(utc(to))}, ${to.slice(0, 4)}` : full.format(utc(to));
  return (same(10) ? full.format(utc(from)) : `${first} → ${last}`).toUpperCase();
}

/** The number of days of a trip, first and last included. */
export const daysOf = (start: string, end: string): number =>
  Math.round((utc(end).getTime() - utc(start).getTime()) / 86_400_000) + 1;
