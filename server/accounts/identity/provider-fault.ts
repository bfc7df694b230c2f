/**
 * Why a call to the provider fails: `down` (a retry may help), `cancelled` (the person cancelled at the provider), `revoked` (our
 * refresh token is not valid any more), `refused` (its response cannot be trusted).
 */
export type FaultReason = "down" | "cancelled" | "revoked" | "refused";

/** Its message contains no secret, so it may be logged. */
export class ProviderFault extends Error {
  readonly reason: FaultReason;
  constructor(reason: FaultReason, detail: string) {
    super(`The identity provider: ${reason} (${detail})`);
    this.reason = reason;
  }
}
