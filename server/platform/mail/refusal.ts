// Decision 017: why some failures are final and others wait.
// Written by hand because nodemailer reports reply codes, and people need words.
import { oneLine } from "./letter.ts";

/** Why a mail can never arrive. `reason` continues the sentence "could not be reached: ". */
export interface Refusal {
  readonly reason: string;
  /** The mail server's reply. It may contain the address, so show it only to people who know that. */
  readonly said: string;
}

/** The mail can never arrive, so it is not retried. */
export class Refused extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal, cause?: unknown) {
    super(`${refusal.reason} ${refusal.said}`.trim(), { cause });
    this.refusal = refusal;
  }
}

/** For an invalid address, to which nothing was sent. */
export const noSuchAddress: Refusal = { reason: "no mail can be sent to such an address.", said: "" };
/** For an address that has reached its limit of unrequested mails. */
export const tooManyToday: Refusal = { reason: "it got a lot of mails from here today.", said: "" };
/** For a mail whose last try failed. */
export const givenUp: Refusal = { reason: "its mail server did not take the mail for two days.", said: "" };

const maxSaidLength = 200;

/** The refusal for a mail server's reply, by its enhanced status code if it has one (RFC 3463). */
function refusalBy(reply: string): Refusal {
  const said = oneLine(reply).slice(0, maxSaidLength).trim();
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

/** Replies about our login. They are a fault of our settings, so the mail is retried. */
const loginWanted = new Set([530, 534, 535, 538]);

/**
 * The final refusal in a delivery error: a 5xx reply about sender, address or content. Undefined if the mail should be retried: the
 * server or connection failed, or the reply is temporary (4xx).
 */
export function findRefusal(error: unknown): Refusal | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, responseCode, response } = error as SmtpError;
  if (code !== "EENVELOPE" && code !== "EMESSAGE") return undefined;
  // Without a reply, nodemailer refused the address, or the size that the server had announced.
  if (responseCode === undefined)
    return code === "EENVELOPE" ? noSuchAddress : { reason: "the mail was too large.", said: "" };
  if (responseCode < 500 || loginWanted.has(responseCode)) return undefined;
  return refusalBy(response ?? String(responseCode));
}

/** Whether an error concerns this mail only; otherwise it concerns every mail. */
export const isAboutOneMail = (error: unknown): boolean => {
  const { code, responseCode } = error instanceof Error ? (error as SmtpError) : {};
  return (code === "EENVELOPE" || code === "EMESSAGE") && !loginWanted.has(responseCode ?? 0);
};
