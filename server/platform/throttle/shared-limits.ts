import type { Throttle } from "./throttle.ts";

/** Sixty in ten minutes. */
const byLink = { atOnce: 60, everySeconds: 10 };

/** Counts somebody who comes by the link of a squad. Throws 429 above the limit, which the networks of these people do not matter to. */
export const countByLink = (throttle: Throttle, what: "register" | "login" | "join", squadId: string): Promise<void> =>
  throttle.count(`${what} by link ${squadId}`, byLink);

/** Sixty at once, and then one a second. */
const creating = { atOnce: 60, everySeconds: 1 };

/** Returns a function that counts a squad, trip or award that a user creates. It throws 429 above the limit. */
export const limitCreating =
  (throttle: Throttle) =>
  (userId: string): Promise<void> =>
    throttle.count(`create ${userId}`, creating);
