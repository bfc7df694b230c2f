import { sql } from "kysely";
import type { CategoryPatch, NewCategory } from "#contract/categories.ts";
import type { Tx } from "../schema/database.ts";
import { newId } from "../platform/db/id.ts";
import { lockStage } from "../schema/shapes/award.ts";
import { closingColumns, closingFactsIn } from "./progress-store.ts";

/** Writes on awards, in a transaction. */
export function awardWrites(tx: Tx) {
  return {
    /** Adds an award. `ancestor` is null for one that descends from none. */
    async add(tripId: string, { order, ...category }: NewCategory, ancestor: string | null = null) {
      const id = newId();
      await tx
        .insertInto("categories")
        .values({ id, trip_id: tripId, ...category, ancestor, position: order, completed_at: null, closed_at: null })
        .execute();
      // The first person who has answered all awards has not answered this one.
      await tx.updateTable("nights").set({ first_done: null }).where("trip_id", "=", tripId).execute();
      return id;
    },
    lockStage: (tripId: string) => lockStage(tx, tripId),
    /** The number of awards of a trip, with those that this transaction added. */
    async countOf(tripId: string): Promise<number> {
      const trip = tx.selectFrom("trips").select("category_count").where("id", "=", tripId);
      return (await trip.executeTakeFirstOrThrow()).category_count;
    },
    /** Changes the fields that `patch` names. */
    async edit(id: string, { order, ...patch }: CategoryPatch) {
      const set = { ...patch, ...(order !== undefined && { position: order }) };
      if (Object.keys(set).length > 0) await tx.updateTable("categories").set(set).where("id", "=", id).execute();
    },
    /** Deletes an award with its votes, and its counts from the trip's standings. */
    async remove(id: string) {
      await sql`select delete_award(${id})`.execute(tx);
    },
    /** Locks all awards of a trip, in the order in which everybody locks them. Returns one of them, as an organizer may know it. */
    async lock(tripId: string, id: string, organizerId: string) {
      await tx
        .selectFrom("categories")
        .select("id")
        .where("trip_id", "=", tripId)
        .orderBy("id")
        .forNoKeyUpdate()
        .execute();
      // A statement of its own, so that it sees what was committed while the lock was waited for.
      const award = await tx
        .selectFrom("categories as c")
        .innerJoin("trips as t", "t.id", "c.trip_id")
        .select(["c.closed_at", "c.completed_at", "c.votes_received", "t.voter_count", ...closingColumns(organizerId)])
        .where("c.id", "=", id)
        .executeTakeFirst();
      return (
        award && {
          ...closingFactsIn(award, award.voter_count),
          isClosed: award.closed_at !== null,
          isComplete: award.completed_at !== null,
        }
      );
    },
    /** Closes an award for an organizer, and completes it if it is open: uncounted if its counts would give a ballot away. */
    async close(id: string, organizerId: string) {
      await tx
        .updateTable("categories")
        .set({ closed_at: sql<Date>`now()`, closed_by: organizerId })
        .where("id", "=", id)
        .execute();
      await sql`select complete_award(id, true) from categories where id = ${id} and completed_at is null`.execute(tx);
    },
  };
}

export type AwardWrites = ReturnType<typeof awardWrites>;
