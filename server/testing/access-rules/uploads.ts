import type { uploads } from "#contract/uploads.ts";
import { type Rule, done, signedIn, squad } from "./rule.ts";

const file = { sha256: ["0".repeat(64)] };

export const uploadsRules: Record<keyof typeof uploads, Rule> = {
  "POST /api/uploads": signedIn(201, { size: 5_000_000 }),
  // A trip's id is no upload's.
  "DELETE /api/uploads/:id": signedIn(404),
  "POST /api/trips/:id/media/known": done(200, 200, 200, 200, () => file),
  "POST /api/squads/:id/media/known": { ...done(200, 200, 200, 200, () => file), of: squad },
};
