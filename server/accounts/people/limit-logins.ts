// Decision 008: why a login counts by its browser, by its network, or with all strangers together.
import { Problem } from "../../platform/http/problem.ts";
import type { AttemptLimit, Throttle } from "../../platform/throttle/throttle.ts";

/** Where a login comes from, and for which account. */
interface Origin {
  /** The email key that was typed. */
  readonly key: string;
  /** The number of the browser, if the account has signed in with it. */
  readonly device: string | null;
  /** The network, if the account has signed in from it. */
  readonly ownNetwork: string | null;
  /** Tells the owner of the account that strangers have used up their tries. Called once a day at most. */
  readonly tellOfGuesses: () => Promise<void>;
}

/** From a network from which the account has signed in: ten wrong ones, then one in five minutes. */
const fromOwnNetwork: AttemptLimit = { atOnce: 10, everySeconds: 300 };
/** From all other networks together: ten wrong ones, then ten a day. */
const fromElsewhere: AttemptLimit = { atOnce: 10, everySeconds: 8640 };
const onceADay: AttemptLimit = { atOnce: 1, everySeconds: 86_400 };

/**
 * Returns a function that runs a login unless there were too many wrong ones. Strangers cannot use up the tries of a browser or a network
 * with which the owner has signed in.
 */
export const limitLogins =
  (guesses: Throttle) =>
  async <T>({ key, device, ownNetwork, tellOfGuesses }: Origin, attempt: () => Promise<T>): Promise<T> => {
    if (device !== null) return guesses.guess(`device ${key} ${device}`, attempt);
    if (ownNetwork !== null)
      return guesses.guess(
        `login ${key} from ${ownNetwork}`,
        attempt,
        fromOwnNetwork,
        "too_many_attempts_ask_for_link",
      );
    try {
      return await guesses.guess(`login ${key}`, attempt, fromElsewhere, "too_many_attempts_ask_for_link");
    } catch (error) {
      const isOver = error instanceof Problem && error.code === "too_many_requests";
      if (isOver && (await guesses.tryCount(`told of guesses ${key}`, onceADay))) await tellOfGuesses();
      throw error;
    }
  };
