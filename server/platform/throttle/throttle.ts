// Decision 008: why guesses are counted per account.
// Written by hand because rate-limiter-flexible counts in fixed windows, which allow twice the limit around their border.
import { hash } from "node:crypto";
import { tooManyAttempts } from "../http/problem.ts";

/** A limit: `atOnce` attempts, then one every `everySeconds`. */
export interface AttemptLimit {
  readonly atOnce: number;
  readonly everySeconds: number;
}

/** Counts attempts by key, for all servers together. */
export interface ThrottleStore {
  /** Counts an attempt and returns null; above the limit it returns the seconds to wait. */
  take(key: Buffer, limit: AttemptLimit): Promise<number | null>;
  refund(key: Buffer, limit: AttemptLimit): Promise<void>;
}

export interface Throttle {
  /** Counts an attempt; above the limit in `spare`, if there is one. Throws 429 with the time to wait above that. */
  count(what: string, limit: AttemptLimit, spare?: SpareCount): Promise<void>;
  /** Counts an attempt. False above the limit. */
  tryCount(what: string, limit: AttemptLimit): Promise<boolean>;
  /**
   * Runs `attempt`, which throws for a wrong secret. Only wrong ones count; above the limit it does not run. `advice` is a sentence of the
   * 429 that names another way.
   */
  guess<T>(what: string, attempt: () => Promise<T>, limit?: AttemptLimit, advice?: string): Promise<T>;
}

/** A count that takes attempts above the limit, such as that of a network, so that a flood from elsewhere does not use it up. */
export interface SpareCount {
  readonly what: string;
  readonly limit: AttemptLimit;
}

/** Ten wrong passwords, then one try a minute. */
const forPasswords: AttemptLimit = { atOnce: 10, everySeconds: 60 };

/** Throttles attempts by their target, from all network addresses together. Without `isOn` there is no limit. */
export function openThrottle(store: ThrottleStore, isOn: boolean): Throttle {
  const keyOf = (what: string) => hash("sha256", what, "buffer");
  return {
    async count(what, limit, spare) {
      const wait = isOn ? await store.take(keyOf(what), limit) : null;
      if (wait === null) return;
      if (!spare || (await store.take(keyOf(spare.what), spare.limit)) !== null) throw tooManyAttempts(wait);
    },
    tryCount: async (what, limit) => !isOn || (await store.take(keyOf(what), limit)) === null,
    async guess(what, attempt, limit = forPasswords, advice) {
      if (!isOn) return attempt();
      const key = keyOf(what);
      const wait = await store.take(key, limit);
      if (wait !== null) throw tooManyAttempts(wait, advice);
      const answer = await attempt();
      await store.refund(key, limit);
      return answer;
    },
  };
}
