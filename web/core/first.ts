import type { User } from "#contract/people.ts";

/** What the server writes into the document, so that the first view makes no call. */
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

interface FirstAnswer {
  readonly body: unknown;
  /** `Link`, if a list goes on, and `ETag`, if the call names a version. */
  readonly headers: Readonly<Record<string, string>>;
}

const keptMs = 10_000;

let answers: Record<string, FirstAnswer> = {};
let isKnown = false;

/** Stores the answers of the document for the first view. */
export function keepFirstAnswers(first: First | undefined): void {
  answers = { ...first?.answers };
  isKnown = first?.isReturning ?? false;
}

/** Whether anybody has logged in with this browser, as the document says. */
export const isReturning = (): boolean => isKnown;

/** Drops the answers after ten seconds, because later calls ask the server. */
export const dropFirstAnswersLater = (): unknown => setTimeout(dropFirstAnswers, keptMs);

/** Returns the body of the document's answer at this address, and keeps it. */
export const seeFirst = (address: string): unknown => answers[address]?.body;

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
