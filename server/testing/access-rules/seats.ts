import type { seats } from "#contract/seats.ts";
import { type Rule, same, signedIn, squad, writeRule } from "./rule.ts";

const newAddress = () => `tom.${Math.random().toString(36).slice(2)}@example.org`;
const secret = "A".repeat(32);

export const rules: Record<keyof typeof seats, Rule> = {
  // Nobody in the test brings the code of the link.
  "POST /api/squads/:id/seats": same([404, 404, 404, 404, 404, 404], {
    of: squad,
    body: () => ({ firstName: "Tom", invite: "wrong", key: secret }),
  }),
  "GET /api/seat": signedIn(),
  "POST /api/seat/link": {
    ...signedIn(409, {}),
    seats: { private: [201, 201], public: [201, 201] },
  },
  "POST /api/seat/link/mail": {
    ...signedIn(409, { email: "tom@example.org" }),
    seats: { private: [204, 204], public: [204, 204] },
  },
  "POST /api/seat/account": {
    ...same([401, 409, 409, 409, 409, 409], { body: () => ({ email: newAddress(), password: "tom-likes-waves" }) }),
    seats: { private: [201, 201], public: [201, 201] },
  },
  "POST /api/seats/return": same([404, 404, 404, 404, 404, 404], { body: () => ({ token: secret }) }),
  "POST /api/squads/:id/expected": { ...writeRule(201, 201, 201, 201, () => ({ names: ["Maya"] })), of: squad },
  // The person is a member, whom nobody expects.
  "PATCH /api/squads/:id/expected/:userId": { ...writeRule(409, 409, 409, 409, () => ({ name: "Maya" })), of: squad },
  "DELETE /api/squads/:id/expected/:userId": { ...writeRule(409, 409, 409, 409), of: squad },
  "GET /api/squads/:id/seats": { ...writeRule(403, 403, 403, 200), of: squad },
  "POST /api/squads/:id/seats/let-in": { ...writeRule(403, 403, 403, 200, () => ({})), of: squad },
  // A person with an account needs no confirmation, and gets no personal link.
  "POST /api/squads/:id/seats/:userId/confirm": { ...writeRule(403, 403, 403, 409, () => ({})), of: squad },
  "POST /api/squads/:id/seats/:userId/link": { ...writeRule(403, 403, 403, 409, () => ({})), of: squad },
};
