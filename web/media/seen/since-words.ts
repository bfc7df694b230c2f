import { dayWriter, formatTime, today } from "../../core/calendar.ts";
import { yearAfter } from "../photos/days.ts";

const weekday = dayWriter({ weekday: "long" });
const date = dayWriter({ day: "numeric", month: "long" });
const dayMs = 86_400_000;

/** "14:20" of today, "yesterday", "Tuesday" of the last six days, else "3 June", with the year if it is another one. By the viewer's clock. */
export function sinceWords(instant: string, now = new Date()): string {
  const [day, nowDay] = [today(new Date(instant)), today(now)];
  const ago = Math.round((Date.parse(nowDay) - Date.parse(day)) / dayMs);
  if (ago <= 0) return formatTime(instant);
  if (ago === 1) return "yesterday";
  return ago < 7 ? weekday(day) : date(day) + yearAfter(day, nowDay);
}
