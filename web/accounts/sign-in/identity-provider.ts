import { callQuery } from "../../core/call-query.ts";

/** The viewer's linked provider accounts, and the provider that they can link. */
export const identitiesQuery = callQuery(["account", "identities"], "GET /api/account/identities");
