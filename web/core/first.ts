import type { First, FirstAnswer } from "#contract/first.ts";

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

/** Returns the document's answer at this address, and keeps it. */
export const seeFirst = (address: string): FirstAnswer | undefined => answers[address];

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
