import type { library } from "#contract/library.ts";
import { type Rule, same } from "./rule.ts";

/** Nobody says which place: that is refused before anything is looked up. */
const noPlace = same([401, 400, 400, 400, 400, 400]);
/** No photo library is set up here. */
const isOff = (body?: unknown) => same([401, 404, 404, 404, 404, 404], { body: () => body });

/** With one, who may do what is held in `library/library-access.test.ts`. */
export const libraryRules: Record<keyof typeof library, Rule> = {
  "POST /api/google-photos/session": isOff(),
  "GET /api/google-photos/session/:id": isOff(),
  "DELETE /api/google-photos/session/:id": isOff(),
  "GET /api/google-photos/media": noPlace,
  "GET /api/google-photos/items/:id": isOff(),
  "POST /api/google-photos/import": noPlace,
  "GET /api/google-photos/import": noPlace,
  "DELETE /api/google-photos/import": noPlace,
  "GET /api/google-photos/resync": noPlace,
  "POST /api/google-photos/resync": noPlace,
};
