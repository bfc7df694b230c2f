import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { Calls } from "#contract/calls.ts";
import type { Answer } from "#contract/endpoint.ts";
import { api, apiPage } from "../../core/api.ts";
import { keys } from "../../core/keys.ts";

/** The public face of someone. */
export const personQuery = (id: string) =>
  queryOptions({
    queryKey: keys.person(id),
    queryFn: ({ signal }) => api("GET /api/users/:id", { params: { id }, signal }),
  });

/** Their first, second and third places. */
export const personAwardsQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.person(id), "awards"],
    queryFn: ({ signal }) => api("GET /api/users/:id/awards", { params: { id }, signal }),
  });

/** Everyone the viewer shares a squad or trip with, the viewer included. */
export const membersQuery = infiniteQueryOptions({
  queryKey: keys.members,
  queryFn: ({ pageParam, signal }) =>
    apiPage("GET /api/all-members", { query: { ...(pageParam !== "" && { cursor: pageParam }) }, signal }),
  initialPageParam: "",
  getNextPageParam: (page) => page.next,
});

/** How many we are, how many of our trips run today, and how many awards they have. */
export const crewStatsQuery = queryOptions({
  // Below the trips, because the same hints change both.
  queryKey: [...keys.trips, "crew-stats"],
  queryFn: ({ signal }) => api("GET /api/crew-stats", { signal }),
});

/** What the account page shows, and what would go with the account. */
export const accountQuery = queryOptions({
  queryKey: ["account"],
  queryFn: ({ signal }) => api("GET /api/account", { signal }),
});
export type Account = Answer<Calls["GET /api/account"]>;

/** One's passkeys, the newest first. */
export const passkeysQuery = queryOptions({
  queryKey: ["account", "passkeys"],
  queryFn: ({ signal }) => api("GET /api/passkeys", { signal }),
});

/** Where one is logged in, this browser first. */
export const sessionsQuery = queryOptions({
  queryKey: ["account", "sessions"],
  queryFn: ({ signal }) => api("GET /api/sessions", { signal }),
});
