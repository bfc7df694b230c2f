import type { mail } from "#contract/mail.ts";
import { type Rule, anyone, signedIn } from "./rule.ts";

const invented = "x".repeat(43);

export const rules: Record<keyof typeof mail, Rule> = {
  // The token of a mail works for everybody; these are missing or invented.
  "GET /api/no-mail": anyone(400),
  "PUT /api/no-mail": anyone(404, { to: invented, isOff: true }),
  "GET /api/mail-notices": signedIn(),
  "POST /api/mail-notices/told": signedIn(204, { ids: ["0190a5b0-0000-7000-8000-000000000000"] }),
};
