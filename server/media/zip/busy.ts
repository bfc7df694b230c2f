import type { Readable } from "node:stream";
import { Problem } from "../../platform/http/problem.ts";

/** So many zips one person may be reading from one server at a time. */
const mostAtOnce = 4;

/** Keeps a person from taking the whole line: 429 for one zip more than their share, until one of theirs has ended. */
export function fairShares(): (userId: string, open: () => Readable) => Readable {
  const reading = new Map<string, number>();
  return (userId, open) => {
    const count = reading.get(userId) ?? 0;
    if (count >= mostAtOnce) {
      throw new Problem("too_many_requests", "You are downloading a lot at once. Please wait for one to finish.", {
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
