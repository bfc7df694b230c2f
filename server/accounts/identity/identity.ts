import { newId } from "../../platform/db/id.ts";
import { Problem, notFound } from "../../platform/http/problem.ts";
import { emailKey } from "../../platform/mail/email-key.ts";
import { type Profile, profileOf } from "./profile.ts";
import type { Arrival } from "./provider.ts";

/** Why somebody who came from the provider is not let in, or not linked. */
export type Hindrance = "account-exists" | "no-email" | "in-use" | "another-linked" | "not-fresh";

export class Hindered extends Error {
  readonly hindrance: Hindrance;
  constructor(hindrance: Hindrance) {
    super(hindrance);
    this.hindrance = hindrance;
  }
}

/** Somebody else did the same at this very moment: `transact` starts over on this code. */
class StartOver extends Error {
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
  /** Locks this account. Its address, and what opens it besides providers; null when it is gone. */
  lockUser(userId: string): Promise<{ emailKey: string; hasPassword: boolean; passkeys: number } | null>;
  /** False when the address is taken. */
  addUser(user: Profile & { id: string; email: string; emailKey: string }): Promise<boolean>;
  /** False when the subject, or this account's place for the issuer, is taken. */
  add(identity: Linked & { issuer: string; email: string | null }): Promise<boolean>;
  /** The address as the provider tells it now. */
  keepEmail(id: string, email: string | null): Promise<void>;
  remove(id: string, userId: string): Promise<boolean>;
}

/**
 * Whose account opens for whoever came from the provider: the one linked to them; else the one with their address, if provider and
 * account both have shown that it is theirs; else a new one.
 */
export async function accountFor(writes: IdentityWrites, issuer: string, arrival: Arrival): Promise<string> {
  const { subject } = arrival;
  const profile = profileOf(arrival.claims);
  const linked = await writes.findBySubject(issuer, subject);
  if (linked) {
    await writes.keepEmail(linked.id, profile.email);
    return linked.userId;
  }
  const { email } = profile;
  if (email === null) throw new Hindered("no-email");
  const key = emailKey(email);
  const there = await writes.lockByEmail(key);
  const userId = there?.userId ?? newId();
  if (there) {
    // Whoever held the lock before may have been the same person, coming twice at once.
    const meanwhile = await writes.findBySubject(issuer, subject);
    if (meanwhile) return meanwhile.userId;
    if (!profile.isVerified || !there.isConfirmed) throw new Hindered("account-exists");
    if (await writes.findOfUser(issuer, userId)) throw new Hindered("account-exists");
  } else if (!(await writes.addUser({ ...profile, id: userId, email, emailKey: key }))) throw new StartOver();
  if (!(await writes.add({ id: newId(), userId, issuer, subject, email }))) throw new StartOver();
  return userId;
}

/**
 * Links whoever came from the provider to an account and answers the link's id; the same one when it stood before. A new link is a new
 * way in, so it takes somebody who has just logged in (`isFresh`), or whom the provider knows by the account's own address: they could
 * have a new password mailed to it.
 */
export async function linkTo(
  writes: IdentityWrites,
  { userId, isFresh }: { readonly userId: string; readonly isFresh: boolean },
  issuer: string,
  arrival: Arrival,
): Promise<string> {
  const { subject } = arrival;
  const { email, isVerified } = profileOf(arrival.claims);
  const user = await writes.lockUser(userId);
  if (!user) throw new Problem("not_signed_in", "Please log in first.");
  const theirs = await writes.findBySubject(issuer, subject);
  if (theirs && theirs.userId !== userId) throw new Hindered("in-use");
  if (theirs) {
    await writes.keepEmail(theirs.id, email);
    return theirs.id;
  }
  if (await writes.findOfUser(issuer, userId)) throw new Hindered("another-linked");
  const hasSameAddress = email !== null && isVerified && emailKey(email) === user.emailKey;
  if (!isFresh && !hasSameAddress) throw new Hindered("not-fresh");
  const id = newId();
  if (!(await writes.add({ id, userId, issuer, subject, email }))) throw new StartOver();
  return id;
}

/** Takes a link away. 409 when nothing else would open the account; a provider that is not set up (any more) opens nothing. */
export async function unlink(
  writes: IdentityWrites,
  userId: string,
  id: string,
  issuer: string | undefined,
): Promise<void> {
  const ways = await writes.lockUser(userId);
  const usable = issuer === undefined ? null : await writes.findOfUser(issuer, userId);
  if (ways && !ways.hasPassword && ways.passkeys === 0 && (!usable || usable.id === id))
    throw new Problem("conflict", "This is your only way in. Please set a password first, and then unlink it.");
  if (!(await writes.remove(id, userId))) throw notFound();
}
