// Written by hand because libraries answer an hour that a zone has twice by the zone of the machine; Temporal would be right, but few browsers have it.

const dayMs = 86_400_000;

/** The clock time of an instant in a time zone, as a `datetime-local` input holds it: `2026-07-12T20:00`. */
export function localTimeOf(instant: Date | number, timeZone?: string): string {
  // The Swedish form of a date and time is the one of ISO 8601.
  const format = new Intl.DateTimeFormat("sv-SE", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  return format.format(instant).replace(" ", "T");
}

/**
 * The instant at which clocks in a time zone show `local`, `2026-07-12T20:00`. In the night of a change of summer time, an hour that comes
 * twice counts the first time, and a time that the clocks skip counts as if they had not been changed. Undefined if `local` is no time.
 */
export function findInstant(local: string, timeZone: string): Date | undefined {
  const wall = Date.parse(`${local}Z`);
  if (Number.isNaN(wall)) return undefined;
  const offsetAt = (instant: number) => Date.parse(`${localTimeOf(instant, timeZone)}Z`) - instant;
  // The offsets of the day before and the day after, which differ around a change.
  const [first, second] = [wall - offsetAt(wall - dayMs), wall - offsetAt(wall + dayMs)] as const;
  const shows = (instant: number) => localTimeOf(instant, timeZone) === local;
  return new Date(!shows(first) && shows(second) ? second : first);
}
