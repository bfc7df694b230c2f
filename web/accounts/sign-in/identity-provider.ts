import { queryOptions } from "@tanstack/react-query";
import { api } from "../../core/api.ts";

/** The viewer's linked provider accounts, and the provider that they can link. */
export const identitiesQuery = queryOptions({
  queryKey: ["account", "identities"],
  queryFn: ({ signal }) => api("GET /api/account/identities", { signal }),
});
