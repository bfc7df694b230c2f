import type { squads } from "#contract/squads.ts";
import { type Rule, anyone, readRule, signedIn, squad, writeRule } from "./rule.ts";

const name = { confirm: "Dawn Patrol" };

export const rules: Record<keyof typeof squads, Rule> = {
  "GET /api/squads": signedIn(),
  "POST /api/squads": signedIn(201, { name: "Night Shift" }),
  "GET /api/squads/:id": { ...readRule, of: squad },
  "PUT /api/squads/:id": { ...writeRule(200, 200, 200, 200, () => ({ name: "Dawn Patrol" })), of: squad },
  "DELETE /api/squads/:id": { ...writeRule(403, 403, 403, 204, () => name), of: squad },
  "GET /api/squads/:id/members": { ...readRule, of: squad },
  "GET /api/squads/:id/trips": { ...readRule, of: squad },
  "PATCH /api/squads/:id/members/:userId": { ...writeRule(403, 403, 403, 200, () => ({ role: "admin" })), of: squad },
  "DELETE /api/squads/:id/members/:userId": { ...writeRule(403, 403, 403, 204), of: squad },
  "GET /api/squads/:id/removed": { ...writeRule(403, 403, 403, 200), of: squad },
  "DELETE /api/squads/:id/removed/:userId": { ...writeRule(403, 403, 403, 204), of: squad },
  "POST /api/squads/:id/leave": { ...writeRule(200, 200, 200, 409, () => ({})), of: squad },
  "POST /api/squads/:id/invite-link/reset": { ...writeRule(403, 403, 403, 200, () => ({})), of: squad },
  "GET /api/public/squads": anyone(),
  // The card of a private squad belongs to its invite code, not to a person.
  "GET /api/public/squads/:id": {
    private: [404, 404, 404, 404, 404, 404],
    public: [200, 200, 200, 200, 200, 200],
    of: squad,
  },
  "POST /api/trips/:id/join": {
    ...readRule,
    of: squad,
    body: () => ({}),
    // A seat is a place in one squad.
    seats: { private: [200, 404], public: [200, 403] },
  },
};
