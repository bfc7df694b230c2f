import type { pushes } from "#contract/pushes.ts";
import { type Rule, same, signedIn } from "./rule.ts";

/** A host of the server's own network. */
const inside = { endpoint: "https://localhost/push", keys: { p256dh: "AA", auth: "AA" } };

export const rules: Record<keyof typeof pushes, Rule> = {
  "GET /api/push": signedIn(),
  "POST /api/push/devices": signedIn(400, inside),
  // The trip's id is not the id of a browser.
  "DELETE /api/push/devices/:id": same([401, 404, 404, 404, 404, 404]),
  "POST /api/push/devices/forget": signedIn(204, { endpoint: "https://push.example/gone" }),
  "PUT /api/push/discreet": signedIn(200, { discreet: false }),
};
