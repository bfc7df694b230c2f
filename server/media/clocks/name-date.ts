import type { Moment } from "../inspect/exif.ts";

const stamped = /(?<!\d)(\d{4})[-_.]?(\d\d)[-_.]?(\d\d)(?:\sat\s|-WA|[-_ T.])*(\d\d)?[-_.:]?(\d\d)?[-_.:]?(\d\d)?/;

/** A Mac names screenshots so where the hours of a day are counted twice. */
const halfDays = /\s(\d{1,2})[.:](\d\d)[.:](\d\d)\s?([ap])m\b/i;

/**
 * When a file was made by its name: phones and messengers write it there ("IMG_20250714_094107.jpg", "IMG-20250714-WA0001.jpg"),
 * and the messengers leave nothing else. It is what their clock showed, but for Pixels ("PXL_…"), which write UTC. Without a time of
 * day it is noon.
 */
export function momentInName(name: string): Moment | null {
  const [, ...parts] = stamped.exec(name) ?? [];
  const [year, month, day, hour, minute, second] = parts.map((part) => (part === undefined ? undefined : Number(part)));
  if (year === undefined || month === undefined || day === undefined) return null;
  const [, twelfth, ...past] = halfDays.exec(name) ?? [];
  const hasTime = hour !== undefined && minute !== undefined && hour < 24 && minute < 60 && !/-WA/.test(name);
  const byDay = hasTime ? [hour, minute, Math.min(second ?? 0, 59)] : [12, 0, 0];
  const half = past[2]?.toLowerCase() === "p" ? 12 : 0;
  const time = twelfth === undefined ? byDay : [(Number(twelfth) % 12) + half, Number(past[0]), Number(past[1])];
  const moment = new Date(Date.UTC(year, month - 1, day, ...time));
  const isReal = year >= 1990 && moment.getUTCMonth() === month - 1 && moment.getUTCDate() === day;
  return isReal ? { takenAt: moment.toISOString(), utcOffset: null, isLocalClock: !/^PXL_/i.test(name) } : null;
}
