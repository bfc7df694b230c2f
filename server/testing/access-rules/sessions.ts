import type { sessions } from "#contract/sessions.ts";
import { type Rule, same, signedIn } from "./rule.ts";

export const rules: Record<keyof typeof sessions, Rule> = {
  "GET /api/sessions": signedIn(),
  "DELETE /api/sessions": signedIn(204),
  // The trip's id is not the id of a session.
  "DELETE /api/sessions/:id": same([401, 404, 404, 404, 404, 404]),
};
