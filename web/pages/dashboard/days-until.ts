import { dayOf } from "../../core/calendar.ts";

const dayMs = 86_400_000;

/** Whole days from a day `yyyy-mm-dd` to a day on the wire. */
export const daysUntil = (timestamp: string, day: string): number =>
  Math.round((Date.parse(dayOf(timestamp)) - Date.parse(day)) / dayMs);
