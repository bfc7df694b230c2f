import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { apiPage } from "../../core/api.ts";
import { type MediaScope, scopeKey } from "../queries.ts";

const takedownPage = (
  scope: MediaScope,
  query: { limit?: number; cursor?: string; photo?: string },
  signal: AbortSignal,
) =>
  "tripId" in scope
    ? apiPage("GET /api/trips/:id/takedowns", { params: { id: scope.tripId }, query, signal })
    : apiPage("GET /api/squads/:id/takedowns", { params: { id: scope.squadId }, query, signal });

/** Whether the viewer knows of any held photo of this trip or squad. For a squad's admin also: whether somebody may not ask. */
export async function hasTakedowns(scope: MediaScope, isAdmin: boolean, signal: AbortSignal): Promise<boolean> {
  const query = { limit: 1 };
  if ((await takedownPage(scope, query, signal)).rows.length > 0) return true;
  if (!isAdmin || "tripId" in scope) return false;
  const params = { id: scope.squadId };
  return (await apiPage("GET /api/squads/:id/takedown-bans", { params, query, signal })).rows.length > 0;
}

/** Photos that are held, and that the viewer may know of, the latest first. */
export const takedownsQuery = (scope: MediaScope) =>
  infiniteQueryOptions({
    queryKey: [...scopeKey(scope), "takedowns"],
    queryFn: ({ pageParam, signal }) => takedownPage(scope, pageParam === "" ? {} : { cursor: pageParam }, signal),
    initialPageParam: "",
    getNextPageParam: (page) => page.next,
  });

/** One held photo; null if it is not held any more, or the viewer may not know of it. */
export const heldPhotoQuery = (scope: MediaScope, photo: string) =>
  queryOptions({
    queryKey: [...scopeKey(scope), "held", photo],
    queryFn: async ({ signal }) => (await takedownPage(scope, { photo }, signal)).rows[0] ?? null,
    // Others decide at any time.
    staleTime: 0,
    gcTime: 0,
  });

/** The people who may not ask for photos of a squad to be taken down, for its admins. */
export const bansQuery = (squadId: string) =>
  infiniteQueryOptions({
    queryKey: [...scopeKey({ squadId }), "takedown-bans"],
    queryFn: ({ pageParam, signal }) =>
      apiPage("GET /api/squads/:id/takedown-bans", {
        params: { id: squadId },
        query: pageParam === "" ? {} : { cursor: pageParam },
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: (page) => page.next,
  });
