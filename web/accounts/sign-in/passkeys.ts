import { ApiError, api } from "../../core/api.ts";

/** Whether the browser offers passkeys here: over https or on localhost, at a host name. */
export const passkeysWork = (): boolean =>
  isSecureContext && "PublicKeyCredential" in globalThis && !/^[\d.]+$|^\[/.test(location.hostname);

const load = () => import("@simplewebauthn/browser");

/** Creates a passkey on the device and adds it to the account. Rejects with an error for `passkeyProblem`. */
export async function addPasskey(password?: string): Promise<void> {
  const { startRegistration } = await load();
  const body = password === undefined ? {} : { password };
  const optionsJSON = await api("POST /api/passkeys/options", { body });
  const credential = await startRegistration({ optionsJSON });
  await api("POST /api/passkeys", { body: { credential } });
}

/** Asks the device for a passkey of this site. */
async function askDevice() {
  const { startAuthentication } = await load();
  return startAuthentication({ optionsJSON: await api("POST /api/passkeys/sign-in/options", { body: {} }) });
}

/** Signs in with a passkey of the device. Rejects with an error for `passkeyProblem`. */
export async function signInWithPasskey(): Promise<void> {
  await api("POST /api/passkeys/sign-in", { body: { credential: await askDevice() } });
}

/** Proves by a passkey of the device that it is the owner of the account. Rejects with an error for `passkeyProblem`. */
export async function proveByPasskey(): Promise<void> {
  await api("POST /api/passkeys/proof", { body: { credential: await askDevice() } });
}

/** Sentences by the names of browsers' errors (WebAuthn level 2, §5.1.3 and §5.1.4). */
const sentences: Readonly<Record<string, string>> = {
  NotAllowedError: "It was cancelled, or your device took too long. Please try again.",
  AbortError: "It was cancelled, or your device took too long. Please try again.",
  InvalidStateError: "This device has a passkey of yours already.",
  NotSupportedError: "This device cannot make the kind of passkey that is needed here.",
  ConstraintError: "This device cannot ask for a finger, a face or a PIN, which a passkey needs.",
  SecurityError: "Passkeys belong to another address of this site. Open that one, and try again.",
};

/** The sentence for a failed passkey: the server's, or ours for the device's error. */
export function passkeyProblem(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  const known = error instanceof Error ? sentences[error.name] : undefined;
  return known ?? "Your device could not do that. Please try again.";
}
