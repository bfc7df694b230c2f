import type { screens } from "#contract/screens.ts";
import { type Rule, anyone, crewMember, readRule, signedIn } from "./rule.ts";

export const screensRules: Record<keyof typeof screens, Rule> = {
  "GET /api/dashboard": signedIn(),
  "GET /api/users/:id/highlights": { ...readRule, of: crewMember },
  "GET /api/public/stats": anyone(),
  "GET /api/public/config": anyone(),
};
