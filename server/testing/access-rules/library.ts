import type { library } from "#contract/library.ts";
import { type Rule, same } from "./rule.ts";

/** Sent without a squad or trip, which is refused before the database is read. */
const noAlbum = same([401, 400, 400, 400, 400, 400]);
/** No photo library is configured here. */
const isOff = (body?: unknown) => same([401, 404, 404, 404, 404, 404], { body: () => body });

/** `media/library/library-access.test.ts` tests the rules with a photo library. */
export const rules: Record<keyof typeof library, Rule> = {
  "POST /api/google-photos/session": isOff(),
  "GET /api/google-photos/session/:id": isOff(),
  "DELETE /api/google-photos/session/:id": isOff(),
  "GET /api/google-photos/media": noAlbum,
  "GET /api/google-photos/items/:id": isOff(),
  "POST /api/google-photos/import": noAlbum,
  "GET /api/google-photos/import": noAlbum,
  "DELETE /api/google-photos/import": noAlbum,
  "GET /api/google-photos/resync": noAlbum,
  "POST /api/google-photos/resync": noAlbum,
};
