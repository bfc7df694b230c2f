import type { account } from "#contract/account.ts";
import { type Rule, anyone, signedIn } from "./rule.ts";

const password = "a new one";

export const rules: Record<keyof typeof account, Rule> = {
  "POST /api/password/forgot": anyone(204, { email: "somebody@example.org" }),
  // A mailed link works for everybody; this token is invented.
  "POST /api/password/reset": anyone(404, { token: "invented", password }),
  "POST /api/password/reset/ways": anyone(200, { token: "invented" }),
  // A wrong password, because later tests need the passwords of the cast.
  "POST /api/password/change": signedIn(400, { current: "not it", password }),
  "POST /api/password/proof": signedIn(400, { password: "not it" }),
  // A mailed link works for everybody; this token is invented.
  "POST /api/account/end-sessions": anyone(404, { token: "invented" }),
  "GET /api/account": signedIn(),
  "GET /api/account/export": signedIn(),
  "DELETE /api/account": signedIn(409, { confirm: "not.me@example.org" }),
};
