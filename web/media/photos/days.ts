import { locale } from "#contract/locale.ts";
import { today } from "../../core/calendar.ts";

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

const dayAndMonth = new Intl.DateTimeFormat(locale, {
  weekday: "long",
  day: "numeric",
  month: "long",
  timeZone: "UTC",
});

/** "Saturday 5 July", with the year if it is not that of `now`. */
export function nameOfDay(day: string, now = today()): string {
  const name = dayAndMonth.format(new Date(`${day}T00:00:00Z`));
  const year = day.slice(0, 4);
  return year === now.slice(0, 4) ? name : `${name} ${year}`;
}
