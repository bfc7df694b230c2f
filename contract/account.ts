import { z } from "zod";
import { describe } from "./endpoint.ts";
import { Email, Id, plain } from "./fields.ts";
import { TimeZone } from "./gallery.ts";
import { NewPassword, OldPassword, User } from "./people.ts";

export const ForgottenPassword = z.object({ email: Email });

export const PasswordReset = z.object({
  token: plain(200).min(1, "This link is not complete"),
  password: NewPassword,
});

export const PasswordChange = z.object({ current: OldPassword, password: NewPassword });

export const AccountEnd = z.object({
  confirm: plain(254).trim().min(1, "Please type your email address"),
  /** Needed by whoever has one. */
  password: z.string().max(200, "Please use at most 200 characters").optional(),
  /** `leave`: my photos stay with their crews, without my name. `take`: they are deleted with me. */
  photos: z.enum(["leave", "take"]).default("leave"),
});

const Named = z.object({ id: Id, name: z.string() });

/** What only the owner of an account does with it. */
export const account = describe({
  "POST /api/password/forgot": {
    summary: "Have a link mailed that sets a new password; the answer is the same when nobody has this address",
    access: "visitor",
    body: ForgottenPassword,
    reply: null,
  },
  "POST /api/password/reset": {
    summary: "Set a new password by a mailed link, once, within an hour; ends all sessions and signs in",
    access: "visitor",
    body: PasswordReset,
    reply: User,
    status: 200,
  },
  "POST /api/password/change": {
    summary: "Change my password; ends all my other sessions",
    access: "user",
    body: PasswordChange,
    reply: null,
  },
  "GET /api/account": {
    summary: "What my account page shows, and what would go with my account",
    access: "user",
    reply: z.object({
      hasPassword: z.boolean(),
      /** Mail to my address reached me once. */
      emailConfirmed: z.boolean(),
      /** The address that waits for me to confirm it, to become mine. */
      newEmail: z.string().nullable(),
      /** Photos and videos in galleries. */
      photoCount: z.int(),
      /** Squads and trips that nobody else belongs to: they are deleted with the account. */
      ending: z.object({ squads: z.array(Named), trips: z.array(Named) }),
      /** Squads that need another admin first. */
      handOver: z.array(Named),
    }),
  },
  "GET /api/account/export": {
    summary: "All that is mine as one zip: records as JSON, and my originals byte for byte",
    access: "user",
    query: z.object({ timeZone: TimeZone }),
    reply: null,
    file: "application/zip",
  },
  "DELETE /api/account": {
    summary: "Delete my account; confirm with my email and my password",
    access: "user",
    body: AccountEnd,
    reply: null,
  },
});
