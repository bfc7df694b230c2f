import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { api } from "./api.ts";
import { dashboardQuery } from "./dashboard-query.ts";
import { keys } from "./keys.ts";

export const meQuery = queryOptions({
  queryKey: keys.me,
  queryFn: ({ signal }) => api("GET /api/auth/user", { signal }),
});

/** Where the dashboard is on its way it brings the squads and trips too: no second call for them. */
const dashboardComing = (client: QueryClient) =>
  client.isFetching({ queryKey: keys.dashboard }) > 0 ? client.fetchQuery(dashboardQuery) : undefined;

export const squadsQuery = queryOptions({
  queryKey: keys.squads,
  queryFn: async ({ client, signal }) => (await dashboardComing(client))?.squads ?? api("GET /api/squads", { signal }),
});

export const tripsQuery = queryOptions({
  queryKey: keys.trips,
  queryFn: async ({ client, signal }) => (await dashboardComing(client))?.trips ?? api("GET /api/trips", { signal }),
});

export const tripQuery = (id: string) =>
  queryOptions({
    queryKey: keys.trip(id),
    queryFn: ({ signal }) => api("GET /api/trips/:id", { params: { id }, signal }),
  });
