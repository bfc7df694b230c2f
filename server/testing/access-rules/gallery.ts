import type { gallery } from "#contract/gallery.ts";
import { type Rule, same, seen, squad } from "./rule.ts";

/** Nobody says which photo: that is refused before anything is looked up. */
const noPhoto = same([401, 400, 400, 400, 400, 400]);

export const galleryRules: Record<keyof typeof gallery, Rule> = {
  "GET /api/trips/:id/media/outline": seen,
  "GET /api/squads/:id/media/outline": { ...seen, of: squad },
  "GET /api/trips/:id/media/position": noPhoto,
  "GET /api/squads/:id/media/position": { ...noPhoto, of: squad },
};
