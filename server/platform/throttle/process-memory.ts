import { LRUCache } from "lru-cache";
import { secondMs } from "../durations.ts";
import type { AttemptLimit, ThrottleMemory } from "./throttle.ts";

/** Remembers the attempts that this process sees, for limits that protect the process itself. `now` in milliseconds. */
export function processMemory(now: () => number = Date.now): ThrottleMemory {
  /** The mark in time of each key, which an attempt moves forward by `everySeconds`. */
  const marks = new LRUCache<string, number>({ max: 10_000 });
  const markOf = (what: string) => Math.max(marks.get(what) ?? 0, now());
  const waitOf = (what: string, { atOnce, everySeconds }: AttemptLimit) => {
    const ms = markOf(what) - now() - everySeconds * secondMs * (atOnce - 1);
    return ms > 0 ? Math.ceil(ms / secondMs) : null;
  };
  return {
    async take(what, limit) {
      const wait = waitOf(what, limit);
      if (wait === null) marks.set(what, markOf(what) + limit.everySeconds * secondMs);
      return wait;
    },
    async refund(what, { everySeconds }) {
      const mark = marks.get(what);
      if (mark !== undefined) marks.set(what, mark - everySeconds * secondMs);
    },
    findWait: async (what, limit) => waitOf(what, limit),
  };
}
