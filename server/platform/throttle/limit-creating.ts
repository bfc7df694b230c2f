import type { Throttle } from "./throttle.ts";

/** Sixty at once, and then one a second. */
const creating = { atOnce: 60, everySeconds: 1 };

/** Returns a function that counts a squad, trip or award that a user creates. It throws 429 above the limit. */
export const limitCreating =
  (throttle: Throttle) =>
  (userId: string): Promise<void> =>
    throttle.count(`create ${userId}`, creating);
