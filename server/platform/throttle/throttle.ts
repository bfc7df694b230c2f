// Decision 008: why guesses are counted per account.
import { hash } from "node:crypto";
import { Problem } from "../http/problem.ts";

/** So many at once, and from then on one in so many seconds. */
export interface Patience {
  readonly atOnce: number;
  readonly everySeconds: number;
}

/** What is guessed at, shared by all servers. */
export interface GuessStore {
  /** Counts one more, unless that is too many: then answers the seconds to wait. */
  take(key: Buffer, patience: Patience): Promise<number | null>;
  giveBack(key: Buffer, patience: Patience): Promise<void>;
}

export interface Guesses {
  /** Counts a request; 429 with the time to wait when there were too many. */
  count(what: string, patience: Patience): Promise<void>;
  /** Runs a guess at a secret. Only wrong ones count; once there were too many it is not even looked at. */
  guess<T>(what: string, attempt: () => Promise<T>): Promise<T>;
}

/** A password may be mistyped ten times; whoever goes on guessing has one try a minute. */
const forPasswords: Patience = { atOnce: 10, everySeconds: 60 };

/** Holds guessing back for each thing guessed at, wherever the guesses come from. Without `isOn` everything is let through. */
export function holdBack(store: GuessStore, isOn: boolean): Guesses {
  const keyOf = (what: string) => hash("sha256", what, "buffer");
  async function count(what: string, patience: Patience) {
    const wait = isOn ? await store.take(keyOf(what), patience) : null;
    if (wait !== null)
      throw new Problem("too_many_requests", "That was a bit much. Please wait a moment and try again.", {
        retryAfter: wait,
      });
  }
  return {
    count,
    async guess(what, attempt) {
      await count(what, forPasswords);
      const answer = await attempt();
      if (isOn) await store.giveBack(keyOf(what), forPasswords);
      return answer;
    },
  };
}
