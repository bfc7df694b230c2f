import { dayOf } from "../core/calendar.ts";

/** The API's timestamp for a day `yyyy-mm-dd`, the value of a date input: midnight UTC. Empty stays empty. */
export const toWire = (day: string): string => (day === "" ? "" : `${dayOf(day)}T00:00:00.000Z`);

const utc = (timestamp: string) => new Date(toWire(timestamp));

/** The number of days of a trip, first and last included. */
export const daysOf = (start: string, end: string): number =>
  Math.round((utc(end).getTime() - utc(start).getTime()) / 86_400_000) + 1;

/** The day so many days after a day `yyyy-mm-dd`, in the same form. Empty after what is no such day. */
export function dayAfter(day: string, days: number): string {
  const at = utc(day).getTime() + days * 86_400_000;
  return Number.isNaN(at) ? "" : dayOf(new Date(at).toISOString());
}

/** The end of a trip whose start moves from one day to another, so that it keeps its nights. Undefined without a day or a night to keep. */
export function endAfterMove(from: string, to: string, end: string): string | undefined {
  const nights = daysOf(from, end) - 1;
  return to === "" || !(nights >= 0) ? undefined : dayAfter(to, nights);
}
