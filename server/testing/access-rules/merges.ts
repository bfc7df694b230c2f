import type { merges } from "#contract/merges.ts";
import { type Rule, same, signedIn, squad, writeRule } from "./rule.ts";

export const rules: Record<keyof typeof merges, Rule> = {
  "POST /api/seat/ticket": { ...signedIn(409, {}), seats: { private: [201, 201], public: [201, 201] } },
  "POST /api/account/seat": same([401, 404, 404, 404, 404, 404], { body: () => ({ ticket: "A".repeat(64) }) }),
  // Nobody in the test who has an account is merged.
  "GET /api/squads/:id/merges/:userId/into/:intoId": { ...writeRule(403, 403, 403, 409), of: squad },
  "POST /api/squads/:id/merges": {
    ...writeRule(403, 403, 403, 409, (_, cast) => ({ userId: cast.crew.id, intoId: cast.member.id })),
    of: squad,
  },
  "GET /api/merges": signedIn(),
  "DELETE /api/merges/:id": same([401, 404, 404, 404, 404, 404]),
};
