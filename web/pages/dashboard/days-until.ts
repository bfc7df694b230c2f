import { dayOf } from "../../core/calendar.ts";

const dayMs = 86_400_000;

/** The whole days from `day` (`yyyy-mm-dd`) to the day of an API timestamp. */
export const daysUntil = (timestamp: string, day: string): number =>
  Math.round((Date.parse(dayOf(timestamp)) - Date.parse(day)) / dayMs);
