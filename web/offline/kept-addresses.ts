import type { CallName } from "#contract/calls.ts";
import { matchPath } from "#contract/match-path.ts";

/** What people read without a connection: their squads, trips with crew, awards and costs, photos, people, and the inbox. */
const keptCalls = [
  "GET /api/auth/user",
  "GET /api/seat",
  "GET /api/dashboard",
  "GET /api/squads",
  "GET /api/squads/:id",
  "GET /api/squads/:id/members",
  "GET /api/squads/:id/media",
  "GET /api/squads/:id/media/outline",
  "GET /api/squads/:id/media/position",
  "GET /api/squads/:id/trips",
  "GET /api/squads/:id/trophies",
  "GET /api/trips",
  "GET /api/trips/:id",
  "GET /api/trips/:id/awards",
  "GET /api/trips/:id/ballot",
  "GET /api/trips/:id/categories",
  "GET /api/trips/:id/changes",
  "GET /api/trips/:id/costs",
  "GET /api/trips/:id/media",
  "GET /api/trips/:id/media/outline",
  "GET /api/trips/:id/media/position",
  "GET /api/trips/:id/members",
  "GET /api/trips/:id/night",
  "GET /api/trips/:id/night/cards",
  "GET /api/trips/:id/night/next",
  "GET /api/trips/:id/overall-leaderboard",
  "GET /api/trips/:id/payments",
  "GET /api/trips/:id/voting-status",
  "GET /api/categories/:id/leaderboard",
  "GET /api/categories/:id/voting-progress",
  "GET /api/media/:id/comments",
  "GET /api/media/:id/talk",
  "GET /api/recent-media",
  "GET /api/awards/all",
  "GET /api/all-members",
  "GET /api/crew-stats",
  "GET /api/users/:id",
  "GET /api/users/:id/awards",
  "GET /api/users/:id/highlights",
  "GET /api/inbox",
  "GET /api/inbox/count",
] as const satisfies readonly CallName[];

/** Whether the device keeps the answer at an address of the API. */
export function isKept(address: string): boolean {
  const path = address.replace(/\?.*/, "");
  return keptCalls.some((name) => matchPath(name.slice("GET ".length), path) !== undefined);
}
