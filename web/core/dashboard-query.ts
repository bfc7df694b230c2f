import { queryOptions } from "@tanstack/react-query";
import { api } from "./api.ts";
import { keys } from "./keys.ts";

/** All the dashboard shows, in one call; what it brings of others' lists is kept for them. */
export const dashboardQuery = queryOptions({
  queryKey: keys.dashboard,
  queryFn: async ({ client, signal }) => {
    const all = await api("GET /api/dashboard", { signal });
    client.setQueryData(keys.me, all.user);
    client.setQueryData(keys.squads, all.squads);
    client.setQueryData(keys.trips, all.trips);
    client.setQueryData(keys.recentMedia, all.recentMedia);
    return all;
  },
});
