import type { demo } from "#contract/demo.ts";
import { type Rule, signedIn } from "./rule.ts";

export const demoRules: Record<keyof typeof demo, Rule> = {
  // Whoever has a squad gets none; the user without one gets it once in a life, so no longer when the table comes to public squads.
  "POST /api/init-demo": { private: [401, 201, 200, 200, 200, 200], public: [401, 200, 200, 200, 200, 200] },
  "DELETE /api/demo": signedIn(404),
};
