import type { trash } from "#contract/trash.ts";
import { type Rule, done, photo, same, squad } from "./rule.ts";

const many: Rule["body"] = ({ photo: id }) => ({ ids: [id] });

export const trashRules: Record<keyof typeof trash, Rule> = {
  "DELETE /api/media/:id": { ...done(403, 204, 204, 204), of: photo },
  "POST /api/media/delete": done(403, 204, 204, 204, many),
  "POST /api/media/:id/restore": { ...done(403, 204, 204, 204, () => ({})), of: photo },
  "POST /api/media/restore": done(403, 204, 204, 204, many),
  // The photo is not in the trash.
  "DELETE /api/media/:id/trash": same([401, 404, 404, 404, 404, 404], { of: photo }),
  "GET /api/trips/:id/trash": done(200, 200, 200, 200),
  "GET /api/squads/:id/trash": { ...done(200, 200, 200, 200), of: squad },
};
