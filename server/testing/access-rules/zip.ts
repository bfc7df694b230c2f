import type { zip } from "#contract/zip.ts";
import { type Rule, done, photo, same } from "./rule.ts";

export const zipRules: Record<keyof typeof zip, Rule> = {
  // Whoever is let in gets as far as the file, and a photo of these worlds has none.
  "POST /api/media/zip": done(500, 500, 500, 500, ({ photo }) => ({ ids: [photo] })),
  "POST /api/media/zips": done(409, 409, 409, 409, ({ photo }) => ({ ids: [photo] })),
  "GET /api/media/zips/:id": same([401, 404, 404, 404, 404, 404], { of: photo }),
};
