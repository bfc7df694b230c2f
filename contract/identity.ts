import { z } from "zod";
import { defineCalls } from "./endpoint.ts";
import { Id, Timestamp } from "./fields.ts";

/** An account at an identity provider that signs in to this account. */
const LinkedIdentity = z.object({
  id: Id,
  /** The provider's name, such as "Google". */
  provider: z.string(),
  /** The email address of the account at the provider. */
  email: z.string().nullable(),
  linkedAt: Timestamp,
  /** We hold a token for its photo library. */
  opensPhotos: z.boolean(),
});

export const identity = defineCalls(() => ({
  "GET /api/account/identities": {
    summary: "My linked provider accounts, and the provider that I can link, if any",
    reply: z.object({
      linked: z.array(LinkedIdentity),
      canLink: z.object({ name: z.string(), slug: z.string() }).nullable(),
    }),
  },
  "DELETE /api/account/identities/:id": {
    summary: "Unlink a provider account, unless nothing else opens my account",
    reply: null,
  },
}));

/** Values of `?error=` on `/auth` after a failed sign-in by the identity provider. */
export const signInFaults = [
  "provider_unavailable",
  "cancelled",
  "refused",
  "expired",
  "account_exists",
  "email_missing",
  "not_invited",
  "login_required",
  "too_many_tries",
] as const;
export type SignInFault = (typeof signInFaults)[number];

/**
 * Values of `?error=` on the page that began a link; the reason stands in `?reason=`. A success is `?success=account_linked`.
 * A link for the photo library adds `with=photos`.
 */
export const linkFaults = ["link_failed", "invalid_session"] as const;
export type LinkFault = (typeof linkFaults)[number];
export const linkReasons = [
  "unavailable",
  "cancelled",
  "in_use",
  "another_linked",
  "log_in_again",
  "password_needed",
  "too_many_tries",
] as const;
export type LinkReason = (typeof linkReasons)[number];

/** The value of `?error=` on the page on which somebody began to keep their seat by the provider; the reason stands in `?reason=`. */
export const keepFault = "keep_failed";
export const keepReasons = [
  "account_exists",
  "email_missing",
  "closed",
  "unavailable",
  "cancelled",
  "expired",
  "too_many_tries",
  "failed",
] as const;
export type KeepReason = (typeof keepReasons)[number];

/** The refusals of linked accounts. */
export const refusalsOfIdentity = {
  only_way_in: "This is your only way in. Please set a password first, and then unlink it.",
  provider_unreachable: "{provider} does not answer right now. Please try again in a moment.",
} as const;
