import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from "openid-client";
import { type FaultReason, ProviderFault } from "./provider-fault.ts";

/** Turns an error of a call to the provider into a fault; `fallback` is the reason for a response that makes no sense. */
export function faultOf(error: unknown, fallback: FaultReason = "refused"): ProviderFault {
  if (error instanceof ProviderFault) return error;
  if (error instanceof AuthorizationResponseError) return new ProviderFault(redirectReason(error.error), error.error);
  if (error instanceof ResponseBodyError) {
    const reason = error.status >= 500 ? "down" : error.error === "invalid_grant" ? "revoked" : fallback;
    return new ProviderFault(reason, `${error.status} ${error.error}`);
  }
  if (error instanceof WWWAuthenticateChallengeError) return new ProviderFault(fallback, String(error.status));
  if (error instanceof ClientError) {
    const code = error.code ?? error.message;
    return new ProviderFault(brokenAnswers.has(code) ? "down" : fallback, code);
  }
  // The error of `fetch` when nothing listens.
  if (error instanceof TypeError && error.message === "fetch failed") return new ProviderFault("down", "unreachable");
  return new ProviderFault(fallback, error instanceof Error ? error.name : "unknown");
}

/** A timeout, a proxy's error page, or a truncated response. */
const brokenAnswers = new Set([
  "OAUTH_TIMEOUT",
  "OAUTH_ABORT",
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_RESPONSE_IS_NOT_JSON",
  "OAUTH_PARSE_ERROR",
]);

function redirectReason(error: string): FaultReason {
  if (error === "access_denied") return "cancelled";
  return error === "temporarily_unavailable" || error === "server_error" ? "down" : "refused";
}
