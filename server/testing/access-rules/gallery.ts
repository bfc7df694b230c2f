import type { gallery } from "#contract/gallery.ts";
import { type Rule, done, same, seen, squad } from "./rule.ts";

/** Nobody says which photo: that is refused before anything is looked up. */
const noPhoto = same([401, 400, 400, 400, 400, 400]);

export const galleryRules: Record<keyof typeof gallery, Rule> = {
  "POST /api/media/delete": done(403, 204, 204, 204, ({ photo }) => ({ ids: [photo] })),
  "POST /api/media/deletions": done(403, 201, 201, 201, ({ photo }) => ({ ids: [photo] })),
  "POST /api/media/deletions/finish": same([401, 404, 404, 404, 404, 404], {
    body: ({ photo }) => ({ lists: [photo] }),
  }),
  "POST /api/media/deletions/undo": same([401, 404, 404, 404, 404, 404], {
    body: ({ photo }) => ({ lists: [photo] }),
  }),
  "GET /api/trips/:id/media/outline": seen,
  "GET /api/squads/:id/media/outline": { ...seen, of: squad },
  "GET /api/trips/:id/media/position": noPhoto,
  "GET /api/squads/:id/media/position": { ...noPhoto, of: squad },
};
