import { api } from "../../core/api.ts";

/** Creates a passkey on the device and keeps the viewer's seat with it and this address. Rejects with an error for `passkeyProblem`. */
export async function keepSeatByPasskey(email: string): Promise<void> {
  const { startRegistration } = await import("@simplewebauthn/browser");
  const optionsJSON = await api("POST /api/passkeys/seat/options", { body: { email } });
  const credential = await startRegistration({ optionsJSON });
  await api("POST /api/passkeys/seat", { body: { email, credential } });
}
