import { newId } from "../../platform/db/id.ts";
import { Problem, notFound } from "../../platform/http/problem.ts";
import { emailKey } from "../../platform/mail/email-key.ts";
import { type Profile, profileOf } from "./profile.ts";
import type { ProviderLogin } from "./provider.ts";

// Written by hand because openid-client ends with verified claims; which account they open is a rule of this product.
/** Why a person who comes back from the provider is not signed in or not linked. */
export type RefusalReason =
  | "account-exists"
  | "no-email"
  | "not-invited"
  | "no-password"
  | "in-use"
  | "another-linked"
  | "not-fresh";

export class IdentityRefused extends Error {
  readonly reason: RefusalReason;
  constructor(reason: RefusalReason) {
    super(reason);
    this.reason = reason;
  }
}

/** A parallel transaction made the same row. `transact` retries on this code. */
class RetryTransaction extends Error {
  readonly code = "40001";
}

export interface Linked {
  readonly id: string;
  readonly userId: string;
  readonly subject: string;
}

/** Reads and writes of one transaction. */
export interface IdentityWrites {
  findBySubject(issuer: string, subject: string): Promise<Linked | null>;
  findOfUser(issuer: string, userId: string): Promise<Linked | null>;
  /** Locks the account that has this address. */
  lockByEmail(emailKey: string): Promise<{ userId: string; isConfirmed: boolean } | null>;
  /** Locks this account. Returns its address, and how it opens besides providers; null if it is gone. */
  lockUser(userId: string): Promise<{ emailKey: string; hasPassword: boolean; passkeys: number } | null>;
  /** False if the address is taken. */
  addUser(user: Profile & { id: string; email: string; emailKey: string }): Promise<boolean>;
  /** Makes an account of a seat. False if the address is taken, or the person has an account. */
  keepSeat(user: Pick<Profile, "isVerified"> & { id: string; email: string; emailKey: string }): Promise<boolean>;
  /** Takes the invitation that the person brought for their new account. False if they may not register. */
  claimInvitation(userId: string): Promise<boolean>;
  /** False if the subject is linked, or this account has a link to the issuer. */
  add(identity: Linked & { issuer: string; email: string | null }): Promise<boolean>;
  /** Stores the address that the provider reports now. */
  keepEmail(id: string, email: string | null): Promise<void>;
  remove(id: string, userId: string): Promise<boolean>;
  /** Both tell the owner of the account. */
  tellLinked(userId: string): Promise<void>;
  tellUnlinked(userId: string): Promise<void>;
}

/** The person who links, with what their session proves. */
interface Linker {
  readonly userId: string;
  readonly isFresh: boolean;
  readonly hasTypedPassword: boolean;
}

/**
 * The account that a login at the provider opens: the linked one; else the one with the same address, if the provider calls the address
 * verified and the account has confirmed it; else a new one, if the person may register.
 */
export async function accountFor(writes: IdentityWrites, issuer: string, login: ProviderLogin): Promise<string> {
  const { subject } = login;
  const profile = profileOf(login.claims);
  const linked = await writes.findBySubject(issuer, subject);
  if (linked) {
    await writes.keepEmail(linked.id, profile.email);
    return linked.userId;
  }
  const { email } = profile;
  if (email === null) throw new IdentityRefused("no-email");
  const key = emailKey(email);
  const existing = await writes.lockByEmail(key);
  const userId = existing?.userId ?? newId();
  if (existing) {
    // A parallel login of the same person may have made the link before this one got the lock.
    const meanwhile = await writes.findBySubject(issuer, subject);
    if (meanwhile) return meanwhile.userId;
    if (!profile.isVerified || !existing.isConfirmed) throw new IdentityRefused("account-exists");
    if (await writes.findOfUser(issuer, userId)) throw new IdentityRefused("account-exists");
    await writes.tellLinked(userId);
  } else {
    if (!(await writes.addUser({ ...profile, id: userId, email, emailKey: key }))) throw new RetryTransaction();
    if (!(await writes.claimInvitation(userId))) throw new IdentityRefused("not-invited");
  }
  if (!(await writes.add({ id: newId(), userId, issuer, subject, email }))) throw new RetryTransaction();
  return userId;
}

/**
 * Links a login at the provider to an account and returns the link's id, also if the link exists. A new link opens the account, so it
 * needs proof of the owner: the password, if the account has one (`hasTypedPassword`), and otherwise a fresh session (`isFresh`) or the
 * account's own verified address.
 */
export async function linkTo(
  writes: IdentityWrites,
  { userId, isFresh, hasTypedPassword }: Linker,
  issuer: string,
  login: ProviderLogin,
): Promise<string> {
  const { subject } = login;
  const { email, isVerified } = profileOf(login.claims);
  const user = await writes.lockUser(userId);
  if (!user) throw new Problem("not_signed_in", "not_signed_in");
  const theirs = await writes.findBySubject(issuer, subject);
  if (theirs && theirs.userId !== userId) throw new IdentityRefused("in-use");
  if (theirs) {
    await writes.keepEmail(theirs.id, email);
    return theirs.id;
  }
  if (await writes.findOfUser(issuer, userId)) throw new IdentityRefused("another-linked");
  const hasSameAddress = email !== null && isVerified && emailKey(email) === user.emailKey;
  if (user.hasPassword && !hasTypedPassword) throw new IdentityRefused("no-password");
  if (!user.hasPassword && !isFresh && !hasSameAddress) throw new IdentityRefused("not-fresh");
  const id = newId();
  if (!(await writes.add({ id, userId, issuer, subject, email }))) throw new RetryTransaction();
  await writes.tellLinked(userId);
  return id;
}

/**
 * Makes an account of a seat, with the address that the provider reports, and links the login at the provider to it. The address is
 * confirmed if the provider calls it verified. Refuses a login or an address that has an account already.
 */
export async function keepSeatBy(
  writes: IdentityWrites,
  userId: string,
  issuer: string,
  login: ProviderLogin,
): Promise<void> {
  const { subject } = login;
  const { email, isVerified } = profileOf(login.claims);
  if (await writes.findBySubject(issuer, subject)) throw new IdentityRefused("account-exists");
  if (email === null) throw new IdentityRefused("no-email");
  if (!(await writes.keepSeat({ id: userId, email, emailKey: emailKey(email), isVerified })))
    throw new IdentityRefused("account-exists");
  if (!(await writes.add({ id: newId(), userId, issuer, subject, email }))) throw new RetryTransaction();
}

/** Removes a link. 409 if nothing else opens the account; only the configured provider counts. */
export async function unlink(
  writes: IdentityWrites,
  userId: string,
  id: string,
  issuer: string | undefined,
): Promise<void> {
  const ways = await writes.lockUser(userId);
  const usable = issuer === undefined ? null : await writes.findOfUser(issuer, userId);
  if (ways && !ways.hasPassword && ways.passkeys === 0 && (!usable || usable.id === id))
    throw new Problem("conflict", "only_way_in");
  if (!(await writes.remove(id, userId))) throw notFound();
  await writes.tellUnlinked(userId);
}
