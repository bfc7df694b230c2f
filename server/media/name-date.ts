const stamped = /(?<!\d)(\d{4})[-_.]?(\d\d)[-_.]?(\d\d)(?:\sat\s|-WA|[-_ T.])*(\d\d)?[-_.:]?(\d\d)?[-_.:]?(\d\d)?/;

/**
 * When a file was made by its name, ISO 8601: phones and messengers write it there ("PXL_20250714_074107.mp4",
 * "IMG-20250714-WA0001.jpg"), and the messengers leave nothing else. Their clock is taken as UTC; without a time of day it is noon.
 */
export function dateInName(name: string): string | null {
  const [, ...parts] = stamped.exec(name) ?? [];
  const [year, month, day, hour, minute, second] = parts.map((part) => (part === undefined ? undefined : Number(part)));
  if (year === undefined || month === undefined || day === undefined) return null;
  const hasTime = hour !== undefined && minute !== undefined && hour < 24 && minute < 60 && !/-WA/.test(name);
  const time = hasTime ? [hour, minute, Math.min(second ?? 0, 59)] : [12, 0, 0];
  const moment = new Date(Date.UTC(year, month - 1, day, ...time));
  const isReal = year >= 1990 && moment.getUTCMonth() === month - 1 && moment.getUTCDate() === day;
  return isReal ? moment.toISOString() : null;
}
