// Decision 011: why a sign-in flow is a row bound to one browser.
import { createHmac, hash, randomBytes } from "node:crypto";
import type { Proof } from "./provider.ts";

/** What somebody went to the provider for. */
export interface Flow {
  readonly purpose: "sign-in" | "link";
  readonly issuer: string;
  readonly photos: boolean;
  /** The page to return to. */
  readonly back: string;
}

/** Who began it: what this browser's cookie holds, and SHA-256 of the session's token. */
export interface Beginner {
  readonly secret: string;
  readonly session: Buffer | null;
}

export interface FlowStore {
  add(row: Flow & { stateHash: Buffer; browserHash: Buffer; session: Buffer | null; lifeMs: number }): Promise<void>;
  /** Those that nobody came back from in time. */
  forgetExpired(): Promise<void>;
  /** Takes it away: whoever comes second finds nothing. */
  take(stateHash: Buffer, browserHash: Buffer): Promise<(Flow & { session: Buffer | null }) | null>;
}

export const flowLifeMs = 10 * 60 * 1000;

/** What a browser keeps while somebody is at the provider; only its SHA-256 is kept here. */
export const newSecret = () => randomBytes(32).toString("base64url");
export const isSecret = (text: string | undefined): text is string => /^[\w-]{43}$/.test(text ?? "");

/** A proof for a way that is about to begin. Nonce and verifier follow from the browser's secret, so nobody else can have them. */
export function newProof(secret: string): Proof {
  return proofOf(secret, randomBytes(32).toString("base64url"));
}

const proofOf = (secret: string, state: string): Proof => {
  const derive = (what: string) => createHmac("sha256", secret).update(`${what} ${state}`).digest("base64url");
  return { state, nonce: derive("nonce"), verifier: derive("verifier") };
};

export async function beginFlow(store: FlowStore, { secret, session }: Beginner, proof: Proof, flow: Flow) {
  const [stateHash, browserHash] = [hashOf(proof.state), hashOf(secret)];
  await store.add({ ...flow, stateHash, browserHash, session, lifeMs: flowLifeMs });
}

/**
 * Ends a way by the state that came back, once. Null when it was never begun, is over, or was begun in another browser.
 * `isSameSession` is false when somebody logged in, out or over meanwhile.
 */
export async function endFlow(store: FlowStore, { secret, session }: Partial<Beginner>, state: string | null) {
  if (!isSecret(secret) || !isSecret(state ?? undefined)) return null;
  const found = await store.take(hashOf(state!), hashOf(secret));
  if (!found) return null;
  const { session: begun, ...flow } = found;
  const isSameSession = begun ? session != null && begun.equals(session) : session == null;
  return { flow: flow satisfies Flow, isSameSession, proof: proofOf(secret, state!) };
}

const hashOf = (text: string) => hash("sha256", text, "buffer");
