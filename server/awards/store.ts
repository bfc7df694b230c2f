// Decision 022: why a vote is one SQL function, and why votes are batched.
import { sql } from "kysely";
import type { Category } from "#contract/categories.ts";
import type { Person } from "#contract/people.ts";
import type { TripCard } from "#contract/trips.ts";
import { type Database, type Tx, isUnreachable } from "../platform/db/connect.ts";
import { newId } from "../platform/db/id.ts";
import { categoryJson, list, personJson, tripJson } from "../platform/db/json.ts";
import { myTripIds } from "../access/my-trips-sql.ts";
import { gather } from "../platform/db/gather.ts";
import { tieJoins, tieRights } from "../access/trip-ties-store.ts";

/** Missing voters that a reply lists. */
const mostNamed = 50;

const bySession = "(select user_id from sessions where token_hash = $1 and expires_at > now()) v";

/** The progress of award `c` of trip `t`; `progressOf` turns it into the reply. */
const progressFields = (c: string, t: string) =>
  `'votesReceived', ${c}.votes_received, 'crewCount', ${t}.crew_count, 'isComplete', ${c}.completed_at is not null, 'isClosed', ${c}.closed_at is not null`;

const needed = "case when c.completed_at is null then t.crew_count else c.votes_received end";
const progressJson = `json_build_object('votesReceived', c.votes_received, 'totalVotesNeeded', ${needed},
  'isComplete', c.completed_at is not null, 'isClosed', c.closed_at is not null)`;

const missing = list(
  personJson("u"),
  `(select m.user_id from trip_members m where m.trip_id = t.id
      and not exists (select from votes x where x.category_id = c.id and x.voter_id = m.user_id) order by m.id limit ${mostNamed}) w
    join users u on u.id = w.user_id`,
);

/** Leaderboard entries of award `c`; there are none until it is complete. */
const tallies = (most: string) =>
  list(
    `json_build_object('user', ${personJson("u")}, 'voteCount', y.votes)`,
    `(select nominee_id, votes from tallies where category_id = c.id order by votes desc limit ${most}) y join users u on u.id = y.nominee_id`,
  );

const ballot = {
  name: "ballot",
  text: `select json_build_object(
    'trip', json_build_object('id', t.id, 'name', t.name, 'memberCount', t.crew_count, 'squadId', t.squad_id, 'isDemo', t.is_demo),
    'mayVote', ${tieRights.isCrew}, 'isOrganizer', ${tieRights.isOrganizer},
    'categories', ${list(
      `json_build_object('category', ${categoryJson("c")}, 'progress', ${progressJson}, 'nomineeId', x.nominee_id) order by c.position, c.id`,
      "categories c left join votes x on x.category_id = c.id and x.voter_id = v.user_id where c.trip_id = t.id",
    )})::text
    from ${bySession} cross join trips t ${tieJoins} where t.id = $2 and ${tieRights.maySee}`,
};

const leaderboard = {
  name: "leaderboard",
  text: `select ${tallies("$3")} from ${bySession} cross join categories c join trips t on t.id = c.trip_id ${tieJoins}
    where c.id = $2 and ${tieRights.maySee}`,
};

const overall = {
  name: "overall_leaderboard",
  text: `select ${list(
    `json_build_object('user', ${personJson("u")}, 'totalVotes', y.votes)`,
    "(select user_id, votes from standings where trip_id = t.id order by votes desc limit $3) y join users u on u.id = y.user_id",
  )} from ${bySession} cross join trips t ${tieJoins} where t.id = $2 and ${tieRights.maySee}`,
};

const everyAward = {
  name: "awards_all",
  text: `select coalesce(json_agg(json_build_object('trip', t.row, 'categories', t.categories) order by t.start_date desc, t.id desc) filter (where t.id is not null), '[]'),
      (array_agg(t.start_date || '_' || t.id order by t.start_date desc, t.id desc))[$4]
    from ${bySession} left join lateral (
      select t.id, t.start_date, ${tripJson("t", "s")} as row, ${list(
        `json_build_object('category', ${categoryJson("c")}, 'leaderboard', ${tallies("10")}, 'progress', json_build_object(${progressFields("c", "t")}),
          'missing', case when c.completed_at is null then ${missing} else '[]'::json end) order by c.position, c.id`,
        "categories c where c.trip_id = t.id",
      )} as categories
      from trips t left join squads s on s.id = t.squad_id
      where t.id in ${myTripIds} and (t.start_date, t.id) < ($2::date, $3::uuid)
      order by t.start_date desc, t.id desc limit $4
    ) t on true group by v.user_id`,
};

const one = { name: "category", text: `select ${categoryJson("c")} from categories c where c.id = $1` };
const ofTrip = {
  name: "categories_of_trip",
  text: `select ${list(`${categoryJson("c")} order by c.position, c.id`, "categories c where c.trip_id = $1")}`,
};
const progress = {
  name: "voting_progress",
  text: `select json_build_object(${progressFields("c", "t")}, 'missing', case when c.completed_at is null then ${missing} else '[]'::json end)
    from categories c join trips t on t.id = c.trip_id where c.id = $1`,
};
const status = {
  name: "voting_status",
  text: `select json_build_object('allVotingComplete', t.category_count > 0 and t.complete_count = t.category_count, 'categories', ${list(
    "json_build_object('categoryId', c.id, 'isComplete', c.completed_at is not null) order by c.position, c.id",
    "categories c where c.trip_id = t.id",
  )}) from trips t where t.id = $1`,
};
/** Casts many votes, ordered by trip and award, so that two servers lock rows in the same order. Returns results in the order given. */
const castVotes = {
  name: "cast_votes",
  text: `select json_agg(outcome order by n) from (
    select n, cast_vote(token, category, nominee) as outcome from (
      select x.* from unnest($1::bytea[], $2::uuid[], $3::uuid[]) with ordinality x(token, category, nominee, n)
      left join categories c on c.id = x.category order by c.trip_id, c.id, n offset 0
    ) in_order offset 0
  ) done`,
};

/** Votes in one statement. */
const mostTogether = 64;
/** Parallel batches. Votes of one award share a batch queue, since they wait for the same lock; other awards do not wait for them. */
const lanes = 4;

export interface StoredProgress {
  readonly votesReceived: number;
  readonly crewCount: number;
  readonly isComplete: boolean;
  readonly isClosed: boolean;
}

interface CastVote {
  readonly session: Buffer;
  readonly categoryId: string;
  readonly nomineeId: string;
}

export type CastOutcome =
  | { readonly outcome: "not_signed_in" | "closed" | "not_nominee" }
  | { readonly outcome: "not_crew"; readonly voter: string }
  | ({ readonly outcome: "cast"; readonly voter: string; readonly tripId: string; readonly reveals: boolean } & Omit<
      StoredProgress,
      "isClosed"
    >);

interface StoredAward {
  readonly category: Category;
  readonly leaderboard: { user: Person; voteCount: number }[];
  readonly progress: StoredProgress;
  readonly missing: Person[];
}

export function awardStore({ one: ask, row, db }: Database) {
  const cast = async (votes: readonly CastVote[]) =>
    (await ask<CastOutcome[]>(castVotes, [
      votes.map((vote) => vote.session),
      votes.map((vote) => vote.categoryId),
      votes.map((vote) => vote.nomineeId),
    ]))!;
  const casting = Array.from({ length: lanes }, () => gather(mostTogether, cast, isUnreachable));
  const laneOf = (categoryId: string) => casting[Number.parseInt(categoryId.slice(-4), 16) % lanes]!;
  return {
    ballot: (session: Buffer, tripId: string) => ask<string>(ballot, [session, tripId]),
    /** Null if this session may not see the award. */
    leaderboard: (session: Buffer, id: string, most: number) =>
      ask<{ user: Person; voteCount: number }[]>(leaderboard, [session, id, most]),
    overall: (session: Buffer, tripId: string, most: number) =>
      ask<{ user: Person; totalVotes: number }[]>(overall, [session, tripId, most]),
    everyAward: (session: Buffer, before: { day: string; id: string }, limit: number) =>
      row<[{ trip: TripCard; categories: StoredAward[] }[], string | null]>(everyAward, [
        session,
        before.day,
        before.id,
        limit,
      ]),
    findCategory: (id: string) => ask<Category>(one, [id]),
    categories: async (tripId: string) => (await ask<Category[]>(ofTrip, [tripId])) ?? [],
    findProgress: (id: string) => ask<StoredProgress & { missing: Person[] }>(progress, [id]),
    findStatus: (tripId: string) =>
      ask<{ allVotingComplete: boolean; categories: { categoryId: string; isComplete: boolean }[] }>(status, [tripId]),
    async findVote(categoryId: string, voterId: string) {
      const vote = await db
        .selectFrom("votes")
        .select("nominee_id")
        .where("category_id", "=", categoryId)
        .where("voter_id", "=", voterId)
        .executeTakeFirst();
      return vote?.nominee_id ?? null;
    },
    /** Casts or changes one vote (the SQL function `cast_vote`). Parallel votes are batched into one commit. */
    castVote: (session: Buffer, categoryId: string, nomineeId: string) =>
      laneOf(categoryId)({ session, categoryId, nomineeId }),
  };
}

interface CategoryFields {
  readonly name: string;
  readonly description: string;
  readonly icon: string;
  readonly color: string;
  readonly order: number;
}

/** Writes on awards, in a transaction. */
export function awardWrites(tx: Tx) {
  const columns = ({ order, name, description, icon, color }: CategoryFields) => ({
    name,
    description,
    icon,
    color,
    position: order,
  });
  return {
    async add(tripId: string, category: CategoryFields) {
      const id = newId();
      await tx
        .insertInto("categories")
        .values({ id, trip_id: tripId, ...columns(category), completed_at: null, closed_at: null })
        .execute();
      return id;
    },
    async edit(id: string, category: CategoryFields) {
      await tx.updateTable("categories").set(columns(category)).where("id", "=", id).execute();
    },
    async remove(id: string) {
      await tx.deleteFrom("categories").where("id", "=", id).execute();
    },
    async lock(id: string) {
      return tx
        .selectFrom("categories")
        .select(["id", "trip_id", "closed_at", "completed_at", "votes_received"])
        .where("id", "=", id)
        .forNoKeyUpdate()
        .executeTakeFirst();
    },
    async close(id: string) {
      await tx
        .updateTable("categories")
        .set({ closed_at: sql<Date>`now()` })
        .where("id", "=", id)
        .execute();
    },
    /** Recounts the trip and completes awards that are now complete. Returns the completed ones. */
    async settle(tripId: string): Promise<string[]> {
      const { rows } = await sql<{ revealed: string[] }>`select settle_trip(${tripId}) revealed`.execute(tx);
      return rows[0]!.revealed;
    },
  };
}

export type AwardWrites = ReturnType<typeof awardWrites>;
