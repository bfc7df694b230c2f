import type { talk } from "#contract/talk.ts";
import { newId } from "../../platform/db/id.ts";
import type { World } from "../world.ts";
import { type Rule, photo, writeRule } from "./rule.ts";

const comment = (world: World) => world.comment;
const written = { text: "Seen from the pier" };

export const rules: Record<keyof typeof talk, Rule> = {
  "GET /api/media/:id/talk": { ...writeRule(200, 200, 200, 200), of: photo },
  "GET /api/media/:id/comments": { ...writeRule(200, 200, 200, 200), of: photo },
  "POST /api/media/:id/comments": {
    ...writeRule(201, 201, 201, 201, () => ({ ...written, key: newId() })),
    of: photo,
  },
  "PATCH /api/comments/:id": { ...writeRule(403, 200, 403, 403, () => written), of: comment },
  "DELETE /api/comments/:id": { ...writeRule(403, 204, 204, 204), of: comment },
  "PUT /api/media/:id/reaction": { ...writeRule(200, 200, 200, 200, () => ({ emoji: "🏄" })), of: photo },
  "GET /api/media/:id/people": { ...writeRule(200, 200, 200, 200), of: photo },
};
