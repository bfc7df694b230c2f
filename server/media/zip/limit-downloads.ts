import type { Readable } from "node:stream";
import { Problem } from "../../platform/http/problem.ts";

/** The maximum of zips that one person may read from one server at the same time. */
const maxPerPerson = 4;

/** Keeps one person from using all bandwidth: answers 429 above the maximum, until one of their zips has ended. */
export function limitDownloads(): (userId: string, open: () => Readable) => Readable {
  const reading = new Map<string, number>();
  return (userId, open) => {
    const count = reading.get(userId) ?? 0;
    if (count >= maxPerPerson) {
      throw new Problem("too_many_requests", "downloads_too_many_at_once", {
        retryAfter: 30,
      });
    }
    const stream = open();
    reading.set(userId, count + 1);
    stream.once("close", () => {
      const left = reading.get(userId)! - 1;
      if (left > 0) reading.set(userId, left);
      else reading.delete(userId);
    });
    return stream;
  };
}
