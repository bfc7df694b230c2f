import { sql } from "kysely";
import type { NightPlan } from "#contract/nights.ts";
import type { Person } from "#contract/people.ts";
import type { Database, Db, Tx } from "../../schema/database.ts";
import { isUnanswered, stageColumn } from "../../schema/shapes/award.ts";
import type { Revealed } from "../../schema/shapes/crew.ts";
import { personColumns, personOf } from "../../schema/shapes/person.ts";
import { awardsToVoteOn, selectTrips, tripCardOf } from "../../schema/shapes/trip-card.ts";
import { type StoredNight, showWrites } from "./show-store.ts";

/** How many missing voters a reply names at most. */
const maxNamed = 50;

async function findNight(db: Db, tripId: string, isLocked = false): Promise<StoredNight | undefined> {
  const found = await db
    .selectFrom("nights as n")
    .selectAll()
    .select(stageColumn)
    .where("trip_id", "=", tripId)
    .$if(isLocked, (night) => night.forNoKeyUpdate())
    .executeTakeFirst();
  return found as StoredNight | undefined;
}

/** Whether night `n` has closed the vote on award `c`. It did not, if the award was complete before or is newer. */
const isClosedBy = sql<boolean>`(c.closed_at = n.closed_at and coalesce(c.completed_at >= n.closed_at, true))`;

/**
 * The crew `m` of a trip who have not answered all its awards `c`: those that are open, and once a night has closed the vote those that it
 * closed.
 */
const whoMiss = (db: Db, tripId: string) =>
  db
    .selectFrom("trip_members as m")
    .innerJoin("people as u", "u.id", "m.user_id")
    .select(["u.id", ...personColumns])
    .where("m.trip_id", "=", tripId)
    .where("m.may_vote", "=", true)
    .where(
      sql<boolean>`exists (select from categories c left join nights n on n.trip_id = c.trip_id and n.closed_at is not null
        where c.trip_id = m.trip_id and case when n.trip_id is null then is_open(c) else ${isClosedBy} end and ${isUnanswered})`,
    )
    .orderBy("m.id");

export function nightStore({ db }: Database) {
  return {
    findNight: (tripId: string) => findNight(db, tripId),
    /** What the page of a night shows besides the night itself; undefined when the trip is gone. */
    async findPage(tripId: string, viewerId: string) {
      const row = await selectTrips(db)
        .select(["s.name as squad_name", "t.is_demo"])
        .select(awardsToVoteOn(viewerId))
        .select(
          sql<boolean>`exists (select from bonus_opt_outs o where o.trip_id = t.id and o.user_id = ${viewerId})`.as(
            "is_out_of_bonus",
          ),
        )
        .select(
          sql<number>`(select count(*)::int from categories c where c.trip_id = t.id and c.completed_at is null)`.as(
            "open",
          ),
        )
        .select(
          sql<number>`(select count(*)::int from categories c left join nights n on n.trip_id = c.trip_id
            where c.trip_id = t.id and case when n.closed_at is null then c.completed_at is null
              else ${isClosedBy} end)`.as("of_night"),
        )
        .select(
          sql<number>`(select count(*)::int from categories c left join nights n on n.trip_id = c.trip_id
            where c.trip_id = t.id and c.completed_at < coalesce(n.closed_at, 'infinity'))`.as("crowned"),
        )
        .select(
          sql<number>`(select coalesce(sum(c.votes_received), 0)::int from categories c
            where c.trip_id = t.id and c.completed_at is null)`.as("answers"),
        )
        .where("t.id", "=", tripId)
        .executeTakeFirst();
      if (!row) return undefined;
      const { squadId, voterCount, ...card } = tripCardOf(row);
      const { id, name, location, startDate, endDate, coverUrl, confirmedOnly } = card;
      const squad = squadId && row.squad_name !== null ? { id: squadId, name: row.squad_name } : null;
      return {
        trip: { id, name, location, startDate, endDate, coverUrl, confirmedOnly, squad, isDemo: row.is_demo },
        crewCount: voterCount,
        awardCount: row.of_night,
        crownedAwards: row.crowned,
        openAwards: row.open,
        awardsToAnswer: row.to_vote_on ?? 0,
        answers: row.answers,
        isOutOfBonus: row.is_out_of_bonus,
      };
    },
    /** The first people who have not answered all awards, and how many there are. */
    async findMissing(tripId: string): Promise<{ missing: Person[]; count: number }> {
      const rows = await whoMiss(db, tripId).execute();
      return { missing: rows.slice(0, maxNamed).map((row) => personOf(row.id, row)), count: rows.length };
    },
    /** The trips, at most `limit`, whose night has no time and is still to be closed, although everybody has answered. */
    async findAnswered(limit: number): Promise<readonly string[]> {
      const rows = await db
        .selectFrom("nights as n")
        .select("n.trip_id")
        .where("n.starts_at", "is", null)
        .where("n.closed_at", "is", null)
        .where(
          sql<boolean>`(select bool_and(c.votes_received >= t.voter_count) from categories c join trips t on t.id = c.trip_id
            where c.trip_id = n.trip_id and is_open(c))`,
        )
        .limit(limit)
        .execute();
      return rows.map(({ trip_id }) => trip_id);
    },
    /** Leaves a person out of bonus awards, or lets them win some again. */
    async setBonus(tripId: string, userId: string, isOut: boolean) {
      if (!isOut)
        await db.deleteFrom("bonus_opt_outs").where("trip_id", "=", tripId).where("user_id", "=", userId).execute();
      else
        await db
          .insertInto("bonus_opt_outs")
          .values({ trip_id: tripId, user_id: userId })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
    },
  };
}

/** A plan, or that of a night which has no time. */
type AnyPlan = Omit<NightPlan, "startsAt"> & { readonly startsAt: string | null };

const columnsOf = (plan: AnyPlan) => ({
  starts_at: plan.startsAt === null ? null : new Date(plan.startsAt),
  time_zone: plan.timeZone,
  no_self_votes: plan.noSelfVotes,
  moves_by_itself: plan.movesByItself,
  starts_by_itself: plan.startsByItself,
  shows_counts: plan.showsCounts,
  bonus_rules_off: plan.bonusRulesOff,
});

/** Writes on nights, in a transaction. */
export function nightWrites(tx: Tx) {
  return {
    /** Whether a row of this kind was written for the trip in the last `minutes` minutes. */
    async wasToldOf(kind: "voting_closes" | "night_begins", tripId: string, minutes: number): Promise<boolean> {
      const told = await tx
        .selectFrom("activity")
        .select("id")
        .where("trip_id", "=", tripId)
        .where("kind", "=", kind)
        .where("created_at", ">", sql<Date>`now() - ${minutes} * interval '1 minute'`)
        .executeTakeFirst();
      return told !== undefined;
    },
    ...showWrites(tx),
    /** Locks the awards of a trip and then its night, in the order of a vote. Undefined without a night. */
    async lock(tripId: string): Promise<StoredNight | undefined> {
      await sql`select from categories where trip_id = ${tripId} order by id for no key update`.execute(tx);
      return findNight(tx, tripId, true);
    },
    async openAwards(tripId: string): Promise<number> {
      const { count } = await tx
        .selectFrom("categories")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .where("trip_id", "=", tripId)
        .where("completed_at", "is", null)
        .executeTakeFirstOrThrow();
      return count;
    },
    async add(tripId: string, plan: AnyPlan) {
      await tx
        .insertInto("nights")
        .values({ trip_id: tripId, ...columnsOf(plan) })
        .execute();
    },
    /** The most ballots that an open award of a trip has. */
    async mostAnswers(tripId: string): Promise<number> {
      const { most } = await tx
        .selectFrom("categories")
        .select(({ fn }) => fn.coalesce(fn.max("votes_received"), sql.lit(0)).as("most"))
        .where("trip_id", "=", tripId)
        .where("completed_at", "is", null)
        .executeTakeFirstOrThrow();
      return most;
    },
    async edit(tripId: string, plan: NightPlan) {
      await tx.updateTable("nights").set(columnsOf(plan)).where("trip_id", "=", tripId).execute();
    },
    /** Makes the votes that people cast for themselves in open awards void, so that they can choose again. All ballots there are for others now. */
    async voidSelfVotes(tripId: string) {
      await sql`update categories set no_self_votes = true
        where trip_id = ${tripId} and completed_at is null and votes_received > 0`.execute(tx);
      await sql`update votes v set nominee_id = null from categories c
        where c.id = v.category_id and c.trip_id = ${tripId} and c.completed_at is null and v.nominee_id = v.voter_id`.execute(
        tx,
      );
    },
    /** Deletes a night that is not closed, with its receipts, and completes the awards that all have voted on. Returns these. Skips are void from then on. */
    async remove(tripId: string): Promise<Revealed[]> {
      await tx.deleteFrom("nights").where("trip_id", "=", tripId).execute();
      // No later close would destroy their authors.
      await tx.deleteFrom("receipts").where("trip_id", "=", tripId).execute();
      const { rows } = await sql<{ revealed: string[] }>`select settle_trip(${tripId}) revealed`.execute(tx);
      return rows[0]!.revealed.map((categoryId) => ({ tripId, categoryId }));
    },
    async missingNames(tripId: string): Promise<{ id: string; firstName: string }[]> {
      const rows = await whoMiss(tx, tripId).execute();
      return rows.map(({ id, first_name }) => ({ id, firstName: first_name }));
    },
  };
}

export type NightWrites = ReturnType<typeof nightWrites>;
