import type { identity } from "#contract/identity.ts";
import { type Rule, signedIn } from "./rule.ts";

export const rules: Record<keyof typeof identity, Rule> = {
  "GET /api/account/identities": signedIn(),
  // Nobody here has a link; linking.test.ts tests the owner and others.
  "DELETE /api/account/identities/:id": signedIn(404),
};
