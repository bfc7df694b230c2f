import type { people } from "#contract/people.ts";
import { type Rule, anyone, crewMember, readRule, signedIn } from "./rule.ts";

export const rules: Record<keyof typeof people, Rule> = {
  "POST /api/register": anyone(400, {}),
  "POST /api/login": anyone(400, {}),
  // Sent with an invalid body, because a logout would end the session that later tests need.
  "POST /api/logout": anyone(400, []),
  "GET /api/auth/user": signedIn(),
  "PATCH /api/auth/user": signedIn(200, { bio: "Salty" }),
  "GET /api/user/recent-squad": signedIn(),
  "GET /api/users/:id": { ...readRule, of: crewMember },
  "GET /api/users/:id/awards": { ...readRule, of: crewMember },
  "GET /api/all-members": signedIn(),
  "GET /api/crew-stats": signedIn(),
};
