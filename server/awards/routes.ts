import type { Calls } from "#contract/calls.ts";
import type { Ground } from "../schema/ground.ts";
import { nextPage } from "../platform/http/cursor.ts";
import { notFound } from "../platform/http/problem.ts";
import { logSecurity } from "../platform/http/security-log.ts";
import { type Serve, type SessionContext, notSignedIn } from "../platform/http/serve.ts";
import { type TripAccess, mayKnowOf, memberOfTrip, organizerOf, seeTrip } from "../access/rights.ts";
import { rightsStore } from "../access/rights-store.ts";
import { readTripCursor } from "../trips/cursor.ts";
import { tellResults } from "../trips/trips.ts";
import { limitCreating } from "../platform/throttle/throttle.ts";
import { addAward, closeVoting, deleteAward, outcomeOf } from "./awards.ts";
import { boardStore } from "./board-store.ts";
import { type BoardPage, readBoardCursor } from "./leaderboard.ts";
import { reasonInWords } from "./closing.ts";
import { awardStore } from "./award-store.ts";
import { type CastOutcome, type StoredVote, ballotStore } from "./ballot-store.ts";
import { awardWrites } from "./writes-store.ts";
import { mayStillVote, progressOf } from "./ballots.ts";

interface Parts extends Pick<Ground, "database" | "activity" | "guesses"> {
  /** Closes the night of a trip if it waits for answers alone, and all are in. */
  readonly closeIfAnswered: (tripId: string) => Promise<void>;
}

export function awardRoutes(serve: Serve, { database, guesses, activity, closeIfAnswered }: Parts): void {
  const countCreated = limitCreating(guesses);
  const store = awardStore(database);
  const votes = ballotStore(database);
  const rights = rightsStore(database);
  const { transact } = database;

  const changed = (tripId: string) => activity.tell("awards_changed", { trip: tripId });
  /** A changed ballot leaves the progress as it is, and until the reveal that is all that others see: it concerns the voter's own pages. */
  const voted = async (cast: Extract<CastOutcome, { outcome: "cast" }>) => {
    const { tripId, voter, isNew, isComplete, waitsForAnswers } = cast;
    if (isNew || isComplete) activity.tell("ballot_counted", { trip: tripId });
    else activity.tell("own_ballot_changed", { person: voter });
    if (waitsForAnswers) await closeIfAnswered(tripId);
  };
  /** A missing award gets the same 404 as one of a trip that the viewer may not see. */
  const categoryOf = async (id: string) => {
    const category = await store.findCategory(id);
    if (!category) throw notFound("trip_not_found");
    return category;
  };

  serve.call("GET /api/trips/:id/categories", async ({ viewer, params }) => {
    const trip = await seeTrip(rights, viewer.id, params.id);
    return store.categories(trip);
  });

  serve.call("POST /api/trips/:id/categories", async ({ viewer, params, body }) => {
    const trip = await memberOfTrip(rights, viewer.id, params.id);
    await countCreated(viewer.id);
    const id = await transact(async (tx) => {
      const award = await addAward(awardWrites(tx), trip.tripId, body);
      await activity.note(tx, "award_added", { trip: trip.tripId, actor: viewer.id, award });
      return award;
    });
    return categoryOf(id);
  });

  serve.call("PUT /api/categories/:id", async ({ viewer, params, body }) => {
    const { tripId } = await categoryOf(params.id);
    await memberOfTrip(rights, viewer.id, tripId);
    await transact((tx) => awardWrites(tx).edit(params.id, body));
    changed(tripId);
    return categoryOf(params.id);
  });

  serve.call("DELETE /api/categories/:id", async ({ viewer, params, request }) => {
    const { tripId } = await categoryOf(params.id);
    const trip = await memberOfTrip(rights, viewer.id, tripId);
    const ballots = (await store.findProgress(params.id))?.votesReceived ?? 0;
    await transact((tx) => deleteAward(awardWrites(tx), trip, params.id));
    if (ballots > 0) logSecurity(request, "award_deleted", { trip: tripId, award: params.id, ballots });
    changed(tripId);
    // It may have been the last one without an answer.
    await closeIfAnswered(tripId);
    return undefined;
  });

  /** Casts a vote or a skip. `cast_vote` checks the session itself, which saves a statement when a whole crew votes at once. */
  const answerAward = async (
    {
      session,
      params,
      sent,
    }: Pick<SessionContext<Calls["POST /api/categories/:id/skip"]>, "session" | "params" | "sent">,
    nomineeId: string | null,
  ) => {
    if (!session) throw notSignedIn();
    const outcome = await votes.castVote({ session, categoryId: params.id, nomineeId, sent });
    const cast = await outcomeOf(outcome, async (voterId) => {
      const { tripId } = await categoryOf(params.id);
      return seeTrip(rights, voterId, tripId);
    });
    // The server may have stopped after the vote, before the night was closed.
    if (cast.outcome === "cast") await voted(cast);
    else if (cast.waitsForAnswers) await closeIfAnswered(cast.tripId);
    return cast;
  };

  serve.bySession("POST /api/categories/:id/vote", async (context) => {
    const { id } = context.params;
    const { nomineeId } = context.body;
    const cast = await answerAward(context, nomineeId);
    if (cast.outcome === "repeated") {
      const [vote, progress] = await Promise.all([votes.findVote(id, cast.voter), store.findProgress(id)]);
      if (!progress) throw notFound("trip_not_found");
      // The ballot may be void or destroyed by now; then nobody knows whom it named.
      return { nomineeId: vote.nomineeId ?? nomineeId, progress: progressOf(progress) };
    }
    if (cast.reveals) tellResults(activity, [{ tripId: cast.tripId, categoryId: id }]);
    return { nomineeId, progress: progressOf({ ...cast, ...notClosed }) };
  });

  serve.bySession("POST /api/categories/:id/skip", async (context) => {
    await answerAward(context, null);
    return { isSkipped: true as const };
  });

  serve.call("POST /api/categories/:id/close", async ({ viewer, params, request }) => {
    const { tripId } = await categoryOf(params.id);
    const trip = await organizerOf(rights, viewer.id, tripId);
    const did = await transact((tx) => closeVoting(awardWrites(tx), trip, params.id));
    const progress = await store.findProgress(params.id);
    if (!progress) throw notFound("trip_not_found");
    if (did === "nothing") return progressOf(progress);
    logSecurity(request, "award_closed", { trip: tripId, award: params.id, ballots: progress.votesReceived });
    // An uncounted award has no result to reveal.
    if (did === "completed" && !progress.isUncounted) tellResults(activity, [{ tripId, categoryId: params.id }]);
    changed(tripId);
    return progressOf(progress);
  });

  serve.call("GET /api/categories/:id/my-vote", async ({ viewer, params }) => {
    const { tripId } = await categoryOf(params.id);
    await memberOfTrip(rights, viewer.id, tripId);
    return myVoteOf(await votes.findVote(params.id, viewer.id));
  });

  serve.call("GET /api/categories/:id/voting-progress", async ({ viewer, params }) => {
    const { tripId } = await categoryOf(params.id);
    const trip = await seeTrip(rights, viewer.id, tripId);
    const progress = await store.findProgress(params.id);
    if (!progress || !mayKnowOf(trip, progress.isComplete)) throw notFound("trip_not_found");
    return { ...progressOf(progress), usersWhoHaventVoted: progress.missing };
  });

  serve.call("GET /api/trips/:id/voting-status", async ({ viewer, params }) => {
    const trip = await seeTrip(rights, viewer.id, params.id);
    const { allVotingComplete, categories } = await store.findStatus(trip.tripId);
    return { allVotingComplete, categories: categories.filter(({ isComplete }) => mayKnowOf(trip, isComplete)) };
  });

  serve.call("GET /api/trips/:id/ballot", async ({ viewer, params }) => {
    const trip = await memberOfTrip(rights, viewer.id, params.id);
    const ballot = await votes.findBallot(trip);
    if (!ballot) throw notFound("trip_not_found");
    const { mayVote, toBeConfirmed, night } = ballot;
    const categories = ballot.categories.map(({ category, progress, vote, closing, champions, declined }) => ({
      category,
      progress: progressOf(progress),
      ...myVoteOf(vote),
      mayVote: mayVote && mayStillVote(progress, vote.hasVoted),
      reasonToStayOpen: closing && !progress.isComplete ? reasonInWords(closing) : null,
      champions: [...champions],
      declined: [...declined],
    }));
    return { trip: ballot.trip, night, mayVote, toBeConfirmed, isOrganizer: trip.isOrganizer, categories };
  });

  serve.call("GET /api/awards/all", async ({ viewer, query, request, reply }) => {
    const { trips, next } = await store.everyAward(viewer.id, readTripCursor(query.cursor), query.limit);
    nextPage(request, reply, next);
    return trips.map(withCategories);
  });

  serve.call("GET /api/trips/:id/awards", async ({ viewer, params }) => {
    const trip = await seeTrip(rights, viewer.id, params.id);
    const found = await store.findAwards(viewer.id, trip.tripId);
    if (!found) throw notFound("trip_not_found");
    return withCategories(knownTo(trip, found));
  });

  boardRoutes(serve, boardStore(database));
}

function boardRoutes(serve: Serve, boards: ReturnType<typeof boardStore>): void {
  serve.bySession("GET /api/categories/:id/leaderboard", async ({ session, params, query, request, reply }) => {
    const after = readBoardCursor(query.cursor);
    const board = session && (await boards.leaderboard(session, params.id, after, query.limit));
    if (!board) return null;
    nextPage(request, reply, board.next);
    return board.page.map(withVoteCount);
  });

  serve.bySession("GET /api/trips/:id/overall-leaderboard", async ({ session, params, query, request, reply }) => {
    const after = readBoardCursor(query.cursor);
    const board = session && (await boards.overall(session, params.id, after, query.limit));
    if (!board) return null;
    nextPage(request, reply, board.next);
    return board.page.map(({ user, votes, rank }) => ({ user, totalVotes: votes, rank }));
  });
}

type FoundAwards = NonNullable<Awaited<ReturnType<ReturnType<typeof awardStore>["findAwards"]>>>;

/** The awards and the night of a trip that its viewer may know of. */
const knownTo = (access: TripAccess, { awards, night, ...trip }: FoundAwards): FoundAwards => ({
  ...trip,
  awards: awards.filter(({ progress }) => mayKnowOf(access, progress.isComplete)),
  night: night && mayKnowOf(access, night.stage === "over") ? night : null,
});

/** A list of awards names at most this many people who have not voted on an award. The progress of one award names more. */
const maxNamedInLists = 10;

const withCategories = ({ awards, ...trip }: FoundAwards) => ({
  ...trip,
  categories: awards.map(({ category, leaderboard, receipt, progress, missing }) => ({
    category,
    receipt,
    leaderboard: leaderboard.map(withVoteCount),
    votingProgress: { ...progressOf(progress), usersWhoHaventVoted: missing.slice(0, maxNamedInLists) },
  })),
});

const withVoteCount = ({ user, votes, rank }: BoardPage["page"][number]) => ({ user, voteCount: votes, rank });

/** An award that has just taken a vote. */
const notClosed = { isClosed: false, isUncounted: false, closedBy: null };

const myVoteOf = ({ nomineeId, isVoid, isSkipped, areChoicesDestroyed }: StoredVote) => ({
  nomineeId,
  isVoid,
  ...(isSkipped && { isSkipped }),
  ...(areChoicesDestroyed && { isSealed: true as const }),
});
