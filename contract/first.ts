import type { User } from "./people.ts";

/** What the document of a page says in `script#first`, so that the first view makes no call. */
export interface First {
  /** The viewer; null for a visitor. */
  readonly user: User | null;
  /** When the server began to read it, in milliseconds of its clock. */
  readonly at: number;
  /** Whether anybody has logged in with this browser. */
  readonly isReturning: boolean;
  /** Answers of calls by their addresses. */
  readonly answers: Readonly<Record<string, FirstAnswer>>;
}

/** An answer as the call sends it. */
export interface FirstAnswer {
  readonly body: unknown;
  /** `Link`, if a list goes on, and `ETag`, if the call names a version. */
  readonly headers: Readonly<Record<string, string>>;
}
