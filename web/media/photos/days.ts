import { today } from "../../core/calendar.ts";
import { formatShortDay, formatShortWeekday, formatWeekday } from "../dates.ts";

/** The photos of one day, by the clock of the camera. */
export interface Day<Photo> {
  /** `yyyy-mm-dd`. */
  readonly day: string;
  readonly photos: readonly Photo[];
}

interface Dated {
  readonly takenAt: string;
  readonly localTime: string | null;
}

/**
 * Splits photos, newest first, into days. A photo without a clock of its own counts by that of this browser until the gallery's outline
 * arrives, which uses the clock of the trip.
 */
export function splitDays<Photo extends Dated>(photos: readonly Photo[]): readonly Day<Photo>[] {
  const days: { day: string; photos: Photo[] }[] = [];
  for (const photo of photos) {
    const own = photo.localTime?.slice(0, 10) ?? today(new Date(photo.takenAt));
    const last = days.at(-1);
    // Differently set clocks must not bring back a day that has ended.
    const day = last && last.day < own ? last.day : own;
    if (last?.day === day) last.photos.push(photo);
    else days.push({ day, photos: [photo] });
  }
  return days;
}

/** " 2025" after a day of another year than that of `now`. */
export const yearAfter = (day: string, now: string): string =>
  day.slice(0, 4) === now.slice(0, 4) ? "" : ` ${day.slice(0, 4)}`;

/** "Saturday 5 July", with the year if it is not that of `now`. */
export const nameOfDay = (day: string, now = today()): string => formatWeekday(day) + yearAfter(day, now);

/**
 * The names of a day, the longest first: "Saturday 5 July", "Sat 5 Jul", "5 Jul", each with the year if it is not that of `now`. With the
 * first day of a trip they count its days: "Day 2 · Saturday 5 July", "Day 2 · 5 Jul", "Day 2".
 */
export function namesOfDay(day: string, firstDay?: string, now = today()): readonly string[] {
  const names = [formatWeekday(day), formatShortWeekday(day), formatShortDay(day)].map(
    (name) => name + yearAfter(day, now),
  );
  if (firstDay === undefined || day < firstDay) return names;
  const number = `Day ${1 + Math.round((Date.parse(day) - Date.parse(firstDay)) / dayMs)}`;
  return [...names.map((name) => `${number} · ${name}`), number];
}

const dayMs = 86_400_000;
