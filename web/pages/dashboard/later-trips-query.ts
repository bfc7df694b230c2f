import { infiniteQueryOptions } from "@tanstack/react-query";
import { apiPage } from "../../core/api.ts";
import { keys } from "../../core/keys.ts";
import { dashboardQuery, tripsOnPage } from "../../core/queries.ts";

/** The trips that the dashboard does not show at first, page by page. Hints that refetch the dashboard refetch these too, by their key. */
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
