import type { User } from "#contract/people.ts";

/** What the server writes into the document, so that the first view makes no call. */
export interface First {
  /** The viewer; null for a visitor. */
  readonly user: User | null;
  /** When the server began to read it, in milliseconds of its clock. */
  readonly at: number;
  /** Answers of calls by their addresses. */
  readonly answers: Readonly<Record<string, FirstAnswer>>;
}

interface FirstAnswer {
  readonly body: unknown;
  /** `Link`, if a list goes on, and `ETag`, if the call names a version. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A call that comes later than this asks the server. */
const keptMs = 10_000;

let answers: Record<string, FirstAnswer> = {};

/** Stores the answers of the document for `takeFirst`. */
export function keepFirstAnswers(first: First | undefined): void {
  answers = { ...first?.answers };
  setTimeout(dropFirstAnswers, keptMs);
}

/** From now on every call asks the server, because something has changed. */
export const dropFirstAnswers = (): void => void (answers = {});

/**
 * Returns the document's answer for the first GET call at this address. A call of another method changes something, and it drops all
 * answers, because they may be out of date.
 */
export function takeFirst(method: string, address: string): Response | undefined {
  if (method !== "GET") dropFirstAnswers();
  const found = answers[address];
  delete answers[address];
  return found && Response.json(found.body, { headers: found.headers });
}
