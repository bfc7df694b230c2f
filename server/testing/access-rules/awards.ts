import type { awards } from "#contract/awards.ts";
import { type Rule, category, done, seen, signedIn } from "./rule.ts";

const newAward = () => ({ name: "Camp Chef", description: "One oven" });

export const awardsRules: Record<keyof typeof awards, Rule> = {
  "GET /api/trips/:id/categories": seen,
  "POST /api/trips/:id/categories": done(201, 201, 201, 201, newAward),
  "PUT /api/categories/:id": { ...done(200, 200, 200, 200, newAward), of: category },
  "DELETE /api/categories/:id": { ...done(403, 403, 204, 204), of: category },
  "POST /api/categories/:id/vote": {
    ...done(403, 200, 200, 403, (_, cast) => ({ nomineeId: cast.crew.id })),
    of: category,
  },
  "POST /api/categories/:id/close": { ...done(403, 403, 200, 200, () => ({})), of: category },
  "GET /api/categories/:id/my-vote": { ...seen, of: category },
  "GET /api/categories/:id/leaderboard": { ...seen, of: category },
  "GET /api/categories/:id/voting-progress": { ...seen, of: category },
  "GET /api/trips/:id/voting-status": seen,
  "GET /api/trips/:id/overall-leaderboard": seen,
  "GET /api/trips/:id/ballot": seen,
  "GET /api/awards/all": signedIn(),
};
