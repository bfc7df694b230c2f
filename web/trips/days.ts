import { dayOf } from "../core/calendar.ts";

/** The API's timestamp for a day `yyyy-mm-dd`, the value of a date input: midnight UTC. Empty stays empty. */
export const toWire = (day: string): string => (day === "" ? "" : `${dayOf(day)}T00:00:00.000Z`);

const utc = (timestamp: string) => new Date(toWire(timestamp));

/** The number of days of a trip, first and last included. */
export const daysOf = (start: string, end: string): number =>
  Math.round((utc(end).getTime() - utc(start).getTime()) / 86_400_000) + 1;
