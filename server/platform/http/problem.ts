import { type ProblemCode, problems } from "#contract/problems.ts";
import type { RefusalEvent } from "./security-events.ts";

interface Extra {
  readonly issues?: { readonly path: string; readonly message: string }[];
  /** Seconds. */
  readonly retryAfter?: number;
  /** The account has no linked photo library, or its permission has ended. */
  readonly needsLinking?: true;
  /** The line of the security log, where the code alone does not tell it. */
  readonly event?: RefusalEvent;
}

/** A refusal with a sentence for people and a code from the contract's closed list. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly extra: Extra;
  constructor(code: ProblemCode, sentence: string, extra: Extra = {}) {
    super(sentence);
    this.code = code;
    this.extra = extra;
  }
  get status(): number {
    return problems[this.code];
  }
}

/** For things that are missing or hidden from the viewer. The reply is the same for both. */
export const notFound = (sentence = "Not found") => new Problem("not_found", sentence);

/** For a mailed link or an invite code that is used up, expired or invented. */
export const refusedToken = (sentence: string) => new Problem("not_found", sentence, { event: "token_refused" });

/** For people who have not linked their photo library, or whose permission has ended. */
export const needsLinking = () =>
  new Problem("needs_linking", "Please connect your Google account first.", { needsLinking: true });

/** For things that the viewer can see but not change. */
export const forbidden = (sentence: string) => new Problem("forbidden", sentence);

/** 429; `retryAfter` in seconds. `advice` is a sentence of its own. */
export const tooManyAttempts = (retryAfter: number, advice?: string) =>
  new Problem(
    "too_many_requests",
    `Too many attempts. Please wait a moment and try again.${advice === undefined ? "" : ` ${advice}`}`,
    { retryAfter },
  );
