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
  /** `Link`, if a list goes on. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Later answers would be older than what the page has heard. */
const keptMs = 10_000;

let answers: Record<string, FirstAnswer> = {};

/** Has the first calls find their answers in the document. */
export function keepFirstAnswers(first: First | undefined): void {
  answers = { ...first?.answers };
  setTimeout(() => (answers = {}), keptMs);
}

/** The answer of a call from the document, as a response, for the first call at this address. */
export function takeFirst(address: string): Response | undefined {
  const found = answers[address];
  delete answers[address];
  return found && Response.json(found.body, { headers: found.headers });
}
