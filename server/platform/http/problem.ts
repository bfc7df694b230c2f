import { type ProblemCode, problems } from "#contract/problems.ts";
import { textOf } from "#contract/refusal-texts.ts";
import type { PlainKey, Sentence } from "#contract/refusals.ts";
import type { RefusalEvent } from "./security-events.ts";

/** Says that a field breaks a rule. It has a key if its message stands in the catalogue, and none if the message comes from a schema. */
export interface Issue extends Partial<Sentence> {
  readonly path: string;
  readonly message: string;
}

interface Extra {
  readonly issues?: Issue[];
  /** Seconds. */
  readonly retryAfter?: number;
  /** The account has no linked photo library, or its permission has ended. */
  readonly needsLinking?: true;
  /** The thing as it is now, if somebody has changed the same of it meanwhile. */
  readonly current?: Readonly<Record<string, unknown>>;
  /** The line of the security log, where the code alone does not tell it. */
  readonly event?: RefusalEvent;
}

/** A refusal with a sentence of the catalogue and a code from the contract's closed list. `text` is the message of a schema. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly sentence: Sentence | null;
  readonly extra: Extra;
  constructor(code: ProblemCode, what: PlainKey | Sentence | { readonly text: string }, extra: Extra = {}) {
    const sentence = typeof what === "string" ? { key: what } : what;
    super("text" in sentence ? sentence.text : textOf(sentence));
    this.code = code;
    this.sentence =
      "text" in sentence ? null : { key: sentence.key, ...(sentence.values && { values: sentence.values }) };
    this.extra = extra;
  }
  get status(): number {
    return problems[this.code];
  }
}

/** For things that are missing or hidden from the viewer. The reply is the same for both. */
export const notFound = (key: PlainKey = "not_found") => new Problem("not_found", key);

/** For a mailed link or an invite code that is used up, expired or invented. */
export const refusedToken = (key: PlainKey) => new Problem("not_found", key, { event: "token_refused" });

/** For people who have not linked their photo library, or whose permission has ended. */
export const needsLinking = () => new Problem("needs_linking", "library_not_linked", { needsLinking: true });

/** For things that the viewer can see but not change. */
export const forbidden = (key: PlainKey) => new Problem("forbidden", key);

/** For a field that breaks a rule. `atField` is shown beside it, where it differs from the sentence of the refusal. */
export const refusedField = (path: string, what: PlainKey | Sentence, atField = what, extra: Extra = {}) =>
  new Problem("invalid_input", what, { ...extra, issues: [issueOf(path, atField)] });

/** Returns the issue of a field whose message stands in the catalogue. */
export function issueOf(path: string, what: PlainKey | Sentence): Issue {
  const sentence = typeof what === "string" ? { key: what } : what;
  return { path, message: textOf(sentence), ...sentence };
}

/** 429; `retryAfter` in seconds. */
export const tooManyAttempts = (retryAfter: number, key: PlainKey = "too_many_attempts") =>
  new Problem("too_many_requests", key, { retryAfter });
