import type { awards } from "#contract/awards.ts";
import { type Rule, category, openAwardRule, readRule, signedIn, writeRule } from "./rule.ts";

const newAward = () => ({ name: "Camp Chef", description: "One oven" });

export const rules: Record<keyof typeof awards, Rule> = {
  "GET /api/trips/:id/categories": readRule,
  "POST /api/trips/:id/categories": writeRule(201, 201, 201, 201, newAward),
  "PUT /api/categories/:id": { ...writeRule(200, 200, 200, 200, newAward), of: category },
  "DELETE /api/categories/:id": { ...writeRule(403, 403, 204, 204), of: category },
  "POST /api/categories/:id/vote": {
    ...writeRule(403, 200, 200, 403, (_, cast) => ({ nomineeId: cast.crew.id })),
    of: category,
  },
  // A crew this small cannot close an award early.
  "POST /api/categories/:id/close": { ...writeRule(403, 403, 409, 409, () => ({})), of: category },
  "GET /api/categories/:id/my-vote": { ...writeRule(200, 200, 200, 200), of: category },
  "GET /api/categories/:id/leaderboard": { ...openAwardRule, of: category },
  "GET /api/categories/:id/voting-progress": { ...openAwardRule, of: category },
  "GET /api/trips/:id/voting-status": readRule,
  "GET /api/trips/:id/overall-leaderboard": readRule,
  "GET /api/trips/:id/ballot": writeRule(200, 200, 200, 200),
  "GET /api/trips/:id/awards": readRule,
  "GET /api/awards/all": signedIn(),
};
