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
  /** Counts an attempt. Throws 429 with the time to wait above the limit. */
  count(what: string, limit: AttemptLimit): Promise<void>;
  /** Runs `attempt`, which throws for a wrong secret. Only wrong ones count; above the limit it does not run. */
  guess<T>(what: string, attempt: () => Promise<T>, spare?: Spare): Promise<T>;
}

/** What is left above the limit. */
export interface Spare {
  /** A count of its own with few attempts. Strangers elsewhere cannot use it up. */
  readonly what: string;
  /** A sentence of the 429 that names another way. */
  readonly advice: string;
}

/** Ten wrong passwords, then one try a minute. */
const forPasswords: AttemptLimit = { atOnce: 10, everySeconds: 60 };
/** Two wrong passwords, then one try every half an hour. */
const forSpare: AttemptLimit = { atOnce: 2, everySeconds: 1800 };

/** Throttles attempts by their target, from all network addresses together. Without `isOn` there is no limit. */
export function openThrottle(store: ThrottleStore, isOn: boolean): Throttle {
  const keyOf = (what: string) => hash("sha256", what, "buffer");
  return {
    async count(what, limit) {
      const wait = isOn ? await store.take(keyOf(what), limit) : null;
      if (wait !== null) throw tooManyAttempts(wait);
    },
    async guess(what, attempt, spare) {
      if (!isOn) return attempt();
      let taken = { key: keyOf(what), limit: forPasswords };
      const wait = await store.take(taken.key, taken.limit);
      if (wait !== null) {
        if (!spare) throw tooManyAttempts(wait);
        taken = { key: keyOf(spare.what), limit: forSpare };
        if ((await store.take(taken.key, taken.limit)) !== null) throw tooManyAttempts(wait, spare.advice);
      }
      const answer = await attempt();
      await store.refund(taken.key, taken.limit);
      return answer;
    },
  };
}
