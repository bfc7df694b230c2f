import { z } from "zod";
import { defineCalls } from "./endpoint.ts";
import { Id } from "./fields.ts";

/** A token from a mail; it stands for the address that the mail went to. */
const MailToken = z.string("This link is not complete").regex(/^[\w-]{43}$/, "This link is not complete");

/** A mail from the viewer that could not be delivered. */
export const MailNotice = z.object({
  id: Id,
  /** The recipient: an address that the viewer typed, or a name. */
  who: z.string(),
  /** The end of a sentence that begins "could not be reached: ". */
  reason: z.string(),
});
export type MailNotice = z.infer<typeof MailNotice>;

const Choice = z.object({ isOff: z.boolean() });

/** Unsubscribing, and mails that could not be delivered. */
export const mail = defineCalls(() => ({
  "GET /api/no-mail": {
    summary: "Whether the address that a mail went to has unsubscribed from invitations and reminders",
    access: "visitor",
    query: z.object({ to: MailToken }),
    reply: Choice,
  },
  "PUT /api/no-mail": {
    summary: "Unsubscribe the address that a mail went to from invitations and reminders, or subscribe it again",
    access: "visitor",
    body: z.object({ to: MailToken, isOff: z.boolean() }),
    reply: Choice,
  },
  "GET /api/mail-notices": {
    summary: "Up to fifty mails of mine that could not be delivered and that I have not been told of",
    access: "seat",
    reply: z.array(MailNotice),
  },
  "POST /api/mail-notices/told": {
    summary: "Mark these notices as told",
    access: "seat",
    body: z.object({ ids: z.array(Id).min(1).max(50) }),
    reply: null,
  },
}));

/** The refusals of mails to others. */
export const refusalsOfMail = {
  confirm_email_to_invite: "Please confirm your email address first. Then you can invite people by email.",
  confirm_email_to_remind: "Please confirm your email address first. Then you can remind people by email.",
  confirm_email_to_tell: "Please confirm your email address first. Then you can tell people by email.",
  mails_to_invite_used_up: "You can invite {share} people a day by email, and today’s are used up.",
  mails_to_invite_left: "You can invite {share} people a day by email, and have {left} left today.",
  mails_to_invite_used_up_in_first_week:
    "You can invite {share} people a day by email in your first week, and today’s are used up.",
  mails_to_invite_left_in_first_week:
    "You can invite {share} people a day by email in your first week, and have {left} left today.",
  mails_to_remind_used_up: "You can remind {share} people a day by email, and today’s are used up.",
  mails_to_remind_left: "You can remind {share} people a day by email, and have {left} left today.",
  mails_to_remind_used_up_in_first_week:
    "You can remind {share} people a day by email in your first week, and today’s are used up.",
  mails_to_remind_left_in_first_week:
    "You can remind {share} people a day by email in your first week, and have {left} left today.",
  mails_to_tell_used_up: "You can tell {share} people a day by email, and today’s are used up.",
  mails_to_tell_left: "You can tell {share} people a day by email, and have {left} left today.",
  mails_to_tell_used_up_in_first_week:
    "You can tell {share} people a day by email in your first week, and today’s are used up.",
  mails_to_tell_left_in_first_week:
    "You can tell {share} people a day by email in your first week, and have {left} left today.",
} as const;
