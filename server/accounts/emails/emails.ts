// Decision 010: why only a mailed link confirms an address.
import { hash, randomBytes } from "node:crypto";
import { newId } from "../../platform/db/id.ts";
import { Problem, notFound } from "../../platform/http/problem.ts";
import { emailKey } from "../../platform/mail/email-key.ts";

/** A request for a link that shows whose an address is. */
export interface LinkRequest {
  readonly id: string;
  readonly userId: string;
  readonly email: string;
  readonly emailKey: string;
  /** The account is to take this address; else it has it. */
  readonly isChange: boolean;
  /** Where the link leads, without a slash at its end. */
  readonly origin: string;
}

export interface OpenLink {
  readonly email: string;
  readonly firstName: string;
  readonly isChange: boolean;
  readonly origin: string;
  /** Somebody else has the address that is wanted. */
  readonly isTaken: boolean;
}

export interface ChangeNotice {
  readonly email: string;
  readonly formerEmail: string;
  readonly firstName: string;
}

/** So many letters of a kind, to a person or to an address. */
export interface Patience {
  readonly apartSeconds: number;
  readonly aDay: number;
}

export interface EmailStore {
  /** Remembers the request instead of earlier ones and posts its letter in one transaction; or answers the seconds to wait. */
  ask(request: LinkRequest, patience: Patience | null): Promise<number | null>;
  /** The request, unless it was used, replaced, or is settled; null too when a newer one stands beside it. */
  findOpen(id: string): Promise<OpenLink | null>;
  /** False when the request was replaced meanwhile. */
  seal(id: string, tokenHash: Buffer, expiresAt: Date): Promise<boolean>;
  /** Uses up a token of this person and does what it is for. Null when it opens nothing (any more); "taken" when somebody else has the address. */
  redeem(userId: string, tokenHash: Buffer): Promise<Redeemed | "taken" | null>;
  findNotice(id: string): Promise<ChangeNotice | null>;
}

export interface Redeemed {
  readonly email: string;
  readonly changed: boolean;
}

const lifeMs = 48 * 3600 * 1000;
const patience: Patience = { apartSeconds: 60, aDay: 5 };

interface Asker {
  readonly id: string;
  readonly email: string;
}

/** What to keep of someone who wants the link for the address they have. */
export const linkFor = (who: Asker, origin: string): LinkRequest => ({
  id: newId(),
  userId: who.id,
  email: who.email,
  emailKey: emailKey(who.email),
  isChange: false,
  origin,
});

/** Has the link mailed again. 429 when one went a moment ago, or five today. */
export async function askAgain(store: EmailStore, who: Asker, origin: string, isHeldBack: boolean) {
  await ask(store, linkFor(who, origin), isHeldBack);
}

/** Has a link mailed to the address that someone wants instead. Whether somebody else has it is found out when the mail is written. */
export async function askForChange(store: EmailStore, who: Asker, email: string, origin: string, isHeldBack: boolean) {
  if (email === who.email)
    throw new Problem("invalid_input", "This is your address already.", {
      issues: [{ path: "email", message: "This is your address already" }],
    });
  await ask(store, { ...linkFor({ id: who.id, email }, origin), isChange: true }, isHeldBack);
}

async function ask(store: EmailStore, request: LinkRequest, isHeldBack: boolean) {
  const wait = await store.ask(request, isHeldBack ? patience : null);
  if (wait === null) return;
  const sentence =
    wait <= patience.apartSeconds
      ? "A link went to this address a moment ago. Please wait a minute before you ask for another."
      : "Several links went to this address today. Please try again tomorrow.";
  throw new Problem("too_many_requests", sentence, { retryAfter: wait });
}

/** Makes the token of a letter that is about to go. Null: nobody should get this letter. */
export async function sealLink(store: EmailStore, id: string, now: Date) {
  const link = await store.findOpen(id);
  if (!link) return null;
  const token = randomBytes(32).toString("base64url");
  const isSealed = await store.seal(id, hashOf(token), new Date(now.getTime() + lifeMs));
  return isSealed ? { ...link, token } : null;
}

/**
 * Confirms somebody's address by the link that was mailed to them. Used, replaced, expired and invented links and those
 * of other accounts sound alike (404); 409 when the address is somebody else's by now.
 */
export async function confirmEmail(store: EmailStore, userId: string, token: string): Promise<Redeemed> {
  const redeemed = await store.redeem(userId, hashOf(token));
  if (redeemed === "taken") throw new Problem("email_taken", "Another account has this address by now.");
  if (!redeemed)
    throw notFound(
      "This link has expired, was used already, or is for another account. You can have a new one sent from your account page.",
    );
  return redeemed;
}

const hashOf = (token: string) => hash("sha256", token, "buffer");
