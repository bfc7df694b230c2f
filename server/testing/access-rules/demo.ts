import type { demo } from "#contract/demo.ts";
import { type Rule, anyone, signedIn } from "./rule.ts";

export const rules: Record<keyof typeof demo, Rule> = {
  // People with a trip get no demo. The user gets one once, in the private case, which runs first.
  "POST /api/init-demo": {
    private: [401, 201, 200, 200, 200, 200],
    public: [401, 200, 200, 200, 200, 200],
    seats: { private: [200, 200], public: [200, 200] },
  },
  "DELETE /api/demo": signedIn(404),
  "GET /api/public/night": anyone(),
};
