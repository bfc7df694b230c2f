import { queryOptions } from "@tanstack/react-query";
import { api } from "../../core/api.ts";

/** The identity provider and the viewer's links. */
export const identitiesQuery = queryOptions({
  queryKey: ["account", "identities"],
  queryFn: ({ signal }) => api("GET /api/account/identities", { signal }),
});
