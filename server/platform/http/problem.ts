import { type ProblemCode, problems } from "#contract/problems.ts";

interface Extra {
  readonly issues?: readonly { readonly path: string; readonly message: string }[];
  /** Seconds. */
  readonly retryAfter?: number;
  /** The account has no photo library linked, or its permission has ended. */
  readonly needsLinking?: true;
}

/** A refusal that the caller can understand: a sentence for people and a code from the contract's closed list. */
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

/** For what the viewer may not know of: never tells a missing thing from a hidden one. */
export const notFound = (sentence = "Not found") => new Problem("not_found", sentence);

/** For whoever has not allowed us into their photo library, or does not any more. */
export const needsLinking = () =>
  new Problem("needs_linking", "Please connect your Google account first.", { needsLinking: true });

/** For what the viewer can see but not change. */
export const forbidden = (sentence: string) => new Problem("forbidden", sentence);
