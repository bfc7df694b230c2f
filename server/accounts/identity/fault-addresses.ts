import { type KeepReason, type LinkFault, type LinkReason, type SignInFault, keepFault } from "#contract/identity.ts";
import { withQuery } from "../../platform/http/return-path.ts";
import type { Flow } from "./flows.ts";
import { IdentityRefused, type RefusalReason } from "./identity.ts";
import { type FaultReason, ProviderFault } from "./provider-fault.ts";

/** Where a flow returns to. */
type Origin = Pick<Flow, "back" | "photos">;
/** Tells the page that the flow was for the photo library, whose messages name Google. */
export const mark = ({ photos }: Origin) => ({ with: photos ? "photos" : undefined });
/** The sign-in page with the fault of a flow. */
export const signInFault = (flow: Origin, error: SignInFault) =>
  withQuery("/auth", { return: flow.back === "/" ? undefined : flow.back, error, ...mark(flow) });
/** The page that linking began on, with its fault. */
export const linkFault = (flow: Origin, error: LinkFault, reason?: LinkReason) =>
  withQuery(flow.back, { error, reason, ...mark(flow) });

/** The page on which somebody began to keep their seat, with the reason why it is not kept. */
export const keepFaultPage = (flow: Pick<Flow, "back">, reason: KeepReason) =>
  withQuery(flow.back, { error: keepFault, reason });

const providerSignInFaults: Readonly<Record<FaultReason, SignInFault>> = {
  down: "provider_unavailable",
  cancelled: "cancelled",
  revoked: "refused",
  refused: "refused",
};

const signInRefusals: Readonly<Record<RefusalReason, SignInFault>> = {
  "account-exists": "account_exists",
  "no-email": "email_missing",
  "not-invited": "not_invited",
  "no-password": "refused",
  "in-use": "refused",
  "another-linked": "refused",
  "not-fresh": "refused",
};

/** What the sign-in page says of an error. */
export function signInFaultOf(error: unknown): SignInFault {
  if (error instanceof ProviderFault) return providerSignInFaults[error.reason];
  return error instanceof IdentityRefused ? signInRefusals[error.reason] : "refused";
}

const linkRefusals: Readonly<Partial<Record<RefusalReason, LinkReason>>> = {
  "no-password": "password_needed",
  "in-use": "in_use",
  "another-linked": "another_linked",
  "not-fresh": "log_in_again",
};

/** Why a link failed, if the page has words for it. */
export function linkReasonOf(error: unknown): LinkReason | undefined {
  if (error instanceof ProviderFault && error.reason === "down") return "unavailable";
  if (error instanceof ProviderFault && error.reason === "cancelled") return "cancelled";
  return error instanceof IdentityRefused ? linkRefusals[error.reason] : undefined;
}

const keepRefusals: Readonly<Partial<Record<RefusalReason, KeepReason>>> = {
  "account-exists": "account_exists",
  "no-email": "email_missing",
  "not-invited": "closed",
};

/** Why a seat is not kept. */
export function keepReasonOf(error: unknown): KeepReason {
  if (error instanceof ProviderFault && error.reason === "down") return "unavailable";
  if (error instanceof ProviderFault && error.reason === "cancelled") return "cancelled";
  return (error instanceof IdentityRefused && keepRefusals[error.reason]) || "failed";
}
