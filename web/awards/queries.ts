import { type QueryClient, infiniteQueryOptions } from "@tanstack/react-query";
import type { TripAwards } from "#contract/awards.ts";
import type { Calls } from "#contract/calls.ts";
import type { Answer } from "#contract/endpoint.ts";
import { firstPage } from "../core/api.ts";
import { callQuery, firstQuery, pagedQuery, refreshKeys } from "../core/call-query.ts";
import { keys } from "../core/keys.ts";

/** The voting page of a trip. */
export type Ballot = Answer<Calls["GET /api/trips/:id/ballot"]>;
export type BallotCategory = Ballot["categories"][number];
/** A complete or open award of a trip. */
export type Award = TripAwards["categories"][number];

/** A trip's awards with their progress and the viewer's votes. */
export const ballotQuery = (tripId: string) =>
  firstQuery([...keys.trip(tripId), "ballot"], "GET /api/trips/:id/ballot", { params: { id: tripId } });

export const categoriesQuery = (tripId: string) =>
  callQuery([...keys.trip(tripId), "categories"], "GET /api/trips/:id/categories", { params: { id: tripId } });

/** A trip's awards with their leaderboards. */
export const tripAwardsQuery = (tripId: string) =>
  firstQuery([...keys.trip(tripId), "awards"], "GET /api/trips/:id/awards", { params: { id: tripId } });

/** Votes over all complete awards of a trip, most first. */
export const standingsQuery = (tripId: string) =>
  callQuery([...keys.trip(tripId), "standings"], "GET /api/trips/:id/overall-leaderboard", { params: { id: tripId } });

/** An award's ranking in pages; empty until it is complete. */
export const leaderboardQuery = (tripId: string, categoryId: string) =>
  pagedQuery([...keys.trip(tripId), "leaderboard", categoryId], "GET /api/categories/:id/leaderboard", {
    params: { id: categoryId },
  });

/** The awards of all the viewer's trips, newest trip first, in pages. */
export const allAwardsQuery = infiniteQueryOptions({
  ...pagedQuery(keys.awards, "GET /api/awards/all"),
  initialData: () => {
    const page = firstPage("GET /api/awards/all");
    return page && { pages: [page], pageParams: [""] };
  },
});

/** Refetches each query that shows a trip's awards. */
export const refreshAwards = (client: QueryClient, tripId: string): Promise<unknown> =>
  refreshKeys(client, [keys.trip(tripId), keys.trips, keys.awards, keys.dashboard, ["person"]]);

/** A complete award whose result is to be shown. */
export interface Reveal {
  readonly tripId: string;
  readonly categoryId: string;
}
