import type { Throttle } from "./throttle.ts";

/** Sixty in ten minutes. */
const byLink = { atOnce: 60, everySeconds: 10 };

/** Counts somebody who comes by the link of a squad. Throws 429 above the limit, which the networks of these people do not matter to. */
export const countByLink = (throttle: Throttle, what: "register" | "login" | "join", squadId: string): Promise<void> =>
  throttle.count(`${what} by link ${squadId}`, byLink);
