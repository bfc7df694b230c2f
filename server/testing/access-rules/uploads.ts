import type { uploads } from "#contract/uploads.ts";
import { type Rule, signedIn, squad, writeRule } from "./rule.ts";

const file = { sha256: ["0".repeat(64)] };

export const rules: Record<keyof typeof uploads, Rule> = {
  "POST /api/uploads": signedIn(201, { size: 5_000_000 }),
  // The trip's id is not the id of an upload.
  "DELETE /api/uploads/:id": signedIn(404),
  "POST /api/trips/:id/media/known": writeRule(200, 200, 200, 200, () => file),
  "POST /api/squads/:id/media/known": { ...writeRule(200, 200, 200, 200, () => file), of: squad },
};
