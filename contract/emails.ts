import { z } from "zod";
import { defineCalls } from "./endpoint.ts";
import { Email, plain } from "./fields.ts";

export const EmailChange = z.object({
  email: Email,
  /** Required if the account has a password. */
  password: z.string().max(200, "Please use at most 200 characters").optional(),
});

/** Confirms or changes the email address of an account. */
export const emails = defineCalls(() => ({
  "POST /api/email/confirm": {
    summary: "Confirm my address by a mailed link, which works once, for two days",
    body: z.object({ token: plain(200, "This link is not complete") }),
    /** `changed`: the link belonged to a change of address, and `email` is the new address. */
    reply: z.object({ email: z.string(), changed: z.boolean() }),
    status: 200,
  },
  "POST /api/email/link": {
    summary: "Mail the link that confirms my address again: once a minute, five times a day",
    body: z.object({}),
    reply: null,
  },
  "POST /api/email/change": {
    summary: "Mail a link that changes my address to the new address; the reply is the same if the address is taken",
    body: EmailChange,
    reply: null,
  },
}));

/** The refusals of email addresses. */
export const refusalsOfEmails = {
  email_taken_meanwhile: "Another account has this address by now.",
  email_is_yours: "This is your address already.",
  email_is_yours_field: "This is your address already",
  email_link_just_sent: "A link went to this address a moment ago. Please wait a minute before you ask for another.",
  email_links_used_up: "Several links went to this address today. Please try again tomorrow.",
  email_link_ended:
    "This link has expired, was used already, or is for another account. You can have a new one sent from your account page.",
} as const;
