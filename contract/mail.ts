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
