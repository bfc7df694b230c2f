import type { media } from "#contract/media.ts";
import { type Rule, anyone, photo, readRule, signedIn, squad, writeRule } from "./rule.ts";

/** An upload that does not exist: people with the right get 400. */
const noUpload = (field: string) => ({ [field]: "/api/uploads/none", fileName: "wave.jpg" });

export const rules: Record<keyof typeof media, Rule> = {
  "POST /api/objects/upload": signedIn(),
  "PUT /api/profile-images": signedIn(400, noUpload("profileImageURL")),
  "PUT /api/squad-photos": signedIn(400, noUpload("squadPhotoURL")),
  "PUT /api/trip-photos": signedIn(400, noUpload("tripPhotoURL")),
  "PUT /api/trips/:id/media": writeRule(400, 400, 400, 400, () => noUpload("mediaURL")),
  "PUT /api/squads/:id/media": { ...writeRule(400, 400, 400, 400, () => noUpload("mediaURL")), of: squad },
  "GET /api/trips/:id/media": readRule,
  "GET /api/squads/:id/media": { ...readRule, of: squad },
  "GET /api/recent-media": signedIn(),
  "GET /api/public/recent-media": anyone(),
  "POST /api/media/:id/like": { ...writeRule(200, 200, 200, 200, () => ({})), of: photo },
  "GET /api/media/:id/place": { ...writeRule(200, 200, 200, 200), of: photo },
  "PATCH /api/media/:id": { ...writeRule(403, 200, 403, 403, () => ({ caption: "Clean set" })), of: photo },
};
