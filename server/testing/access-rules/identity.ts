import type { identity } from "#contract/identity.ts";
import { type Rule, signedIn } from "./rule.ts";

export const identityRules: Record<keyof typeof identity, Rule> = {
  "GET /api/account/identities": signedIn(),
  // Nobody here has linked anything; whose link it is, is told in the tests of linking.
  "DELETE /api/account/identities/:id": signedIn(404),
};
