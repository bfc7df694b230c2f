import type { trips } from "#contract/trips.ts";
import { type Rule, readRule, signedIn, writeRule } from "./rule.ts";

const tripFields = { name: "Peniche", location: "Portugal", startDate: "2026-08-01", endDate: "2026-08-02" };

export const rules: Record<keyof typeof trips, Rule> = {
  "GET /api/trips": signedIn(),
  "POST /api/trips": writeRule(201, 201, 201, 201, (world) => ({ ...tripFields, squadId: world.squad })),
  "GET /api/trips/:id": readRule,
  "PUT /api/trips/:id": writeRule(200, 200, 200, 200, () => tripFields),
  "DELETE /api/trips/:id": writeRule(403, 403, 204, 204),
  "GET /api/trips/:id/members": readRule,
  "PUT /api/trips/:id/members": writeRule(200, 200, 200, 200, (_, cast) => ({
    userIds: [cast.crew.id, cast.organizer.id, cast.member.id],
  })),
  "PATCH /api/trips/:id/members/me": writeRule(403, 200, 200, 403, () => ({ mood: "stoked", excitementLevel: 9 })),
  "DELETE /api/trips/:id/members/:userId": writeRule(403, 403, 204, 204),
  "POST /api/trips/:id/leave": writeRule(409, 200, 200, 409, () => ({})),
};
