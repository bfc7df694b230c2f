import { infiniteQueryOptions } from "@tanstack/react-query";
import { apiPage } from "../../core/api.ts";
import { keys } from "../../core/keys.ts";
import { dashboardQuery, tripsOnPage } from "../../core/queries.ts";

/**
 * The pages of trips after those of the dashboard. The key begins with the dashboard's key, so a hint that refetches the dashboard also
 * refetches these pages.
 */
export const laterTripsQuery = infiniteQueryOptions({
  queryKey: [...keys.dashboard, "trips"],
  queryFn: async ({ client, pageParam, signal }) => {
    // Waits for a dashboard that is stale or coming.
    const cursor = pageParam ?? (await client.fetchQuery(dashboardQuery)).nextTrips;
    if (cursor === null) return { rows: [], next: null };
    return apiPage("GET /api/trips", { query: { limit: tripsOnPage, cursor }, signal });
  },
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next,
});
