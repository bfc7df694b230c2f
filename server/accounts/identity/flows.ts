// Decision 011: why a sign-in flow is a row bound to one browser.
import { createHmac, hash, randomBytes } from "node:crypto";
import type { Proof } from "./provider.ts";

/** What a person goes to the provider for. */
export interface Flow {
  readonly purpose: "sign-in" | "link" | "keep";
  readonly issuer: string;
  readonly photos: boolean;
  /** The page to return to. */
  readonly back: string;
}

/** The browser that began a flow: the secret in its cookie, and the SHA-256 of its session token. */
export interface FlowBrowser {
  readonly secret: string;
  readonly session: Buffer | null;
}

export interface FlowStore {
  add(row: Flow & { stateHash: Buffer; browserHash: Buffer; session: Buffer | null; lifeMs: number }): Promise<void>;
  /** Deletes expired flows. */
  forgetExpired(): Promise<void>;
  /** Deletes and returns the flow, so that a second call finds nothing. */
  take(stateHash: Buffer, browserHash: Buffer): Promise<(Flow & { session: Buffer | null }) | null>;
}

export const flowLifeMs = 10 * 60 * 1000;

/** The secret of the browser's cookie during a flow; the database has only its SHA-256. */
export const newSecret = () => randomBytes(32).toString("base64url");
export const isSecret = (text: string | undefined): text is string => /^[\w-]{43}$/.test(text ?? "");

/** The proof for a new flow. Nonce and verifier are derived from the browser's secret, so no other browser can finish the flow. */
export function newProof(secret: string): Proof {
  return proofOf(secret, randomBytes(32).toString("base64url"));
}

const proofOf = (secret: string, state: string): Proof => {
  const derive = (what: string) => createHmac("sha256", secret).update(`${what} ${state}`).digest("base64url");
  return { state, nonce: derive("nonce"), verifier: derive("verifier") };
};

export async function beginFlow(store: FlowStore, { secret, session }: FlowBrowser, proof: Proof, flow: Flow) {
  const [stateHash, browserHash] = [hashOf(proof.state), hashOf(secret)];
  await store.add({ ...flow, stateHash, browserHash, session, lifeMs: flowLifeMs });
}

/**
 * Ends the flow of a returned state, once. Null if the flow is unknown, expired, used, or of another browser. `isSameSession` is false
 * if the browser's session has changed since the flow began.
 */
export async function endFlow(store: FlowStore, { secret, session }: Partial<FlowBrowser>, state: string | null) {
  if (!isSecret(secret) || !isSecret(state ?? undefined)) return null;
  const found = await store.take(hashOf(state!), hashOf(secret));
  if (!found) return null;
  const { session: begun, ...flow } = found;
  const isSameSession = begun ? session != null && begun.equals(session) : session == null;
  return { flow: flow satisfies Flow, isSameSession, proof: proofOf(secret, state!) };
}

const hashOf = (text: string) => hash("sha256", text, "buffer");
