import { type QueryClient, infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { TripAwards } from "#contract/awards.ts";
import type { Calls } from "#contract/calls.ts";
import type { Answer } from "#contract/endpoint.ts";
import { api, apiPage, firstAnswer, firstPage } from "../core/api.ts";
import { keys } from "../core/keys.ts";

/** The voting page of a trip. */
export type Ballot = Answer<Calls["GET /api/trips/:id/ballot"]>;
export type BallotCategory = Ballot["categories"][number];
/** A complete or open award of a trip. */
export type Award = TripAwards["categories"][number];

/** A trip's awards with their progress and the viewer's votes. */
export const ballotQuery = (tripId: string) =>
  queryOptions({
    queryKey: [...keys.trip(tripId), "ballot"],
    queryFn: ({ signal }) => api("GET /api/trips/:id/ballot", { params: { id: tripId }, signal }),
    initialData: () => firstAnswer("GET /api/trips/:id/ballot", { params: { id: tripId } }),
  });

export const categoriesQuery = (tripId: string) =>
  queryOptions({
    queryKey: [...keys.trip(tripId), "categories"],
    queryFn: ({ signal }) => api("GET /api/trips/:id/categories", { params: { id: tripId }, signal }),
  });

/** A trip's awards with their leaderboards. */
export const tripAwardsQuery = (tripId: string) =>
  queryOptions({
    queryKey: [...keys.trip(tripId), "awards"],
    queryFn: ({ signal }) => api("GET /api/trips/:id/awards", { params: { id: tripId }, signal }),
    initialData: () => firstAnswer("GET /api/trips/:id/awards", { params: { id: tripId } }),
  });

/** Votes over all complete awards of a trip, most first. */
export const standingsQuery = (tripId: string) =>
  queryOptions({
    queryKey: [...keys.trip(tripId), "standings"],
    queryFn: ({ signal }) => api("GET /api/trips/:id/overall-leaderboard", { params: { id: tripId }, signal }),
  });

/** An award's ranking in pages; empty until it is complete. */
export const leaderboardQuery = (tripId: string, categoryId: string) =>
  infiniteQueryOptions({
    queryKey: [...keys.trip(tripId), "leaderboard", categoryId],
    queryFn: ({ pageParam, signal }) =>
      apiPage("GET /api/categories/:id/leaderboard", {
        params: { id: categoryId },
        query: pageParam === "" ? {} : { cursor: pageParam },
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: (page) => page.next,
  });

/** The awards of all the viewer's trips, newest trip first, in pages. */
export const allAwardsQuery = infiniteQueryOptions({
  queryKey: keys.awards,
  queryFn: ({ pageParam, signal }) =>
    apiPage("GET /api/awards/all", { query: pageParam === "" ? {} : { cursor: pageParam }, signal }),
  initialData: () => {
    const page = firstPage("GET /api/awards/all");
    return page && { pages: [page], pageParams: [""] };
  },
  initialPageParam: "",
  getNextPageParam: (page) => page.next,
});

/** Refetches each query that shows a trip's awards. */
export const refreshAwards = (client: QueryClient, tripId: string): Promise<unknown> =>
  Promise.all(
    [keys.trip(tripId), keys.trips, keys.awards, keys.dashboard, ["person"]].map((queryKey) =>
      client.invalidateQueries({ queryKey }),
    ),
  );

/** A complete award whose result is to be shown. */
export interface Reveal {
  readonly tripId: string;
  readonly categoryId: string;
}
