// Decision 012: why passkeys need user verification and a one-time challenge.
// Written by hand because SimpleWebAuthn verifies signatures only; challenges, limits and the last way to sign in are rules of this product.
import { hash, randomBytes } from "node:crypto";
import type { z } from "zod";
import { type NewCredential, type Passkey, type UsedCredential, maxPasskeys } from "#contract/passkeys.ts";
import { withValues } from "#contract/refusals.ts";
import type { AccountViewer } from "../../platform/http/session.ts";
import { Problem } from "../../platform/http/problem.ts";
import type { Tx } from "../../schema/database.ts";
import { newId } from "../../platform/db/id.ts";

/** The site of a passkey: its origin, and its host as the relying party id. */
export interface Site {
  readonly origin: string;
  readonly host: string;
}

/** A passkey to insert. */
export interface NewKey {
  readonly id: string;
  readonly userId: string;
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
}

export interface KnownKey {
  readonly id: string;
  readonly userId: string;
  readonly publicKey: Buffer;
}

export interface PasskeyStore {
  /** Stores the challenge of a browser in place of an earlier one. `userId` is null for a sign-in. */
  remember(browser: Buffer, challenge: Buffer, userId: string | null, challengeSeconds: number): Promise<void>;
  /** Deletes and returns the challenge. Null if it is missing, expired, or for another person. */
  take(browser: Buffer, userId: string | null): Promise<Buffer | null>;
  /** The credentials of a person's passkeys. */
  credentialsOf(userId: string): Promise<readonly { readonly id: Buffer; readonly transports: readonly string[] }[]>;
  /** `tell` runs in the same transaction if the passkey is added. */
  add(key: NewKey, maxPasskeys: number, tell: (tx: Tx) => Promise<void>): Promise<Passkey | "full" | "known">;
  /** Makes an account of a seat, which this passkey opens. `welcome` runs in the same transaction. Nothing is written otherwise. */
  keepSeat(key: NewKey, address: Address, welcome: (tx: Tx) => Promise<void>): Promise<"kept" | "taken" | "known">;
  find(credentialId: Buffer): Promise<KnownKey | null>;
  /** Stores the counter of a use. False if it did not rise, or the passkey is gone. */
  use(id: string, counter: number): Promise<boolean>;
  rename(userId: string, id: string, name: string): Promise<Passkey | null>;
  /** `tell` runs in the same transaction if the passkey is removed. */
  remove(userId: string, id: string, tell: TellRemoved): Promise<"removed" | "missing" | "only way in">;
}

/** The address of an account, as pages show it and as it is compared. */
export interface Address {
  readonly email: string;
  readonly emailKey: string;
}

type TellRemoved = (tx: Tx, name: string) => Promise<void>;

/** Loaded at the first use, to keep the start fast. */
const load = () => import("@simplewebauthn/server");

export const challengeSeconds = 300;
/** EdDSA, ES256 and RS256 (COSE numbers). */
const algorithms = [-8, -7, -257];

/** The secret of the browser's cookie; the database has its hash. */
export const newBrowserToken = (): string => randomBytes(32).toString("base64url");
const browserOf = (token: string) => hash("sha256", token, "buffer");
/** The challenge of a seat is kept under another name, so that nobody adds a passkey to an account with it. */
const seatBrowserOf = (token: string) => browserOf(`seat ${token}`);

/** Options for making a passkey with user verification. 409 at the maximum number. */
export async function offerPasskey(store: PasskeyStore, site: Site, who: AccountViewer, token: string) {
  const known = await store.credentialsOf(who.id);
  if (known.length >= maxPasskeys) throw full();
  const challenge = randomBytes(32);
  await store.remember(browserOf(token), challenge, who.id, challengeSeconds);
  return creationOptions(site, who, challenge, known);
}

/** Options for making the passkey by which a person keeps their seat; `who` has the address that they want. */
export async function offerSeatPasskey(store: PasskeyStore, site: Site, who: AccountViewer, token: string) {
  const challenge = randomBytes(32);
  await store.remember(seatBrowserOf(token), challenge, who.id, challengeSeconds);
  return creationOptions(site, who, challenge, []);
}

function creationOptions(
  site: Site,
  who: AccountViewer,
  challenge: Buffer,
  known: Awaited<ReturnType<PasskeyStore["credentialsOf"]>>,
) {
  return {
    rp: { id: site.host, name: "Swellmates" },
    user: { id: userHandleOf(who.id), name: who.email, displayName: `${who.firstName} ${who.lastName}`.trim() },
    challenge: challenge.toString("base64url"),
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: "public-key" as const })),
    timeout: challengeSeconds * 1000,
    excludeCredentials: known.map(({ id, transports }) => ({
      id: id.toString("base64url"),
      type: "public-key" as const,
      transports: [...transports],
    })),
    authenticatorSelection: {
      residentKey: "required" as const,
      requireResidentKey: true as const,
      userVerification: "required" as const,
    },
    attestation: "none" as const,
  };
}

/** The browser in which somebody makes a passkey, and the name that it gets. */
interface MakingBrowser {
  readonly userId: string;
  /** The secret of its cookie. */
  readonly token: string | undefined;
  readonly name: string;
}

/** Adds the passkey that a device made for this browser's options. */
export async function addPasskey(
  store: PasskeyStore,
  site: Site,
  { userId, token, name }: MakingBrowser,
  credential: z.output<typeof NewCredential>,
  tell: (tx: Tx) => Promise<void>,
): Promise<Passkey> {
  const challenge = token === undefined ? null : await store.take(browserOf(token), userId);
  const key = await checkNewKey(site, challenge, credential);
  const added = await store.add({ ...key, userId, name }, maxPasskeys, tell);
  if (added === "full") throw full();
  if (added === "known") throw known();
  return added;
}

/**
 * Makes an account of a seat, with this address, which is opened by the passkey that a device made for this browser's options. Returns
 * the id of the passkey. `welcome` runs in the same transaction.
 */
export async function keepSeatBy(
  store: PasskeyStore,
  site: Site,
  { userId, token, name, ...address }: MakingBrowser & Address,
  credential: z.output<typeof NewCredential>,
  welcome: (tx: Tx) => Promise<void>,
): Promise<string> {
  const challenge = token === undefined ? null : await store.take(seatBrowserOf(token), userId);
  const key = await checkNewKey(site, challenge, credential);
  const kept = await store.keepSeat({ ...key, userId, name }, address, welcome);
  if (kept === "taken") throw new Problem("email_taken", "email_has_account");
  if (kept === "known") throw known();
  return key.id;
}

/** Checks what a device made for this challenge. */
async function checkNewKey(
  site: Site,
  challenge: Buffer | null,
  credential: z.output<typeof NewCredential>,
): Promise<Omit<NewKey, "userId" | "name">> {
  if (!challenge) throw tooLate();
  const { verifyRegistrationResponse } = await load();
  const made = await verifyRegistrationResponse({
    response: { ...credential, clientExtensionResults: {} },
    expectedChallenge: challenge.toString("base64url"),
    expectedOrigin: site.origin,
    expectedRPID: site.host,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => undefined);
  if (!made?.verified) throw new Problem("invalid_input", "passkey_unchecked");
  const { id, publicKey, counter } = made.registrationInfo.credential;
  return {
    id: newId(),
    credentialId: Buffer.from(id, "base64url"),
    publicKey: Buffer.from(publicKey),
    counter,
    transports: credential.response.transports ?? [],
  };
}

/** Options for signing in with any passkey of this site. */
export async function askForPasskey(store: PasskeyStore, site: Site, token: string) {
  const challenge = randomBytes(32);
  await store.remember(browserOf(token), challenge, null, challengeSeconds);
  return {
    rpId: site.host,
    challenge: challenge.toString("base64url"),
    timeout: challengeSeconds * 1000,
    userVerification: "required" as const,
  };
}

/** The browser that signs in with a passkey. */
interface PasskeyBrowser {
  /** The secret of its cookie. */
  readonly token: string | undefined;
  readonly onKnown: (key: KnownKey) => void;
  readonly onCopy: (key: KnownKey) => void;
}

/**
 * Checks a signature of this browser's challenge and returns the passkey. `onKnown` is called before it checks the signature of a passkey
 * of this site, and `onCopy` if the counter did not rise.
 */
export async function checkPasskey(
  store: PasskeyStore,
  site: Site,
  { token, onKnown, onCopy }: PasskeyBrowser,
  credential: z.output<typeof UsedCredential>,
): Promise<KnownKey> {
  const challenge = token === undefined ? null : await store.take(browserOf(token), null);
  if (!challenge) throw tooLate();
  const key = await store.find(Buffer.from(credential.id, "base64url"));
  if (!key || credential.response.userHandle !== userHandleOf(key.userId))
    throw new Problem("wrong_credentials", "passkey_unknown");
  onKnown(key);
  const { verifyAuthenticationResponse } = await load();
  const signed = await verifyAuthenticationResponse({
    response: { ...credential, clientExtensionResults: {} },
    expectedChallenge: challenge.toString("base64url"),
    expectedOrigin: site.origin,
    expectedRPID: site.host,
    requireUserVerification: true,
    // `store.use` compares the counter as it writes it, so that one of two parallel uses is refused.
    credential: { id: credential.id, publicKey: new Uint8Array(key.publicKey), counter: 0 },
  }).catch(() => undefined);
  if (!signed?.verified) throw new Problem("wrong_credentials", "passkey_unchecked");
  if (await store.use(key.id, signed.authenticationInfo.newCounter)) return key;
  onCopy(key);
  throw new Problem("wrong_credentials", "passkey_copied");
}

/**
 * Demands a signature of this browser's challenge by a passkey of this signed-in person. A wrong one gets 400, not 401: the session stays
 * valid.
 */
export async function provePasskey(
  store: PasskeyStore,
  site: Site,
  browser: PasskeyBrowser,
  credential: z.output<typeof UsedCredential>,
  userId: string,
): Promise<void> {
  const key = await checkPasskey(store, site, browser, credential).catch((error: unknown) => {
    const isWrong = error instanceof Problem && error.code === "wrong_credentials";
    throw isWrong && error.sentence ? new Problem("invalid_input", error.sentence) : error;
  });
  if (key.userId !== userId) throw new Problem("invalid_input", "passkey_unknown");
}

/** Removes a passkey. 409 if nothing else opens the account. */
export async function removePasskey(store: PasskeyStore, userId: string, id: string, tell: TellRemoved): Promise<void> {
  const outcome = await store.remove(userId, id, tell);
  if (outcome === "missing") throw new Problem("not_found", "not_found");
  if (outcome === "only way in") throw new Problem("conflict", "passkey_only_way_in");
}

/** The WebAuthn user handle: the bytes of the user's id, which reveal nothing about the person. */
const userHandleOf = (userId: string) => Buffer.from(userId.replaceAll("-", ""), "hex").toString("base64url");

const full = () => new Problem("conflict", withValues("passkeys_full", { max: maxPasskeys }));
const known = () => new Problem("conflict", "passkey_known");
const tooLate = () => new Problem("conflict", "passkey_too_late");
