import type { invitations } from "#contract/invitations.ts";
import { type Rule, done, signedIn } from "./rule.ts";

const emails = ["kai@example.org"];

export const invitationsRules: Record<keyof typeof invitations, Rule> = {
  "POST /api/squad-invites": done(200, 200, 200, 200, (world) => ({ squadId: world.squad, emails })),
  "POST /api/invites": done(200, 200, 200, 200, (world) => ({ tripId: world.trip, emails })),
  // One's own, at a place that the address must name.
  "GET /api/invitations": signedIn(400),
  "POST /api/trips/:id/vote-reminders": done(403, 403, 200, 200, () => ({})),
};
