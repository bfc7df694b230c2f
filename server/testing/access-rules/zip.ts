import type { zip } from "#contract/zip.ts";
import { type Rule, photo, same, writeRule } from "./rule.ts";

export const rules: Record<keyof typeof zip, Rule> = {
  // People with the right reach the file, which the photos of these tests do not have.
  "POST /api/media/zip": writeRule(500, 500, 500, 500, ({ photo }) => ({ ids: [photo] })),
  "POST /api/media/zips": writeRule(409, 409, 409, 409, ({ photo }) => ({ ids: [photo] })),
  "GET /api/media/zips/:id": same([401, 404, 404, 404, 404, 404], { of: photo }),
};
