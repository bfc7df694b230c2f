import type { Timed } from "../../media/clocks/local-clock.ts";
import { groupNames, safeName } from "../../media/zip/names.ts";
import type { OwnFile } from "../../schema/own-records.ts";
import { dayMs } from "../../platform/durations.ts";

/** Clocks differ from UTC by 14 hours at most, so no photo is further from its place in the order of time. */
const daysOpen = 3;

/**
 * Returns a function that names the files of photos: "2026-07-04 wave.jpg", by the local day and the name that the file had. The second
 * such name of a day gets a number. Photos come in the order of time, a film just after its photo, so the function remembers the names of
 * a few days only.
 */
export function nameDays(clockOf: (photo: Timed) => Date, folder: string) {
  const open = new Map<string, ReturnType<typeof groupNames>>();
  const namesOf = (day: string) => {
    const names = open.get(day) ?? groupNames();
    // Moves the day to the end.
    open.delete(day);
    open.set(day, names);
    return names;
  };
  const closeBefore = (day: string) => {
    for (const other of open.keys()) if (Date.parse(day) - Date.parse(other) > daysOpen * dayMs) open.delete(other);
  };
  return (photos: readonly OwnFile[]): Map<OwnFile, string> => {
    const paths = new Map<OwnFile, string>();
    for (let i = 0; i < photos.length;) {
      const photo = photos[i]!;
      const day = clockOf({ ...photo, takenAt: photo.orderedAt })
        .toISOString()
        .slice(0, 10);
      const nameOf = ({ fileName }: OwnFile) => safeName(`${day} ${fileName}`);
      const films = photos.slice(i + 1, i + 2).filter(({ filmOf }) => filmOf === photo.id);
      closeBefore(day);
      const named = namesOf(day)(`${folder}/${nameOf(photo)}`, films.map(nameOf));
      for (const [n, path] of named.entries()) paths.set(photos[i + n]!, path);
      i += named.length;
    }
    return paths;
  };
}
