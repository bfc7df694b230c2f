import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api, apiPage, firstAnswer } from "../core/api.ts";
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

/** A squad's card on the join page; a private squad needs its invite code. */
export const squadCardQuery = (id: string, invite: string | undefined) =>
  queryOptions({
    queryKey: [...keys.squad(id), "card", invite ?? ""],
    queryFn: ({ signal }) => api("GET /api/public/squads/:id", { params: { id }, query: { invite }, signal }),
    initialData: () => firstAnswer("GET /api/public/squads/:id", { params: { id }, query: { invite } }),
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
