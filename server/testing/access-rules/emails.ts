import type { emails } from "#contract/emails.ts";
import { type Rule, signedIn } from "./rule.ts";

export const rules: Record<keyof typeof emails, Rule> = {
  "POST /api/email/confirm": signedIn(404, { token: "invented" }),
  "POST /api/email/link": signedIn(204, {}),
  // Sent without a password.
  "POST /api/email/change": signedIn(409, { email: "elsewhere@example.org" }),
};
