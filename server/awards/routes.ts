import type { Database } from "../platform/db/connect.ts";
import { nextPage } from "../platform/http/page.ts";
import { notFound } from "../platform/http/problem.ts";
import { type Serve, notSignedIn } from "../platform/http/serve.ts";
import type { Live } from "../platform/live/live.ts";
import { memberOfTrip, organizerOf, seeTrip } from "../access/trip-access.ts";
import { readTripCursor } from "../trips/cursor.ts";
import { tripTies } from "../access/trip-ties-store.ts";
import { revealHintsOf } from "../trips/trips.ts";
import { closeVoting, outcomeOf } from "./awards.ts";
import { awardStore, awardWrites } from "./store.ts";
import { progressOf, ranked } from "./tally.ts";

interface Parts {
  readonly database: Database;
  readonly live: Live;
}

export function awardRoutes(serve: Serve, { database, live }: Parts): void {
  const store = awardStore(database);
  const ties = tripTies(database);
  const { transact } = database;

  const changed = (tripId: string, by: string) => live.tell({ scope: "trip", id: tripId, kind: "categories", by });
  /** Without `by`: after a reveal, a name beside the changed counts would reveal a vote. */
  const voted = (tripId: string) => live.tell({ scope: "trip", id: tripId, kind: "vote" });
  /** A missing award gets the same 404 as one of a trip that the viewer may not see. */
  const categoryOf = async (id: string) => {
    const category = await store.findCategory(id);
    if (!category) throw notFound("Trip not found");
    return category;
  };

  serve.call("GET /api/trips/:id/categories", async ({ viewer, params }) => {
    const trip = await seeTrip(ties, viewer.id, params.id);
    return store.categories(trip.tripId);
  });

  serve.call("POST /api/trips/:id/categories", async ({ viewer, params, body }) => {
    const trip = await memberOfTrip(ties, viewer.id, params.id);
    const id = await transact((tx) => awardWrites(tx).add(trip.tripId, body));
    changed(trip.tripId, viewer.id);
    return categoryOf(id);
  });

  serve.call("PUT /api/categories/:id", async ({ viewer, params, body }) => {
    const { tripId } = await categoryOf(params.id);
    await memberOfTrip(ties, viewer.id, tripId);
    await transact((tx) => awardWrites(tx).edit(params.id, body));
    changed(tripId, viewer.id);
    return categoryOf(params.id);
  });

  serve.call("DELETE /api/categories/:id", async ({ viewer, params }) => {
    const { tripId } = await categoryOf(params.id);
    await organizerOf(ties, viewer.id, tripId);
    await transact(async (tx) => {
      await awardWrites(tx).remove(params.id);
      await awardWrites(tx).settle(tripId);
    });
    changed(tripId, viewer.id);
    return undefined;
  });

  // Mounted as a screen for speed: everybody votes within the last minute before a reveal.
  serve.screen("POST /api/categories/:id/vote", async ({ session, params, body }) => {
    if (!session) throw notSignedIn();
    const cast = await outcomeOf(await store.castVote(session, params.id, body.nomineeId), async (voterId) => {
      const { tripId } = await categoryOf(params.id);
      return seeTrip(ties, voterId, tripId);
    });
    voted(cast.tripId);
    if (cast.reveals) live.tell(...revealHintsOf(cast.tripId, [params.id]));
    return JSON.stringify({ nomineeId: body.nomineeId, progress: progressOf({ ...cast, isClosed: false }) });
  });

  serve.call("POST /api/categories/:id/close", async ({ viewer, params }) => {
    const { tripId } = await categoryOf(params.id);
    const trip = await organizerOf(ties, viewer.id, tripId);
    const revealed = await transact((tx) => closeVoting(awardWrites(tx), trip, params.id));
    live.tell(...revealHintsOf(tripId, revealed));
    voted(tripId);
    const progress = await store.findProgress(params.id);
    if (!progress) throw notFound("Trip not found");
    return progressOf(progress);
  });

  serve.call("GET /api/categories/:id/my-vote", async ({ viewer, params }) => {
    const { tripId } = await categoryOf(params.id);
    await seeTrip(ties, viewer.id, tripId);
    return { nomineeId: await store.findVote(params.id, viewer.id) };
  });

  serve.call("GET /api/categories/:id/voting-progress", async ({ viewer, params }) => {
    const { tripId } = await categoryOf(params.id);
    await seeTrip(ties, viewer.id, tripId);
    const progress = await store.findProgress(params.id);
    if (!progress) throw notFound("Trip not found");
    return { ...progressOf(progress), usersWhoHaventVoted: progress.missing };
  });

  serve.call("GET /api/trips/:id/voting-status", async ({ viewer, params }) => {
    const trip = await seeTrip(ties, viewer.id, params.id);
    return (await store.findStatus(trip.tripId)) ?? { allVotingComplete: false, categories: [] };
  });

  serve.screen("GET /api/categories/:id/leaderboard", async ({ session, params, query }) => {
    const entries = session && (await store.leaderboard(session, params.id, query.limit));
    return entries && JSON.stringify(ranked(entries, (entry) => entry.voteCount));
  });

  serve.screen("GET /api/trips/:id/overall-leaderboard", async ({ session, params, query }) => {
    const entries = session && (await store.overall(session, params.id, query.limit));
    return entries && JSON.stringify(ranked(entries, (entry) => entry.totalVotes));
  });

  serve.screen("GET /api/trips/:id/ballot", async ({ session, params }) => session && store.ballot(session, params.id));

  serve.screen("GET /api/awards/all", async ({ session, query, request, reply }) => {
    const found = session && (await store.everyAward(session, readTripCursor(query.cursor), query.limit));
    if (!found) return null;
    nextPage(request, reply, found[1]);
    const awards = found[0].map(({ trip, categories }) => ({
      trip,
      categories: categories.map(({ category, leaderboard, progress, missing }) => ({
        category,
        leaderboard: ranked(leaderboard, (entry) => entry.voteCount),
        votingProgress: { ...progressOf(progress), usersWhoHaventVoted: missing },
      })),
    }));
    return JSON.stringify(awards);
  });
}
