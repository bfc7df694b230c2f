import type { tv } from "#contract/tv.ts";
import { type Rule, anyone, writeRule } from "./rule.ts";

/** The world's trip has no night. */
export const rules: Record<keyof typeof tv, Rule> = {
  "POST /api/trips/:id/night/tv-code": writeRule(403, 403, 409, 409, () => ({})),
  "DELETE /api/trips/:id/night/tv-code": writeRule(403, 403, 204, 204),
  "POST /api/tv": anyone(404, { code: "ABC234" }),
  "GET /api/tv": anyone(404),
  "GET /api/tv/pictures/:id": anyone(404),
};
