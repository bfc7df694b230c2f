// Decision 022: why a vote is one SQL function, and why votes are batched.
import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { TripMembership } from "../access/rights.ts";
import { isUnreachable } from "../platform/db/connect.ts";
import { batchCalls } from "../platform/db/batch-calls.ts";
import type { SentKey } from "../platform/http/sent-key.ts";
import { sqlText } from "../platform/db/sql-text.ts";
import type { Database } from "../schema/database.ts";
import { categoryColumns, categoryOf, nightTimeColumns, nightTimeOf } from "../schema/shapes/award.ts";
import { marksOfBallot } from "./champions/store.ts";
import {
  closerColumn,
  closingColumns,
  closingFactsIn,
  hasNight,
  progressColumns,
  progressIn,
} from "./progress-store.ts";
import { personNow } from "../schema/shapes/person-now.ts";

/** Casts many votes, sorted by trip and award, so that two servers lock rows in the same order. Results keep the order of the input. */
const castVotes = {
  name: "cast_votes",
  text: sqlText`select json_agg(outcome order by n) from (
    select n, cast_vote(token, category, nominee, key, request) as outcome from (
      select x.* from unnest($1::bytea[], $2::uuid[], $3::uuid[], $4::bytea[], $5::bytea[])
        with ordinality x(token, category, nominee, key, request, n)
      left join categories c on c.id = x.category order by c.trip_id, c.id, n offset 0
    ) in_order offset 0
  ) done`,
};

/** How many votes one statement casts at most. */
const maxTogether = 64;
/** Parallel batches. Votes of one award share a batch queue, since they wait for the same lock; other awards do not wait for them. */
const lanes = 4;

/** How many admins a seat that cannot vote hears of at most. */
const maxAdmins = 5;

interface CastVote {
  readonly session: Buffer;
  readonly categoryId: string;
  /** Null skips the award. */
  readonly nomineeId: string | null;
  readonly sent: SentKey | null;
}

export type CastOutcome =
  | {
      readonly outcome:
        | "not_signed_in"
        | "not_confirmed"
        | "night_closed"
        | "closed"
        | "decided"
        | "no_skip"
        | "not_nominee"
        | "not_yourself"
        | "key_used";
    }
  | { readonly outcome: "not_crew"; readonly voter: string }
  /** The same request was done before. */
  | {
      readonly outcome: "repeated";
      readonly voter: string;
      readonly tripId: string;
      readonly waitsForAnswers: boolean;
    }
  | {
      readonly outcome: "cast";
      readonly voter: string;
      readonly tripId: string;
      /** The voter had no ballot in the award before. */
      readonly isNew: boolean;
      readonly reveals: boolean;
      readonly votesReceived: number;
      readonly crewCount: number;
      readonly isComplete: boolean;
      readonly hasNight: boolean;
      /** Its night has no time, and closes once everybody has answered. */
      readonly waitsForAnswers: boolean;
    };

/** One person's ballot in one award. Void and skipped ballots have a voter and no nominee. */
export interface StoredVote {
  readonly hasVoted: boolean;
  readonly nomineeId: string | null;
  readonly isSkipped: boolean;
  /** The ballot counts for nobody: its nominee left, or the night in which the voter skipped was called off. */
  readonly isVoid: boolean;
  /** The choices of the award are destroyed. */
  readonly areChoicesDestroyed: boolean;
}

export function ballotStore({ one: ask, db }: Database) {
  const cast = async (votes: readonly CastVote[]) =>
    (await ask<CastOutcome[]>(castVotes, [
      votes.map((vote) => vote.session),
      votes.map((vote) => vote.categoryId),
      votes.map((vote) => vote.nomineeId),
      votes.map((vote) => vote.sent?.key ?? null),
      votes.map((vote) => vote.sent?.request ?? null),
    ]))!;
  const casting = Array.from({ length: lanes }, () => batchCalls(maxTogether, cast, isUnreachable));
  const laneOf = (categoryId: string) => casting[Number.parseInt(categoryId.slice(-4), 16) % lanes]!;

  return {
    /** Each award of a trip with the viewer's own vote, and what an organizer may know before closing it; undefined when the trip is gone. */
    async findBallot({ tripId, userId: voterId, isOrganizer }: TripMembership) {
      const trip = await db
        .selectFrom("trips as t")
        .leftJoin("nights as n", "n.trip_id", "t.id")
        .select(["t.id", "t.name", "t.squad_id as squadId", "t.is_demo as isDemo"])
        .select(["t.crew_count as memberCount", "t.voter_count as voterCount", "t.confirmed_only as confirmedOnly"])
        .select(nightTimeColumns)
        .leftJoin("trip_members as m", (join) => join.onRef("m.trip_id", "=", "t.id").on("m.user_id", "=", voterId))
        .leftJoin("squads as s", "s.id", "t.squad_id")
        .select(["m.may_vote as mayVote", "s.name as squad"])
        .select((award) =>
          jsonArrayFrom(
            award
              .selectFrom("squad_members as a")
              .innerJoin("people as u", "u.id", "a.user_id")
              .innerJoin("squad_members as me", (join) =>
                join.onRef("me.squad_id", "=", "a.squad_id").on("me.user_id", "=", voterId),
              )
              .select("u.first_name as firstName")
              .whereRef("a.squad_id", "=", "t.squad_id")
              .where("a.role", "=", "admin")
              .where("m.may_vote", "=", false)
              .orderBy("a.id")
              .limit(sql.lit(maxAdmins)),
          ).as("admins"),
        )
        .where("t.id", "=", tripId)
        .executeTakeFirst();
      if (!trip) return undefined;
      const [rows, marks] = await Promise.all([
        db
          .selectFrom("categories as c")
          .leftJoin("votes as x", (join) => join.onRef("x.category_id", "=", "c.id").on("x.voter_id", "=", voterId))
          .select([...categoryColumns, ...progressColumns, "c.is_sealed"])
          .select(["x.voter_id", "x.is_skipped", choice])
          .select(closerColumn)
          .$if(isOrganizer, (award) => award.select(closingColumns(voterId)))
          .where("c.trip_id", "=", tripId)
          .orderBy("c.position")
          .orderBy("c.id")
          .execute(),
        marksOfBallot(db, tripId),
      ]);
      const categories = rows.map((row) => ({
        category: categoryOf(row),
        progress: progressIn(row, trip.voterCount),
        vote: voteIn(row),
        closing: isOrganizer ? closingFactsIn(row, trip.voterCount) : null,
        champions: marks.champions.get(row.id) ?? [],
        declined: marks.declined.get(row.id) ?? [],
      }));
      const { squad, admins, mayVote } = trip;
      const whoConfirms = { squad: squad ?? "", admins: admins.map(({ firstName }) => firstName) };
      return {
        trip,
        night: nightTimeOf(trip),
        mayVote: mayVote ?? false,
        toBeConfirmed: mayVote === false ? whoConfirms : null,
        categories,
      };
    },
    async findVote(categoryId: string, voterId: string): Promise<StoredVote> {
      const vote = await db
        .selectFrom("categories as c")
        .leftJoin("votes as x", (join) => join.onRef("x.category_id", "=", "c.id").on("x.voter_id", "=", voterId))
        .select(["x.voter_id", "x.is_skipped", "c.is_sealed", choice, hasNight])
        .where("c.id", "=", categoryId)
        .executeTakeFirst();
      return vote ? voteIn(vote) : noVote;
    },
    /** Casts or changes one vote, or skips the award (the SQL function `cast_vote`). Parallel votes are batched into one commit. */
    castVote: (vote: CastVote) => laneOf(vote.categoryId)(vote),
  };
}

/** Whom a ballot `x` names. */
const choice = personNow("x.nominee_id").as("nominee_id");

const noVote: StoredVote = {
  hasVoted: false,
  nomineeId: null,
  isSkipped: false,
  isVoid: false,
  areChoicesDestroyed: false,
};

function voteIn(row: {
  voter_id: string | null;
  nominee_id: string | null;
  is_skipped: boolean | null;
  is_sealed: boolean;
  has_night: boolean;
}): StoredVote {
  const isSkipped = row.is_skipped ?? false;
  return {
    hasVoted: row.voter_id !== null,
    nomineeId: row.nominee_id,
    isSkipped,
    isVoid: row.voter_id !== null && row.nominee_id === null && !row.is_sealed && !(isSkipped && row.has_night),
    areChoicesDestroyed: row.is_sealed,
  };
}
