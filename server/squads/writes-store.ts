import { sql } from "kysely";
import { newId } from "../platform/db/id.ts";
import type { Tx } from "../schema/database.ts";
import { leaveCrews } from "../schema/shapes/crew.ts";
import { deletePart } from "../media/photos/deletion-store.ts";

export interface SquadEdit {
  readonly name: string;
  readonly description?: string;
  readonly photo_url?: string | null;
  readonly is_public?: boolean;
  readonly takes_seats?: boolean;
  readonly shows_crew?: boolean;
  readonly shows_faces?: boolean;
}

/** Writes on one squad, in a transaction. Changes of membership lock the squad first, so they run one at a time. */
export function squadWrites(tx: Tx) {
  const letBackIn = async (squadId: string, userId: string) => {
    await tx.deleteFrom("removed_members").where("squad_id", "=", squadId).where("user_id", "=", userId).execute();
  };
  return {
    async lock(id: string) {
      return tx.selectFrom("squads").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
    },
    /** Whether the code of an invite link opens this squad. */
    async isOpenTo(id: string, invite: string | undefined): Promise<boolean> {
      const row = await tx
        .selectFrom("squads as s")
        .select(sql<boolean>`squad_opens(s, ${invite ?? null})`.as("isOpen"))
        .where("s.id", "=", id)
        .executeTakeFirst();
      return row?.isOpen ?? false;
    },
    /** Counts the squads of a person, and locks the person, so that parallel calls are counted. */
    async countSquadsOf(userId: string): Promise<number> {
      await tx.selectFrom("people").select("id").where("id", "=", userId).forNoKeyUpdate().execute();
      const { count } = await tx
        .selectFrom("squad_members")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .where("user_id", "=", userId)
        .executeTakeFirstOrThrow();
      return count;
    },
    /** Locks a person without an account, so that they join one squad at a time. Returns the name of their squad. */
    async lockSeat(userId: string): Promise<string | undefined> {
      await tx.selectFrom("people").select("id").where("id", "=", userId).forNoKeyUpdate().execute();
      const mine = tx.selectFrom("squad_members as m").innerJoin("squads as s", "s.id", "m.squad_id").select("s.name");
      return (await mine.where("m.user_id", "=", userId).executeTakeFirst())?.name;
    },
    async add(squad: { id: string; name: string; description: string; isPublic: boolean; inviteCode: string }) {
      const { isPublic, inviteCode, ...rest } = squad;
      await tx
        .insertInto("squads")
        .values({ ...rest, is_public: isPublic, invite_code: inviteCode, photo_url: null })
        .execute();
    },
    async edit(id: string, set: SquadEdit) {
      await tx.updateTable("squads").set(set).where("id", "=", id).execute();
    },
    async setInviteCode(id: string, code: string) {
      await tx.updateTable("squads").set({ invite_code: code }).where("id", "=", id).execute();
    },
    /** Deletes a part of the photos, and with the last part the squad. Null while photos are left. */
    async remove(id: string): Promise<true | null> {
      if (!(await deletePart(tx, sql`squad_id = ${id}`))) return null;
      await tx.deleteFrom("squads").where("id", "=", id).execute();
      return true;
    },
    /** Also ends a removal. False if they are a member already. */
    async addMember(squadId: string, userId: string, role: "admin" | "member") {
      await letBackIn(squadId, userId);
      const added = await tx
        .insertInto("squad_members")
        .values({ id: newId(), squad_id: squadId, user_id: userId, role })
        .onConflict((conflict) => conflict.doNothing())
        .returning("id")
        .executeTakeFirst();
      return added !== undefined;
    },
    /** Whether the person can sign in, which a seat cannot. */
    async hasAccount(userId: string) {
      const account = tx.selectFrom("accounts").select("person_id").where("person_id", "=", userId);
      return (await account.executeTakeFirst()) !== undefined;
    },
    async setRole(squadId: string, userId: string, role: "admin" | "member") {
      await tx
        .updateTable("squad_members")
        .set({ role })
        .where("squad_id", "=", squadId)
        .where("user_id", "=", userId)
        .execute();
    },
    async removeMember(squadId: string, userId: string) {
      await tx.deleteFrom("squad_members").where("squad_id", "=", squadId).where("user_id", "=", userId).execute();
    },
    async noteRemoval(squadId: string, userId: string) {
      await tx.insertInto("removed_members").values({ id: newId(), squad_id: squadId, user_id: userId }).execute();
    },
    async wasRemoved(squadId: string, userId: string) {
      const found = tx.selectFrom("removed_members").select("id").where("squad_id", "=", squadId);
      return (await found.where("user_id", "=", userId).executeTakeFirst()) !== undefined;
    },
    letBackIn,
    async memberRoles(squadId: string) {
      return tx
        .selectFrom("squad_members")
        .select(["user_id", "role"])
        .where("squad_id", "=", squadId)
        .orderBy("id")
        .execute();
    },
    /** Makes someone crew of the squad's trips that have not ended. */
    async joinComingTrips(squadId: string, userId: string) {
      const trips = await tx
        .selectFrom("trips")
        .select("id")
        .where("squad_id", "=", squadId)
        .where("end_date", ">=", sql<string>`current_date`)
        .execute();
      if (trips.length === 0) return;
      await tx
        .insertInto("trip_members")
        .values(
          trips.map((trip) => ({ id: newId(), trip_id: trip.id, user_id: userId, mood: null, excitement_level: null })),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    async isOnCrew(tripId: string, userId: string) {
      const found = tx.selectFrom("trip_members").select("id").where("trip_id", "=", tripId);
      return (await found.where("user_id", "=", userId).executeTakeFirst()) !== undefined;
    },
    /** Adds someone to the crew of a trip, ended or not. False if they are on it. */
    async addToCrew(tripId: string, userId: string) {
      const added = await tx
        .insertInto("trip_members")
        .values({ id: newId(), trip_id: tripId, user_id: userId, mood: null, excitement_level: null })
        .onConflict((conflict) => conflict.doNothing())
        .returning("id")
        .executeTakeFirst();
      return added !== undefined;
    },
    /** Removes someone from the crews of all the squad's trips. Returns those trips, and the awards that this completed. */
    async leaveTrips(squadId: string, userId: string) {
      const trips = await tx
        .selectFrom("trip_members as m")
        .innerJoin("trips as t", "t.id", "m.trip_id")
        .select("t.id")
        .where("t.squad_id", "=", squadId)
        .where("m.user_id", "=", userId)
        .orderBy("t.id")
        .execute();
      const tripIds = trips.map(({ id }) => id);
      return { tripIds, revealed: await leaveCrews(tx, tripIds, userId) };
    },
  };
}

export type SquadWrites = ReturnType<typeof squadWrites>;
