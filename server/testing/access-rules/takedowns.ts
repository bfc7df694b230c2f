import type { takedowns } from "#contract/takedowns.ts";
import { type Rule, photo, squad, writeRule } from "./rule.ts";

// The photo is that of `crew`, and nobody asks for it to be taken down.
export const rules: Record<keyof typeof takedowns, Rule> = {
  "POST /api/media/:id/takedown": { ...writeRule(204, 409, 204, 204, () => ({ reason: "That is me" })), of: photo },
  "DELETE /api/media/:id/takedown": { ...writeRule(204, 204, 204, 204), of: photo },
  "POST /api/media/:id/takedown/decision": {
    ...writeRule(403, 403, 409, 409, () => ({ decision: "keep" })),
    of: photo,
  },
  "GET /api/trips/:id/takedowns": writeRule(200, 200, 200, 200),
  "GET /api/squads/:id/takedowns": { ...writeRule(200, 200, 200, 200), of: squad },
  "GET /api/squads/:id/takedown-bans": { ...writeRule(403, 403, 403, 200), of: squad },
  "PUT /api/squads/:id/takedown-bans/:userId": { ...writeRule(403, 403, 403, 204), of: squad },
  "DELETE /api/squads/:id/takedown-bans/:userId": { ...writeRule(403, 403, 403, 204), of: squad },
};
