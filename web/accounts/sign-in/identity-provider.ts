import { queryOptions } from "@tanstack/react-query";
import { api } from "../../core/api.ts";

/** The accounts elsewhere that open mine. */
export const identitiesQuery = queryOptions({
  queryKey: ["account", "identities"],
  queryFn: ({ signal }) => api("GET /api/account/identities", { signal }),
});
