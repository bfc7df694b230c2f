import type { gallery } from "#contract/gallery.ts";
import { type Rule, readRule, same, squad, writeRule } from "./rule.ts";

/** Sent without a photo, which is refused before the database is read. */
const noPhoto = same([401, 400, 400, 400, 400, 400]);

export const galleryRules: Record<keyof typeof gallery, Rule> = {
  "POST /api/media/delete": writeRule(403, 204, 204, 204, ({ photo }) => ({ ids: [photo] })),
  "POST /api/media/deletions": writeRule(403, 201, 201, 201, ({ photo }) => ({ ids: [photo] })),
  "POST /api/media/deletions/finish": same([401, 404, 404, 404, 404, 404], {
    body: ({ photo }) => ({ lists: [photo] }),
  }),
  "POST /api/media/deletions/undo": same([401, 404, 404, 404, 404, 404], {
    body: ({ photo }) => ({ lists: [photo] }),
  }),
  "GET /api/trips/:id/media/outline": readRule,
  "GET /api/squads/:id/media/outline": { ...readRule, of: squad },
  "GET /api/trips/:id/media/position": noPhoto,
  "GET /api/squads/:id/media/position": { ...noPhoto, of: squad },
};
