// Decision 010: why only a mailed link confirms an address.
import { hash, randomBytes } from "node:crypto";
import type { Tx } from "../../schema/database.ts";
import { newId } from "../../platform/db/id.ts";
import { Problem, refusedField, refusedToken } from "../../platform/http/problem.ts";
import { emailKey, shownEmail } from "../../platform/mail/email-key.ts";

/** A request for a link that confirms an address. */
export interface LinkRequest {
  readonly id: string;
  readonly userId: string;
  readonly email: string;
  readonly emailKey: string;
  /** True: the account changes to this address. False: it has the address already. */
  readonly isChange: boolean;
  /** Origin of the link, without a slash at the end. */
  readonly origin: string;
}

export interface OpenLink {
  readonly email: string;
  readonly firstName: string;
  readonly isChange: boolean;
  readonly origin: string;
  /** Another account has this address. */
  readonly isTaken: boolean;
}

/** Tells the former address of an account about a change, in its transaction. */
export type TellChanged = (tx: Tx, change: { readonly email: string; readonly formerEmail: string }) => Promise<void>;

/** The limit on mails of one kind, to a person or to an address. */
export interface MailLimit {
  readonly apartSeconds: number;
  readonly aDay: number;
}

export interface EmailStore {
  /** Replaces earlier requests and queues the mail in one transaction. Over the limit it returns the seconds to wait. */
  ask(request: LinkRequest, mailLimit: MailLimit | null): Promise<number | null>;
  /** Null if the request was used or replaced, or its address is confirmed. */
  findOpen(id: string): Promise<OpenLink | null>;
  /** Stores the hash of the token. False if the request was replaced. */
  keepToken(id: string, tokenHash: Buffer, expiresAt: Date): Promise<boolean>;
  /** Uses up a token of this person and confirms or changes the address. Null if the token is not valid; "taken" if another account has it. */
  redeem(userId: string, tokenHash: Buffer, tellChanged: TellChanged): Promise<Redeemed | "taken" | null>;
}

export interface Redeemed {
  readonly email: string;
  readonly changed: boolean;
}

const lifeMs = 48 * 3600 * 1000;
const mailLimit: MailLimit = { apartSeconds: 60, aDay: 5 };

interface Asker {
  readonly id: string;
  readonly email: string;
}

/** The request for a link that confirms the address somebody has. */
export const linkFor = (who: Asker, origin: string): LinkRequest => ({
  id: newId(),
  userId: who.id,
  email: shownEmail(who.email),
  emailKey: emailKey(who.email),
  isChange: false,
  origin,
});

/** Mails the link again. 429 within a minute of the last one, or after five in a day. */
export async function askAgain(store: EmailStore, who: Asker, origin: string, isLimited: boolean) {
  await ask(store, linkFor(who, origin), isLimited);
}

/** Mails a link to a new address. The job that writes the mail checks whether the address is taken, so the reply does not tell. */
export async function askForChange(store: EmailStore, who: Asker, email: string, origin: string, isLimited: boolean) {
  if (shownEmail(email) === who.email) throw refusedField("email", "email_is_yours", "email_is_yours_field");
  await ask(store, { ...linkFor({ id: who.id, email }, origin), isChange: true }, isLimited);
}

async function ask(store: EmailStore, request: LinkRequest, isLimited: boolean) {
  const wait = await store.ask(request, isLimited ? mailLimit : null);
  if (wait === null) return;
  const key = wait <= mailLimit.apartSeconds ? "email_link_just_sent" : "email_links_used_up";
  throw new Problem("too_many_requests", key, { retryAfter: wait });
}

/** Makes the token of a mail just before it is sent. Null: do not send this mail. */
export async function issueLink(store: EmailStore, id: string, now: Date) {
  const link = await store.findOpen(id);
  if (!link) return null;
  const token = randomBytes(32).toString("base64url");
  const isKept = await store.keepToken(id, hashOf(token), new Date(now.getTime() + lifeMs));
  return isKept ? { ...link, token } : null;
}

/**
 * Confirms or changes an address by a mailed link. Used, replaced, expired and invented links, and links of other accounts, get the same
 * 404; 409 if another account has taken the address since.
 */
export async function confirmEmail(
  store: EmailStore,
  userId: string,
  token: string,
  tellChanged: TellChanged,
): Promise<Redeemed> {
  const redeemed = await store.redeem(userId, hashOf(token), tellChanged);
  if (redeemed === "taken") throw new Problem("email_taken", "email_taken_meanwhile");
  if (!redeemed) throw refusedToken("email_link_ended");
  return redeemed;
}

const hashOf = (token: string) => hash("sha256", token, "buffer");
