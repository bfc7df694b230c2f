// Decision 017: why some failures are final and others wait.
import { oneLine } from "./draft.ts";

/** Why a mail can never arrive, in words that go on after "could not be reached: ". */
export interface Refusal {
  readonly reason: string;
  /** What the mail server said. It may name the address, so it is only for whoever knows that already. */
  readonly said: string;
}

/** A mail that will not arrive however often it is sent. */
export class Refused extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal, cause?: unknown) {
    super(`${refusal.reason} ${refusal.said}`.trim(), { cause });
    this.refusal = refusal;
  }
}

/** What an address that no mail was even tried for is told of. */
export const noSuchAddress: Refusal = { reason: "no mail can be sent to such an address.", said: "" };
/** Of an address that strangers have sent enough to. */
export const manyToday: Refusal = { reason: "it got a lot of mails from here today.", said: "" };
/** After the last try. */
export const givenUp: Refusal = { reason: "its mail server did not take the mail for two days.", said: "" };

const mostSaid = 200;

/** The words for a reply of a mail server, by its enhanced status code where it has one (RFC 3463). */
export function refusalBy(reply: string): Refusal {
  const said = oneLine(reply).slice(0, mostSaid).trim();
  const [, subject = "", detail = ""] = /\b[45]\.(\d{1,3})\.(\d{1,3})\b/.exec(reply) ?? [];
  if (subject === "1" && /^(1|2|3|6|10)$/.test(detail)) return { reason: "there is no such mailbox.", said };
  if (subject === "2" && detail === "2") return { reason: "the mailbox is full.", said };
  if ((subject === "3" && detail === "4") || /^552\b/.test(said)) return { reason: "the mail was too large.", said };
  return { reason: "its mail server refused the mail.", said };
}

interface SmtpError {
  readonly code?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

/** Replies that ask for a login: our own fault, and no reason to lose a mail. */
const loginWanted = new Set([530, 534, 535, 538]);

/**
 * What a failed delivery says of the mail itself: a refusal that will stay (5xx on sender, address or content). Undefined: of the
 * server or the way to it, or only for now (4xx), so that the mail is worth another try.
 */
export function findRefusal(error: unknown): Refusal | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, responseCode, response } = error as SmtpError;
  if (code !== "EENVELOPE" && code !== "EMESSAGE") return undefined;
  // Nothing was sent: the address, or the size that the server had announced.
  if (responseCode === undefined)
    return code === "EENVELOPE" ? noSuchAddress : { reason: "the mail was too large.", said: "" };
  if (responseCode < 500 || loginWanted.has(responseCode)) return undefined;
  return refusalBy(response ?? String(responseCode));
}

/** Whether a failure is about this one mail; otherwise every other mail meets it too. */
export const isAboutOneMail = (error: unknown): boolean => {
  const { code, responseCode } = error instanceof Error ? (error as SmtpError) : {};
  return (code === "EENVELOPE" || code === "EMESSAGE") && !loginWanted.has(responseCode ?? 0);
};
