import type { emails } from "#contract/emails.ts";
import { type Rule, anyone, signedIn } from "./rule.ts";

export const emailsRules: Record<keyof typeof emails, Rule> = {
  // A link that was mailed shows whose an address is; this one was invented.
  "POST /api/email/confirm": anyone(404, { token: "invented" }),
  "POST /api/email/link": signedIn(204, {}),
  // Nobody gives their password.
  "POST /api/email/change": signedIn(409, { email: "elsewhere@example.org" }),
};
