import { type CaptureTime, captureTimeAt, findTime } from "./capture-time.ts";

/**
 * Reads the capture time from a file name. Phones and messengers write it there ("IMG_20250714_094107.jpg",
 * "IMG-20250714-WA0001.jpg"), and messengers remove all other metadata. It is local time, except on Pixel phones ("PXL_…"), which write
 * UTC, and in milliseconds since 1970. A date without a time counts as noon.
 */
export function captureTimeInName(name: string): CaptureTime | null {
  const found = findTime(name);
  if (found) return { ...captureTimeAt(found.clock), isLocalClock: !(/^PXL_/i.test(name) || /^Z\b/.test(found.rest)) };
  const [milliseconds] = /(?<!\d)1\d{12}(?!\d)/.exec(name) ?? [];
  return milliseconds === undefined ? null : captureTimeAt(Number(milliseconds));
}
