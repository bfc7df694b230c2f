import { z } from "zod";
import { describe } from "./endpoint.ts";
import { Email, plain } from "./fields.ts";

export const EmailChange = z.object({
  email: Email,
  /** Needed by whoever has one. */
  password: z.string().max(200, "Please use at most 200 characters").optional(),
});

/** The address of one's account: that mail to it arrives, and another one instead of it. */
export const emails = describe({
  "POST /api/email/confirm": {
    summary: "Confirm my address by a mailed link, once, within two days",
    access: "user",
    body: z.object({ token: plain(200).min(1, "This link is not complete") }),
    /** `changed`: the account has this address from now on. */
    reply: z.object({ email: z.string(), changed: z.boolean() }),
    status: 200,
  },
  "POST /api/email/link": {
    summary: "Have the link that confirms my address mailed again; a minute apart, five times a day",
    access: "user",
    body: z.object({}),
    reply: null,
  },
  "POST /api/email/change": {
    summary: "Have a link mailed to another address that makes it mine; the answer is the same when somebody has it",
    access: "user",
    body: EmailChange,
    reply: null,
  },
});
