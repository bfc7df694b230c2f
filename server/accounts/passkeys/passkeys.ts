// Decision 012: why passkeys need user verification and a one-time challenge.
import { hash, randomBytes } from "node:crypto";
import type { z } from "zod";
import { type NewCredential, type Passkey, type UsedCredential, mostPasskeys } from "#contract/passkeys.ts";
import type { Viewer } from "../../platform/http/session.ts";
import { Problem } from "../../platform/http/problem.ts";
import { newId } from "../../platform/db/id.ts";

/** Where a passkey belongs: it works at this origin and is known to devices by this host. */
export interface Site {
  readonly origin: string;
  readonly host: string;
}

/** A key as it was made. */
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
  /** Keeps what a browser was asked to sign, instead of what it was asked before. `userId` null: to sign in. */
  remember(browser: Buffer, challenge: Buffer, userId: string | null, lifeSeconds: number): Promise<void>;
  /** Takes that away for good. Null when there is none that still counts for this person. */
  take(browser: Buffer, userId: string | null): Promise<Buffer | null>;
  /** The credentials of someone's passkeys. */
  credentialsOf(userId: string): Promise<readonly { readonly id: Buffer; readonly transports: readonly string[] }[]>;
  add(key: NewKey, most: number): Promise<Passkey | "full" | "known">;
  find(credentialId: Buffer): Promise<KnownKey | null>;
  /** Counts a use. False when the counter stood still or went back, or the passkey is gone. */
  use(id: string, counter: number): Promise<boolean>;
  rename(userId: string, id: string, name: string): Promise<Passkey | null>;
  remove(userId: string, id: string): Promise<"removed" | "missing" | "only way in">;
}

/** Loaded with the first passkey: most servers start for nobody who has one. */
const load = () => import("@simplewebauthn/server");

export const lifeSeconds = 300;
/** EdDSA, ES256 and RS256 (COSE numbers): what devices make. */
const algorithms = [-8, -7, -257];

/** A secret for the browser's cookie; the database knows its hash. */
export const newBrowserToken = (): string => randomBytes(32).toString("base64url");
const browserOf = (token: string) => hash("sha256", token, "buffer");

/** Asks a device to make a passkey for someone, who must be there and prove it to the device. 409 with twenty of them. */
export async function offerPasskey(store: PasskeyStore, site: Site, who: Viewer, token: string) {
  const known = await store.credentialsOf(who.id);
  if (known.length >= mostPasskeys) throw full();
  const challenge = randomBytes(32);
  await store.remember(browserOf(token), challenge, who.id, lifeSeconds);
  return {
    rp: { id: site.host, name: "Swellmates" },
    user: { id: handleOf(who.id), name: who.email, displayName: `${who.firstName} ${who.lastName}` },
    challenge: challenge.toString("base64url"),
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: "public-key" as const })),
    timeout: lifeSeconds * 1000,
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

/** Adds the passkey that a device made for the offer of this browser. */
export async function addPasskey(
  store: PasskeyStore,
  site: Site,
  { who, token, name }: { who: Viewer; token: string | undefined; name: string },
  credential: z.output<typeof NewCredential>,
): Promise<Passkey> {
  const challenge = token === undefined ? null : await store.take(browserOf(token), who.id);
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
  if (!made?.verified) throw new Problem("invalid_input", "This passkey could not be checked. Please try again.");
  const { id, publicKey, counter } = made.registrationInfo.credential;
  const added = await store.add(
    {
      id: newId(),
      userId: who.id,
      credentialId: Buffer.from(id, "base64url"),
      publicKey: Buffer.from(publicKey),
      counter,
      transports: credential.response.transports ?? [],
      name,
    },
    mostPasskeys,
  );
  if (added === "full") throw full();
  if (added === "known") throw new Problem("conflict", "This passkey is registered already.");
  return added;
}

/** Asks a device for a passkey of this site, whoever's it is. */
export async function askForPasskey(store: PasskeyStore, site: Site, token: string) {
  const challenge = randomBytes(32);
  await store.remember(browserOf(token), challenge, null, lifeSeconds);
  return {
    rpId: site.host,
    challenge: challenge.toString("base64url"),
    timeout: lifeSeconds * 1000,
    userVerification: "required" as const,
  };
}

/** Answers which passkey, and whose, signed what this browser was asked to sign. `onCopy` hears of one whose counter went back. */
export async function checkPasskey(
  store: PasskeyStore,
  site: Site,
  { token, onCopy }: { token: string | undefined; onCopy: (key: KnownKey) => void },
  credential: z.output<typeof UsedCredential>,
): Promise<KnownKey> {
  const challenge = token === undefined ? null : await store.take(browserOf(token), null);
  if (!challenge) throw tooLate();
  const key = await store.find(Buffer.from(credential.id, "base64url"));
  if (!key || credential.response.userHandle !== handleOf(key.userId))
    throw new Problem(
      "wrong_credentials",
      "This passkey is not known here. It may have been removed. Please log in another way.",
    );
  const { verifyAuthenticationResponse } = await load();
  const signed = await verifyAuthenticationResponse({
    response: { ...credential, clientExtensionResults: {} },
    expectedChallenge: challenge.toString("base64url"),
    expectedOrigin: site.origin,
    expectedRPID: site.host,
    requireUserVerification: true,
    // The counter is compared where it is written, so that of two at once one is seen.
    credential: { id: credential.id, publicKey: new Uint8Array(key.publicKey), counter: 0 },
  }).catch(() => undefined);
  if (!signed?.verified) throw new Problem("wrong_credentials", "This passkey could not be checked. Please try again.");
  if (await store.use(key.id, signed.authenticationInfo.newCounter)) return key;
  onCopy(key);
  throw new Problem(
    "wrong_credentials",
    "This passkey was refused because it looks copied. Please log in another way and replace it.",
  );
}

/** Removes one of someone's passkeys. 409 when nothing else would let them in. */
export async function removePasskey(store: PasskeyStore, userId: string, id: string): Promise<void> {
  const outcome = await store.remove(userId, id);
  if (outcome === "missing") throw new Problem("not_found", "Not found");
  if (outcome === "only way in")
    throw new Problem("conflict", "This passkey is your only way in. Please set a password first.");
}

/** What devices file a person's passkeys under: the bytes of their id, which tell nothing about them. */
const handleOf = (userId: string) => Buffer.from(userId.replaceAll("-", ""), "hex").toString("base64url");

const full = () =>
  new Problem("conflict", `You have ${mostPasskeys} passkeys already. Please remove one that you no longer use.`);
const tooLate = () => new Problem("conflict", "This took too long, or was begun elsewhere. Please try again.");
