import { z } from "zod";
import { describe } from "./endpoint.ts";
import { ById, Id, Timestamp } from "./fields.ts";

/** An account elsewhere that opens this one. */
export const LinkedIdentity = z.object({
  id: Id,
  /** The provider, as people know it. */
  provider: z.string(),
  /** The address that one has there. */
  email: z.string().nullable(),
  linkedAt: Timestamp,
  /** One can choose photos from there. */
  opensPhotos: z.boolean(),
});

export const identity = describe({
  "GET /api/account/identities": {
    summary: "The accounts elsewhere that I can log in with, and the provider I could link, if there is one",
    access: "user",
    reply: z.object({
      linked: z.array(LinkedIdentity),
      canLink: z.object({ name: z.string(), slug: z.string() }).nullable(),
    }),
  },
  "DELETE /api/account/identities/:id": {
    summary: "Unlink an account elsewhere; not the only way in",
    access: "user",
    params: ById,
    reply: null,
  },
});

/** What `/auth` is told in `?error=` by whom the identity provider sent back. */
export const wayInFaults = [
  "provider_unavailable",
  "cancelled",
  "refused",
  "expired",
  "account_exists",
  "email_missing",
  "login_required",
  "too_many_tries",
] as const;
export type WayInFault = (typeof wayInFaults)[number];

/** What the page that a link was begun on is told: `?success=account_linked`, or one of these in `?error=`, and why in `?reason=`. */
export const linkFaults = ["link_failed", "invalid_session"] as const;
export type LinkFault = (typeof linkFaults)[number];
export const linkReasons = [
  "unavailable",
  "cancelled",
  "in_use",
  "another_linked",
  "log_in_again",
  "too_many_tries",
] as const;
export type LinkReason = (typeof linkReasons)[number];
