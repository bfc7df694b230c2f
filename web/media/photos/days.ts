import { today } from "../../core/calendar.ts";

/** Photos of one day, as the clock had it where they were taken. */
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
 * Splits photos, which come newest first, where the day changes. Those whose own clock nobody knows go by the clock of whoever looks:
 * the gallery's outline, which comes later, knows better.
 */
export function splitDays<Photo extends Dated>(photos: readonly Photo[]): readonly Day<Photo>[] {
  const days: { day: string; photos: Photo[] }[] = [];
  for (const photo of photos) {
    const own = photo.localTime?.slice(0, 10) ?? today(new Date(photo.takenAt));
    const last = days.at(-1);
    // Clocks that are set differently must not turn days back.
    const day = last && last.day < own ? last.day : own;
    if (last?.day === day) last.photos.push(photo);
    else days.push({ day, photos: [photo] });
  }
  return days;
}

const dayAndMonth = new Intl.DateTimeFormat("en-GB", {
  weekday: "long",
  day: "numeric",
  month: "long",
  timeZone: "UTC",
});

/** "Saturday 5 July"; a day of another year than `now` says which. */
export function nameOfDay(day: string, now = today()): string {
  const name = dayAndMonth.format(new Date(`${day}T00:00:00Z`));
  const year = day.slice(0, 4);
  return year === now.slice(0, 4) ? name : `${name} ${year}`;
}
