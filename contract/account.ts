import { z } from "zod";
import { defineCalls } from "./endpoint.ts";
import { Email, Id, SpaceUse, Timestamp, line, plain } from "./fields.ts";
import { TimeZone } from "./gallery.ts";
import { NewPassword, OldPassword, User } from "./people.ts";

export const ForgottenPassword = z.object({ email: Email });

export const PasswordReset = z.object({
  token: plain(200, "This link is not complete"),
  password: NewPassword,
  /** The passkeys and provider links to keep; all others are removed. Absent: those that are older than 30 days. */
  keep: z.array(Id).max(200).optional(),
});

/** What opens an account besides the password. */
export const WayIn = z.object({
  id: Id,
  kind: z.enum(["passkey", "provider"]),
  /** The name of a passkey. Of a provider's account, its address there; null without one. */
  name: z.string().nullable(),
  addedAt: Timestamp,
  /** Younger than 30 days: a reset removes it unless `keep` names it. */
  isRecent: z.boolean(),
});
export type WayIn = z.infer<typeof WayIn>;

export const PasswordChange = z.object({ current: OldPassword, password: NewPassword });

export const AccountDeletion = z.object({
  /** My email address, or the first name of a seat. */
  confirm: line(254, "Please type what is asked"),
  /** Required if the account has a password. */
  password: z.string().max(200, "Please use at most 200 characters").optional(),
  /** `leave`: my photos and comments stay with their crews, without my name. `take`: they are deleted with me. */
  photos: z.enum(["leave", "take"]).default("leave"),
});

const IdAndName = z.object({ id: Id, name: z.string() });

/** Calls about the viewer's own account. */
export const account = defineCalls(() => ({
  "POST /api/password/forgot": {
    summary: "Mail a link that sets a new password; the reply is the same for an unknown address",
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
  "POST /api/password/reset/ways": {
    summary: "What opens the account of a mailed link besides the password, newest first; uses nothing up",
    access: "visitor",
    body: z.object({ token: plain(200, "This link is not complete") }),
    reply: z.array(WayIn),
    status: 200,
  },
  "POST /api/password/change": {
    summary: "Change my password; ends all my other sessions",
    body: PasswordChange,
    reply: null,
  },
  "POST /api/password/proof": {
    summary:
      "Prove by my password that it is me; for ten minutes this session may link a provider and open the admin page",
    body: z.object({ password: OldPassword }),
    reply: null,
    worksReadOnly: true,
  },
  "POST /api/account/end-sessions": {
    summary: "End all sessions of an account by the link of a letter about its security, once",
    access: "visitor",
    body: z.object({ token: plain(200, "This link is not complete") }),
    reply: null,
    worksReadOnly: true,
  },
  "GET /api/account": {
    summary: "My account page, and what is deleted together with the account",
    access: "seat",
    reply: z.object({
      hasPassword: z.boolean(),
      /** The owner has opened a link mailed to this address, or the provider vouches for it. */
      emailConfirmed: z.boolean(),
      /** The address is confirmed, or the account came by a personal invitation. */
      mayInviteByMail: z.boolean(),
      /** The address of an unconfirmed change. */
      newEmail: z.string().nullable(),
      /** Photos and videos in galleries. */
      photoCount: z.int(),
      /** Comments on photos. */
      commentCount: z.int(),
      /** The space of my uploads. Null unless people have a limit. */
      space: SpaceUse.nullable(),
      /** Squads and trips with no other member: they are deleted with the account. */
      ending: z.object({ squads: z.array(IdAndName), trips: z.array(IdAndName) }),
      /** The viewer may open the admin page. */
      isSiteAdmin: z.boolean(),
      /** Squads in which the viewer must first make somebody else admin. */
      handOver: z.array(IdAndName),
      /** The version of the program that serves the site. */
      version: z.string(),
    }),
  },
  "GET /api/account/export": {
    summary: "Download my data as one zip: records as JSON, and my originals byte for byte",
    access: "seat",
    query: z.object({ timeZone: TimeZone }),
    reply: null,
    file: "application/zip",
  },
  "DELETE /api/account": {
    summary: "Delete my account; confirm with my email and my password, or a seat with its first name",
    access: "seat",
    body: AccountDeletion,
    reply: null,
  },
}));

/** The refusals of the account's page, and of lost passwords. */
export const refusalsOfAccount = {
  link_ended: "This link has expired or was used already. Please ask for a new one.",
  alert_link_ended: "This link has expired or was used already. To lock others out, set a new password.",
  password_changed_elsewhere: "Your password was changed somewhere else just now. Please log in again.",
  password_missing: "Please enter your password, so that we know it is you.",
  password_missing_field: "Please enter your password",
  password_never_set: "This account has no password yet.",
  password_never_set_field: "This account has no password yet",
  password_wrong: "This is not your current password.",
  password_wrong_field: "This is not your current password",
  login_too_old: "Please log out and log in again first, so that we know it is you.",
  email_not_confirming: "Please type the email address of your account to confirm.",
  first_name_not_confirming: "Please type your first name to confirm.",
  first_name_not_confirming_field: "This is not your first name",
  email_not_confirming_field: "This is not your email address",
  only_admin_of: "You are the only admin of {squads}. Please make someone else admin before you delete your account.",
} as const;
