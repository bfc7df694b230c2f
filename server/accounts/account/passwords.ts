// Decision 009: why a reset request does not look at accounts.
import { hash, randomBytes } from "node:crypto";
import type { WayIn } from "#contract/account.ts";
import type { Tx } from "../../schema/database.ts";
import { newId } from "../../platform/db/id.ts";
import { Problem, refusedField, refusedToken } from "../../platform/http/problem.ts";
import { notSignedIn } from "../../platform/http/serve.ts";
import type { Throttle, AttemptLimit } from "../../platform/throttle/throttle.ts";
import { hashPassword, verifyPassword } from "../people/password.ts";
import { emailKey } from "../../platform/mail/email-key.ts";

/** Reads and writes of passwords and of the links that reset them. */
export interface PasswordStore {
  /** Inserts the request and queues its mail in one transaction, with the same work for an unknown address. */
  ask(request: { id: string; emailKey: string; origin: string }): Promise<void>;
  /** The person of a request. Null, and deletes the request, if the address has no account or a newer request. */
  findAsker(id: string): Promise<Asker | null>;
  /** Makes this the person's only valid token. False if the request is gone. */
  keepToken(id: string, userId: string, tokenHash: Buffer, expiresAt: Date): Promise<boolean>;
  isOpen(tokenHash: Buffer): Promise<boolean>;
  /** Uses up a token: sets the password and ends all sessions. Returns what it removed; null if the token is not valid. */
  redeem(tokenHash: Buffer, to: NewAccess, tell: TellChanged): Promise<Redeemed | null>;
  /** What opens the account of a valid token besides the password, newest first; null if the token is not valid. */
  waysOf(tokenHash: Buffer): Promise<WayIn[] | null>;
  /** Null for somebody who never set a password; undefined if the account is gone. */
  findPasswordHash(userId: string): Promise<string | null | undefined>;
  /** Sets the password; ends all other sessions and mailed links. False if the password is no longer `from`. */
  change(userId: string, from: string, to: string, keptSession: Buffer | null, tell: TellChanged): Promise<boolean>;
}

/** What opens an account after a reset. */
interface NewAccess {
  readonly passwordHash: string;
  /** The ids of the passkeys and provider links that stay. Undefined: those that are older than 30 days. */
  readonly keep: readonly string[] | undefined;
}

interface Redeemed {
  readonly userId: string;
  /** The ids of the ways in that opened the account before. */
  readonly removed: { readonly passkeys: readonly string[]; readonly links: readonly string[] };
}

/** Tells the owner of the new password, in its transaction. */
type TellChanged = (tx: Tx, userId: string) => Promise<void>;

export interface Asker {
  readonly userId: string;
  readonly email: string;
  readonly firstName: string;
  readonly origin: string;
}

const lifeMs = 3600 * 1000;
/** Mails to one address. If a stranger uses up the limit, the owner still has the stranger's mails, whose links work. */
const mails: AttemptLimit = { atOnce: 5, everySeconds: 3600 };

/** Requests a mail with a link. It does not look for the account: the job that writes the mail does, so replies tell nothing. */
export async function askForReset(store: PasswordStore, guesses: Throttle, email: string, origin: string) {
  const key = emailKey(email);
  await guesses.count(`reset ${key}`, mails);
  await store.ask({ id: newId(), emailKey: key, origin });
}

/** Makes the token of a mail just before it is sent, and ends all earlier tokens. Null: do not send this mail. */
export async function issueReset(store: PasswordStore, id: string, now: Date) {
  const asker = await store.findAsker(id);
  if (!asker) return null;
  const token = randomBytes(32).toString("base64url");
  const isKept = await store.keepToken(id, asker.userId, hashOf(token), new Date(now.getTime() + lifeMs));
  return isKept ? { ...asker, token } : null;
}

/** What opens the account of a mailed link besides the password; nothing for a link that has ended. */
export async function waysIn(store: PasswordStore, token: string): Promise<WayIn[]> {
  return (await store.waysOf(hashOf(token))) ?? [];
}

/** Sets a new password by a mailed link, and removes the other ways in that `keep` does not name. Used, replaced, expired and invented links get the same refusal. */
export async function resetPassword(
  store: PasswordStore,
  { token, password, keep }: { token: string; password: string; keep?: readonly string[] | undefined },
  tell: TellChanged,
) {
  const tokenHash = hashOf(token);
  // Checks before it hashes, or invented links could keep the server busy.
  if (!(await store.isOpen(tokenHash))) throw linkEnded();
  const passwordHash = await hashPassword(password);
  const redeemed = await store.redeem(tokenHash, { passwordHash, keep }, tell);
  if (redeemed === null) throw linkEnded();
  return { ...redeemed, passwordHash };
}

const linkEnded = () => refusedToken("link_ended");
const hashOf = (token: string) => hash("sha256", token, "buffer");

/** The hash of a signed-in person's password; null if they never set one. 401 if the account was deleted meanwhile. */
export async function passwordHashOf(store: PasswordStore, userId: string): Promise<string | null> {
  const found = await store.findPasswordHash(userId);
  if (found === undefined) throw notSignedIn();
  return found;
}

/** Changes a password. 400 at the field when `current` is wrong. */
export async function changePassword(
  store: PasswordStore,
  { userId, session }: { userId: string; session: Buffer | null },
  { current, password }: { current: string; password: string },
  tell: TellChanged,
): Promise<void> {
  const present = await passwordHashOf(store, userId);
  await demandOwnPassword(present, current, "current");
  if (present === null || !(await store.change(userId, present, await hashPassword(password), session, tell)))
    throw new Problem("conflict", "password_changed_elsewhere");
}

/** Demands the password of a signed-in person. A wrong one gets 400 at the field, not 401: the session stays valid. */
export async function demandOwnPassword(present: string | null, given: string, field: string): Promise<void> {
  if (present !== null && (await verifyPassword(present, given))) return;
  if (present === null) throw refusedField(field, "password_never_set", "password_never_set_field");
  throw refusedField(field, "password_wrong", "password_wrong_field", { event: "password_refused" });
}
