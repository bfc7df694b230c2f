import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from "openid-client";

/**
 * Why the provider is of no help: `down` (asking later helps), `cancelled` (the person turned back there), `revoked` (what we held
 * is good for nothing any more), `refused` (its answer is not to be trusted).
 */
export type FaultReason = "down" | "cancelled" | "revoked" | "refused";

/** Its message and `detail` hold nothing secret, so they may be logged. */
export class ProviderFault extends Error {
  readonly reason: FaultReason;
  constructor(reason: FaultReason, detail: string) {
    super(`The identity provider: ${reason} (${detail})`);
    this.reason = reason;
  }
}

/** What was thrown while the provider was asked, as one of the reasons; `otherwise` for an answer that makes no sense. */
export function faultOf(error: unknown, otherwise: FaultReason = "refused"): ProviderFault {
  if (error instanceof ProviderFault) return error;
  if (error instanceof AuthorizationResponseError) return new ProviderFault(ofTheBrowser(error.error), error.error);
  if (error instanceof ResponseBodyError) {
    const reason = error.status >= 500 ? "down" : error.error === "invalid_grant" ? "revoked" : otherwise;
    return new ProviderFault(reason, `${error.status} ${error.error}`);
  }
  if (error instanceof WWWAuthenticateChallengeError) return new ProviderFault(otherwise, String(error.status));
  if (error instanceof ClientError) {
    const code = error.code ?? error.message;
    return new ProviderFault(brokenAnswers.has(code) ? "down" : otherwise, code);
  }
  // What fetch says when nobody listens.
  if (error instanceof TypeError && error.message === "fetch failed") return new ProviderFault("down", "unreachable");
  return new ProviderFault(otherwise, error instanceof Error ? error.name : "unknown");
}

/** A time-out, a page of a proxy's, an answer cut short. */
const brokenAnswers = new Set([
  "OAUTH_TIMEOUT",
  "OAUTH_ABORT",
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_RESPONSE_IS_NOT_JSON",
  "OAUTH_PARSE_ERROR",
]);

function ofTheBrowser(error: string): FaultReason {
  if (error === "access_denied") return "cancelled";
  return error === "temporarily_unavailable" || error === "server_error" ? "down" : "refused";
}
