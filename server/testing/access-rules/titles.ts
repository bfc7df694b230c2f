import type { titles } from "#contract/titles.ts";
import { type Rule, category, readRule, squad, writeRule } from "./rule.ts";

export const rules: Record<keyof typeof titles, Rule> = {
  "POST /api/trips/:id/award-packs": writeRule(201, 201, 201, 201, () => ({ pack: "surf" })),
  // The world's squad has one trip.
  "POST /api/trips/:id/last-awards": writeRule(409, 409, 409, 409, () => ({})),
  "PUT /api/categories/:id/not-for-me": { ...writeRule(403, 204, 204, 403), of: category },
  "DELETE /api/categories/:id/not-for-me": { ...writeRule(403, 204, 204, 403), of: category },
  "GET /api/squads/:id/trophies": { ...readRule, of: squad },
  // The world's trip has no night.
  "GET /api/trips/:id/night/pictures/:picture": writeRule(409, 409, 409, 409),
};
