import type { nights } from "#contract/nights.ts";
import { type Rule, anyone, category, writeRule } from "./rule.ts";
import { nextYearsEvening } from "../evening.ts";

const plan = () => ({ startsAt: nextYearsEvening, timeZone: "Europe/Lisbon" });
/** Reads of a night: the world's trip has none. */
const noNight: Rule = { private: [401, 404, 409, 409, 409, 409], public: [401, 409, 409, 409, 409, 409] };

export const rules: Record<keyof typeof nights, Rule> = {
  "GET /api/clock": anyone(),
  "GET /api/trips/:id/night": { private: [401, 404, 200, 200, 200, 200], public: [401, 200, 200, 200, 200, 200] },
  "POST /api/trips/:id/night": writeRule(403, 403, 201, 201, plan),
  "PUT /api/trips/:id/night": writeRule(403, 403, 409, 409, plan),
  "DELETE /api/trips/:id/night": writeRule(403, 403, 409, 409),
  "POST /api/trips/:id/night/close": writeRule(403, 403, 409, 409, () => ({})),
  "POST /api/trips/:id/night/start": writeRule(403, 403, 409, 409, () => ({})),
  "POST /api/trips/:id/night/next": writeRule(403, 403, 409, 409, () => ({ position: 0 })),
  "POST /api/trips/:id/night/back": writeRule(403, 403, 409, 409, () => ({ position: 1 })),
  "GET /api/trips/:id/night/next": writeRule(403, 403, 409, 409),
  "GET /api/trips/:id/night/cards": noNight,
  "POST /api/trips/:id/night/reactions": writeRule(409, 409, 409, 409, () => ({ emoji: "🔥" })),
  "POST /api/trips/:id/night/here": writeRule(204, 204, 204, 204, () => ({ asks: true })),
  "PUT /api/trips/:id/night/bonus/me": writeRule(403, 204, 204, 403),
  "DELETE /api/trips/:id/night/bonus/me": writeRule(403, 204, 204, 403),
  "GET /api/trips/:id/night/calendar": writeRule(409, 409, 409, 409),
  "POST /api/categories/:id/skip": { ...writeRule(403, 409, 409, 403, () => ({})), of: category },
};
