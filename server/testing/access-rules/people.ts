import type { people } from "#contract/people.ts";
import { type Rule, anyone, crewMember, seen, signedIn } from "./rule.ts";

export const peopleRules: Record<keyof typeof people, Rule> = {
  "POST /api/register": anyone(400, {}),
  "POST /api/login": anyone(400, {}),
  // A session ended is the last thing its test does, so this one is sent without a body it accepts.
  "POST /api/logout": anyone(400, []),
  "GET /api/auth/user": signedIn(),
  "PATCH /api/auth/user": signedIn(200, { bio: "Salty" }),
  "GET /api/user/recent-squad": signedIn(),
  "GET /api/users/:id": { ...seen, of: crewMember },
  "GET /api/users/:id/awards": { ...seen, of: crewMember },
  "GET /api/all-members": signedIn(),
  "GET /api/crew-stats": signedIn(),
};
