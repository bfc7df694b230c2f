import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { Problem } from "../../platform/http/problem.ts";
import type { Throttle } from "../../platform/throttle/throttle.ts";

/** Three refused files at once, and then three in ten seconds. */
const refusing = { atOnce: 3, everySeconds: 10 / 3 };
/** The next uploads of a person with more begin so far apart. */
const apartMs = 1000;
/** Uploads that would wait longer are refused for now. */
const maxWaitMs = 10_000;

export interface Pace {
  /** Resolves when the server may read the person's next bytes. Rejects (429) when too many of their uploads wait already. */
  turn(person: string): Promise<void>;
  noteRefused(person: string): Promise<void>;
}

/**
 * Slows people down whose files are refused one after the other, so that the bytes of files that nobody gets to see hold up nobody else's.
 * `refused` counts in this process.
 */
export function openPace(
  refused: Throttle,
  now: () => number = Date.now,
  wait: (ms: number) => Promise<unknown> = sleep,
): Pace {
  /** When the next upload of a person may begin. */
  const nextAt = new LRUCache<string, number>({ max: 10_000 });
  return {
    async turn(person) {
      if ((await refused.findWait(person, refusing)) === null) return;
      const waitMs = Math.max(0, (nextAt.get(person) ?? 0) - now());
      if (waitMs > maxWaitMs)
        throw new Problem("too_many_requests", "uploads_too_many_refused", {
          retryAfter: Math.ceil(waitMs / 1000),
        });
      nextAt.set(person, now() + waitMs + apartMs);
      await wait(waitMs);
    },
    async noteRefused(person) {
      await refused.tryCount(person, refusing);
    },
  };
}
