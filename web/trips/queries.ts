import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Calls } from "#contract/calls.ts";
import type { Answer } from "#contract/endpoint.ts";
import { apiPage, firstPage } from "../core/api.ts";
import { refreshKeys } from "../core/call-query.ts";
import { keys } from "../core/keys.ts";

/** The answer that the trip page shows. */
export type TripOverview = Answer<Calls["GET /api/trips/:id"]>;

/** The whole crew of a trip, in the order of joining. */
export const crewQuery = (tripId: string) =>
  queryOptions({
    queryKey: [...keys.trip(tripId), "crew"],
    queryFn: ({ signal }) =>
      everyPage((cursor) =>
        apiPage("GET /api/trips/:id/members", { params: { id: tripId }, query: { cursor }, signal }),
      ),
    initialData: () => {
      const page = firstPage("GET /api/trips/:id/members", { params: { id: tripId } });
      return page?.next === null ? page.rows : undefined;
    },
  });

/** All members of a squad, in the order of joining. */
export const squadMembersQuery = (squadId: string) =>
  queryOptions({
    queryKey: [...keys.squad(squadId), "members"],
    queryFn: ({ signal }) =>
      everyPage((cursor) =>
        apiPage("GET /api/squads/:id/members", { params: { id: squadId }, query: { cursor }, signal }),
      ),
  });

/** Loads all pages of a list, one after the other. Use it only for lists as short as a squad or a crew. */
export async function everyPage<Row>(
  pageAt: (cursor: string | undefined) => Promise<{ readonly rows: readonly Row[]; readonly next: string | null }>,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const page = await pageAt(cursor);
    rows.push(...page.rows);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return rows;
}

/** Refetches each query that shows a trip, its crew or the list of trips. */
export const refreshTrip = (client: QueryClient, tripId: string): Promise<unknown> =>
  refreshKeys(client, [keys.trip(tripId), keys.trips, ["squad"], keys.dashboard, keys.awards]);
