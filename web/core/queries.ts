import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Calls } from "#contract/calls.ts";
import type { Answer } from "#contract/endpoint.ts";
import type { User } from "#contract/people.ts";
import { api, firstAnswer } from "./api.ts";
import { callQuery, firstQuery, refreshKeys } from "./call-query.ts";
import { keys } from "./keys.ts";
import { createQueryClient } from "./query-client.ts";

export const meQuery = callQuery(keys.me, "GET /api/auth/user");

/** Fills the caches of what the dashboard contains. */
function keepDashboard(client: QueryClient, all: Answer<Calls["GET /api/dashboard"]>): void {
  client.setQueryData(keys.me, all.user);
  client.setQueryData(keys.squads, all.squads);
  client.setQueryData(keys.trips, all.trips);
}

/** Everything on the dashboard in one call. It also fills the caches of the lists that it contains. */
export const dashboardQuery = queryOptions({
  queryKey: keys.dashboard,
  queryFn: async ({ client, signal }) => {
    const all = await api("GET /api/dashboard", { signal });
    keepDashboard(client, all);
    return all;
  },
  initialData: () => firstAnswer("GET /api/dashboard"),
});

/** The queries of a member, with what the document of the page says about them. */
export function createMemberQueries(user: User): QueryClient {
  const client = createQueryClient();
  client.setQueryData(keys.me, user);
  const all = firstAnswer("GET /api/dashboard");
  if (all) keepDashboard(client, all);
  return client;
}

/** A pending dashboard call brings squads and trips too, so these lists make no second call. */
const dashboardComing = (client: QueryClient) =>
  client.isFetching({ queryKey: keys.dashboard, exact: true }) > 0 ? client.fetchQuery(dashboardQuery) : undefined;

/** As many trips as the dashboard has. */
export const tripsOnPage = 20;

export const squadsQuery = queryOptions({
  queryKey: keys.squads,
  queryFn: async ({ client, signal }) => (await dashboardComing(client))?.squads ?? api("GET /api/squads", { signal }),
  initialData: () => firstAnswer("GET /api/squads"),
});

/** The trips of the dashboard: the nearest, not all. */
export const tripsQuery = queryOptions({
  queryKey: keys.trips,
  queryFn: async ({ client, signal }) =>
    (await dashboardComing(client))?.trips ?? api("GET /api/trips", { query: { limit: tripsOnPage }, signal }),
});

export const tripQuery = (id: string) => firstQuery(keys.trip(id), "GET /api/trips/:id", { params: { id } });

/** A squad with its members and trips, for the squad page. */
export type SquadOverview = Answer<Calls["GET /api/squads/:id"]>;

export const squadQuery = (id: string) => firstQuery(keys.squad(id), "GET /api/squads/:id", { params: { id } });

/** Refetches each query that shows the viewer's squads. */
export const refreshMemberships = (client: QueryClient): Promise<unknown> =>
  refreshKeys(client, [
    keys.squads,
    ["squad"],
    keys.trips,
    keys.dashboard,
    keys.members,
    keys.awards,
    keys.recentMedia,
  ]);
