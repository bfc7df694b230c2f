import type { CaptureTime } from "../inspect/exif.ts";

const dateInName = /(?<!\d)(\d{4})[-_.]?(\d\d)[-_.]?(\d\d)(?:\sat\s|-WA|[-_ T.])*(\d\d)?[-_.:]?(\d\d)?[-_.:]?(\d\d)?/;

/** The time in a Mac's screenshot names under a 12-hour clock. */
const twelveHourTime = /\s(\d{1,2})[.:](\d\d)[.:](\d\d)\s?([ap])m\b/i;

/**
 * Reads the capture time from a file name. Phones and messengers write it there ("IMG_20250714_094107.jpg",
 * "IMG-20250714-WA0001.jpg"), and messengers remove all other metadata. It is local time, except on Pixel phones ("PXL_…"), which write
 * UTC. A date without a time counts as noon.
 */
export function captureTimeInName(name: string): CaptureTime | null {
  const [, ...parts] = dateInName.exec(name) ?? [];
  const [year, month, day, hour, minute, second] = parts.map((part) => (part === undefined ? undefined : Number(part)));
  if (year === undefined || month === undefined || day === undefined) return null;
  const [, twelveHour, ...past] = twelveHourTime.exec(name) ?? [];
  const hasTime = hour !== undefined && minute !== undefined && hour < 24 && minute < 60 && !/-WA/.test(name);
  const byDay = hasTime ? [hour, minute, Math.min(second ?? 0, 59)] : [12, 0, 0];
  const half = past[2]?.toLowerCase() === "p" ? 12 : 0;
  const time = twelveHour === undefined ? byDay : [(Number(twelveHour) % 12) + half, Number(past[0]), Number(past[1])];
  const moment = new Date(Date.UTC(year, month - 1, day, ...time));
  const isReal = year >= 1990 && moment.getUTCMonth() === month - 1 && moment.getUTCDate() === day;
  return isReal ? { takenAt: moment.toISOString(), utcOffset: null, isLocalClock: !/^PXL_/i.test(name) } : null;
}
