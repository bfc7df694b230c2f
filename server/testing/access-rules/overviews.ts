import type { overviews } from "#contract/overviews.ts";
import { type Rule, anyone, crewMember, readRule, signedIn } from "./rule.ts";

export const rules: Record<keyof typeof overviews, Rule> = {
  "GET /api/dashboard": signedIn(),
  "GET /api/users/:id/highlights": { ...readRule, of: crewMember },
  "GET /api/public/stats": anyone(),
  "GET /api/public/config": anyone(),
};
