import { z } from "zod";
import { describe } from "./endpoint.ts";
import { Id } from "./fields.ts";

/** Out of a mail: it stands for the address that the mail went to, and for nothing else. */
const MailToken = z.string().regex(/^[\w-]{43}$/, "This link is not whole");

/** A mail of the viewer's that reached nobody. */
export const MailNotice = z.object({
  id: Id,
  /** Whom it was for: an address that the viewer wrote, or a name. */
  who: z.string(),
  /** Goes on after "could not be reached: ". */
  reason: z.string(),
});
export type MailNotice = z.infer<typeof MailNotice>;

const Choice = z.object({ isOff: z.boolean() });

/** Who wants no mails, and which mails reached nobody. */
export const mail = describe({
  "GET /api/no-mail": {
    summary: "Whether the address that a mail went to wants no invitations and reminders",
    access: "visitor",
    query: z.object({ to: MailToken }),
    reply: Choice,
  },
  "PUT /api/no-mail": {
    summary: "End invitations and reminders to the address that a mail went to, or allow them again",
    access: "visitor",
    body: z.object({ to: MailToken, isOff: z.boolean() }),
    reply: Choice,
  },
  "GET /api/mail-notices": {
    summary: "Mails of the viewer's that reached nobody, as long as they were not told, at most fifty",
    access: "user",
    reply: z.array(MailNotice),
  },
  "POST /api/mail-notices/told": {
    summary: "The viewer has been told of these",
    access: "user",
    body: z.object({ ids: z.array(Id).min(1).max(50) }),
    reply: null,
  },
});
