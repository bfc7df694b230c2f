import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api, apiPage } from "../core/api.ts";
import { keys } from "../core/keys.ts";

/** A squad's trips after the cursor `after`, in pages. */
export const squadTripsQuery = (id: string, after: string) =>
  infiniteQueryOptions({
    queryKey: [...keys.squad(id), "trips", after],
    queryFn: ({ pageParam, signal }) =>
      apiPage("GET /api/squads/:id/trips", { params: { id }, query: { cursor: pageParam }, signal }),
    initialPageParam: after,
    getNextPageParam: (page) => page.next,
  });

/** Who sits in a squad without an account, for its admins. */
export const squadSeatsQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.squad(id), "seats"],
    queryFn: ({ signal }) => api("GET /api/squads/:id/seats", { params: { id }, signal }),
  });

/** Public squads with `q` in their name or description, in pages. */
export const publicSquadsQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: ["public-squads", q],
    queryFn: ({ pageParam, signal }) =>
      apiPage("GET /api/public/squads", { query: { q, ...(pageParam !== "" && { cursor: pageParam }) }, signal }),
    initialPageParam: "",
    getNextPageParam: (page) => page.next,
    // No hints arrive about squads of others, so each visit fetches the list again.
    staleTime: 0,
    gcTime: 30_000,
  });
