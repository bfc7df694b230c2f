// Decision 009: why a reset request does not look at accounts.
import { hash, randomBytes } from "node:crypto";
import { newId } from "../../platform/db/id.ts";
import { Problem, notFound } from "../../platform/http/problem.ts";
import type { Guesses, Patience } from "../../platform/throttle/throttle.ts";
import { hashPassword, verifyPassword } from "../people/password.ts";
import { emailKey } from "../../platform/mail/email-key.ts";

/** What mailed links and passwords need of the database. */
export interface PasswordStore {
  /** Remembers the request and posts its mail in one transaction; the same work whether or not the address has an account. */
  ask(request: { id: string; emailKey: string; origin: string }): Promise<void>;
  /** The person a request is for, when the address has an account and no newer request stands beside it; else forgets the request. */
  findAsker(id: string): Promise<Asker | null>;
  /** Makes this token the only one that counts for this person. False when the request is gone. */
  seal(id: string, userId: string, tokenHash: Buffer, expiresAt: Date): Promise<boolean>;
  isOpen(tokenHash: Buffer): Promise<boolean>;
  /** Uses a token up: sets the password and ends all sessions. Answers whose it was; null when it opens nothing any more. */
  redeem(tokenHash: Buffer, passwordHash: string): Promise<string | null>;
  findPasswordHash(userId: string): Promise<string | null>;
  /** Ends all other sessions and mailed links. False when the password was changed meanwhile. */
  change(userId: string, from: string, to: string, keptSession: Buffer | null): Promise<boolean>;
}

export interface Asker {
  readonly userId: string;
  readonly email: string;
  readonly firstName: string;
  readonly origin: string;
}

const lifeMs = 3600 * 1000;
/** Mails to one address. Whoever is held back by a stranger has that stranger's mails, and their links work. */
const mails: Patience = { atOnce: 5, everySeconds: 3600 };

/** Has a link mailed. Nothing here looks at whether there is such an account: that is found out when the mail is written. */
export async function askForReset(store: PasswordStore, guesses: Guesses, email: string, origin: string) {
  const key = emailKey(email);
  await guesses.count(`reset ${key}`, mails);
  await store.ask({ id: newId(), emailKey: key, origin });
}

/** Makes the token of a mail that is about to go, and with it ends all earlier ones. Null: nobody should get this mail. */
export async function sealReset(store: PasswordStore, id: string, now: Date) {
  const asker = await store.findAsker(id);
  if (!asker) return null;
  const token = randomBytes(32).toString("base64url");
  const isSealed = await store.seal(id, asker.userId, hashOf(token), new Date(now.getTime() + lifeMs));
  return isSealed ? { ...asker, token } : null;
}

/** Sets a new password by a mailed link and answers whose it is now. Used, replaced, expired and invented links sound alike. */
export async function resetPassword(store: PasswordStore, token: string, password: string) {
  const tokenHash = hashOf(token);
  // A look before the work: hashing for every invented link would be a way to keep us busy.
  if (!(await store.isOpen(tokenHash))) throw linkEnded();
  const passwordHash = await hashPassword(password);
  const userId = await store.redeem(tokenHash, passwordHash);
  if (userId === null) throw linkEnded();
  return { userId, passwordHash };
}

const linkEnded = () => notFound("This link has expired or was used already. Please ask for a new one.");
const hashOf = (token: string) => hash("sha256", token, "buffer");

/** Changes a password that one knows. 400 at the field when it is not the present one. */
export async function changePassword(
  store: PasswordStore,
  { userId, session }: { userId: string; session: Buffer | null },
  { current, password }: { current: string; password: string },
): Promise<void> {
  const present = await store.findPasswordHash(userId);
  await demandOwnPassword(present, current, "current");
  if (present === null || !(await store.change(userId, present, await hashPassword(password), session)))
    throw new Problem("conflict", "Your password was changed somewhere else just now. Please log in again.");
}

/** Demands the password of someone who is signed in: 400 that names the field, because their session is not in doubt. */
export async function demandOwnPassword(present: string | null, given: string, field: string): Promise<void> {
  if (present !== null && (await verifyPassword(present, given))) return;
  const message = present === null ? "This account has no password yet" : "This is not your current password";
  throw new Problem("invalid_input", `${message}.`, { issues: [{ path: field, message }] });
}
