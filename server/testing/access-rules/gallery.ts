import type { gallery } from "#contract/gallery.ts";
import { type Rule, readRule, same, squad } from "./rule.ts";

/** Sent without a photo, which is refused before the database is read. */
const noPhoto = same([401, 400, 400, 400, 400, 400]);

export const rules: Record<keyof typeof gallery, Rule> = {
  "GET /api/trips/:id/media/outline": readRule,
  "GET /api/squads/:id/media/outline": { ...readRule, of: squad },
  "GET /api/trips/:id/media/position": noPhoto,
  "GET /api/squads/:id/media/position": { ...noPhoto, of: squad },
};
