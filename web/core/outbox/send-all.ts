import { ApiError, sentenceOf } from "../api.ts";
import type { Entry } from "./entry.ts";

export interface SendingPorts {
  /** The first entry that waits; undefined when none does. */
  readonly next: () => Promise<Entry | undefined>;
  /** Sends an entry with its key and returns the answer. */
  readonly send: (entry: Entry) => Promise<unknown>;
  /** Notes before a try that the server may have done it afterwards. */
  readonly onTry: (entry: Entry) => Promise<void>;
  readonly onSent: (entry: Entry, answer: unknown) => Promise<void>;
  readonly onRefused: (entry: Entry, sentence: string) => Promise<void>;
  /** False once another tab has taken over. */
  readonly mayGoOn: () => boolean;
}

/** Whether an entry waits after this error: the server was not reached, cannot do it now, or knows nobody or somebody else here. */
const isToWait = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status < 400 || error.status >= 500 || [401, 408, 429].includes(error.status);

/**
 * Sends what waits, one after the other. What the server refuses for good makes way for the next. Returns the error for which all others
 * wait; undefined when nothing waits any more.
 */
export async function sendAll(ports: SendingPorts): Promise<unknown> {
  while (ports.mayGoOn()) {
    const entry = await ports.next();
    if (!entry) return undefined;
    await ports.onTry(entry);
    try {
      const answer = await ports.send(entry);
      await ports.onSent(entry, answer);
    } catch (error) {
      if (isToWait(error)) return error;
      await ports.onRefused(entry, sentenceOf(error));
    }
  }
  return undefined;
}
