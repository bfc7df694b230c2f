import type { passkeys } from "#contract/passkeys.ts";
import { type Rule, anyone, same, signedIn } from "./rule.ts";

const some = { id: "aW52ZW50ZWQ", rawId: "aW52ZW50ZWQ", type: "public-key" };
const made = { ...some, response: { clientDataJSON: "e30", attestationObject: "oA" } };
const used = { ...some, response: { clientDataJSON: "e30", authenticatorData: "AA", signature: "AA" } };
/** The trip's id is not the id of a passkey. */
const noPasskey = (body?: unknown): Rule => same([401, 404, 404, 404, 404, 404], { body: () => body });

export const rules: Record<keyof typeof passkeys, Rule> = {
  "GET /api/passkeys": signedIn(),
  // The sessions of the cast are fresh.
  "POST /api/passkeys/options": signedIn(200, {}),
  // This browser has no challenge.
  "POST /api/passkeys": signedIn(409, { credential: made }),
  "PATCH /api/passkeys/:id": noPasskey({ name: "My phone" }),
  "DELETE /api/passkeys/:id": noPasskey(),
  "POST /api/passkeys/seat/options": {
    ...signedIn(409, { email: "tom@example.org" }),
    seats: { private: [200, 200], public: [200, 200] },
  },
  // An account keeps no seat, and the browser of a seat has no challenge here.
  "POST /api/passkeys/seat": signedIn(409, { email: "tom@example.org", credential: made }),
  "POST /api/passkeys/sign-in/options": anyone(200, {}),
  "POST /api/passkeys/sign-in": anyone(409, { credential: used }),
  "POST /api/passkeys/proof": signedIn(409, { credential: used }),
};
