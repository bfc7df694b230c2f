import type { invitations } from "#contract/invitations.ts";
import { type Rule, signedIn, writeRule } from "./rule.ts";

const emails = ["kai@example.org"];

export const rules: Record<keyof typeof invitations, Rule> = {
  "POST /api/squad-invites": writeRule(200, 200, 200, 200, (world) => ({ squadId: world.squad, emails })),
  "POST /api/invites": writeRule(200, 200, 200, 200, (world) => ({ tripId: world.trip, emails })),
  // Sent without the squad or trip.
  "GET /api/invitations": signedIn(400),
  "POST /api/trips/:id/vote-reminders": writeRule(403, 403, 200, 200, () => ({})),
};
