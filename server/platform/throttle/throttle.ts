// Decision 008: why guesses are counted per account.
// Written by hand because rate-limiter-flexible counts in fixed windows, which allow twice the limit around their border.
import type { PlainKey } from "#contract/refusals.ts";
import { tooManyAttempts } from "../http/problem.ts";

/** A limit: `atOnce` attempts, then one every `everySeconds`. */
export interface AttemptLimit {
  readonly atOnce: number;
  readonly everySeconds: number;
}

/** What remembers attempts: the database for all servers together, or a process for itself. `what` names who attempts what. */
export interface ThrottleMemory {
  /** Counts an attempt and returns null; above the limit it counts nothing and returns the seconds to wait. */
  take(what: string, limit: AttemptLimit): Promise<number | null>;
  /** Takes back the count of an attempt. */
  refund(what: string, limit: AttemptLimit): Promise<void>;
  /** The seconds to wait before the next attempt; null if it may come now. Counts nothing. */
  findWait(what: string, limit: AttemptLimit): Promise<number | null>;
}

export interface Throttle {
  /** Counts an attempt; above the limit in `spare`, if there is one. Throws 429 with the time to wait above that. */
  count(what: string, limit: AttemptLimit, spare?: SpareCount): Promise<void>;
  /** Counts an attempt. False above the limit. */
  tryCount(what: string, limit: AttemptLimit): Promise<boolean>;
  /** The seconds to wait before the next attempt; null if it may come now. Counts nothing. */
  findWait(what: string, limit: AttemptLimit): Promise<number | null>;
  /**
   * Runs `attempt`, which throws for a wrong secret. Only wrong ones count; above the limit it does not run. `advice` is a sentence of the
   * 429 that names another way.
   */
  guess<T>(what: string, attempt: () => Promise<T>, limit?: AttemptLimit, refusal?: PlainKey): Promise<T>;
}

/** A count that takes attempts above the limit, such as that of a network, so that a flood from elsewhere does not use it up. */
interface SpareCount {
  readonly what: string;
  readonly limit: AttemptLimit;
}

/** Ten wrong passwords, then one try a minute. */
const forPasswords: AttemptLimit = { atOnce: 10, everySeconds: 60 };

/** Throttles attempts by what `what` names, from all network addresses together. Without `isOn` there is no limit. */
export function openThrottle(memory: ThrottleMemory, isOn: boolean): Throttle {
  return {
    async count(what, limit, spare) {
      const wait = isOn ? await memory.take(what, limit) : null;
      if (wait === null) return;
      if (!spare || (await memory.take(spare.what, spare.limit)) !== null) throw tooManyAttempts(wait);
    },
    tryCount: async (what, limit) => !isOn || (await memory.take(what, limit)) === null,
    findWait: async (what, limit) => (isOn ? memory.findWait(what, limit) : null),
    async guess(what, attempt, limit = forPasswords, refusal) {
      if (!isOn) return attempt();
      const wait = await memory.take(what, limit);
      if (wait !== null) throw tooManyAttempts(wait, refusal);
      const answer = await attempt();
      await memory.refund(what, limit);
      return answer;
    },
  };
}

/** Sixty in ten minutes. */
const byLink = { atOnce: 60, everySeconds: 10 };

/** Counts somebody who comes by the link of a squad. Throws 429 above the limit, which the networks of these people do not matter to. */
export const countByLink = (
  throttle: Throttle,
  what: "register" | "login" | "join" | "seat",
  squadId: string,
): Promise<void> => throttle.count(`${what} by link ${squadId}`, byLink);

/** Sixty at once, and then one a second. */
const creating = { atOnce: 60, everySeconds: 1 };

/** Returns a function that counts a squad, trip or award that a user creates. It throws 429 above the limit. */
export const limitCreating =
  (throttle: Throttle) =>
  (userId: string): Promise<void> =>
    throttle.count(`create ${userId}`, creating);
