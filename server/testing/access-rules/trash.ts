import type { trash } from "#contract/trash.ts";
import { type Rule, photo, same, squad, writeRule } from "./rule.ts";

const many: Rule["body"] = ({ photo: id }) => ({ ids: [id] });

export const rules: Record<keyof typeof trash, Rule> = {
  "DELETE /api/media/:id": { ...writeRule(403, 204, 204, 204), of: photo },
  "POST /api/media/delete": writeRule(403, 200, 200, 200, many),
  "POST /api/media/:id/restore": { ...writeRule(403, 204, 204, 204, () => ({})), of: photo },
  "POST /api/media/restore": writeRule(403, 204, 204, 204, many),
  // The photo is not in the trash.
  "DELETE /api/media/:id/trash": same([401, 404, 404, 404, 404, 404], { of: photo }),
  "GET /api/trips/:id/trash": writeRule(200, 200, 200, 200),
  "GET /api/squads/:id/trash": { ...writeRule(200, 200, 200, 200), of: squad },
};
