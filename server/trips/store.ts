import { sql } from "kysely";
import type { TripCard, TripFields, TripMember } from "#contract/trips.ts";
import type { TripAccess } from "../access/rights.ts";
import type { Database, Tx } from "../schema/database.ts";
import { newId } from "../platform/db/id.ts";
import { type Revealed, applyVoters, leaveCrews } from "../schema/shapes/crew.ts";
import { lockStage } from "../schema/shapes/award.ts";
import { personColumns, personOf } from "../schema/shapes/person.ts";
import {
  awardsToVoteOn,
  costBalanceFor,
  newPhotosFor,
  nightFor,
  selectTrips,
  tripCardOf,
} from "../schema/shapes/trip-card.ts";
import { firstMediaOf } from "../media/gallery/gallery-store.ts";
import { newsOfTrip } from "../media/seen/store.ts";
import { deletePart } from "../media/photos/deletion-store.ts";
import type { NearPosition } from "./cursor.ts";
import { categoriesOfTrip, nearTripsOfUser, nightWinnersOfTrip, winnersOfTrip } from "./list-store.ts";

/**
 * Of trip `t`: the people who have a ballot in each open award; 0 without one. A departure deletes their ballots. Counting ballots costs a
 * quarter of asking `isUnanswered` for each person and award.
 */
const votersDone = sql<number>`(select count(*)::int from (
    select from votes x join categories c on c.id = x.category_id where c.trip_id = t.id and c.completed_at is null
    group by x.voter_id having count(*) = t.category_count - t.complete_count) done)`.as("voters_done");

export function tripStore(database: Database) {
  const { db } = database;
  const firstMedia = firstMediaOf(database);

  const selectMembers = (tripId: string) =>
    db
      .selectFrom("trip_members as m")
      .innerJoin("people as u", "u.id", "m.user_id")
      .select(["m.id", "m.user_id", "m.mood", "m.excitement_level", ...personColumns])
      .select(sql<boolean>`exists (select from expected_people e where e.person_id = m.user_id)`.as("is_expected"))
      .where("m.trip_id", "=", tripId)
      .orderBy("m.id");

  async function findCard(id: string): Promise<TripCard | undefined> {
    const row = await selectTrips(db).where("t.id", "=", id).executeTakeFirst();
    return row && tripCardOf(row);
  }

  async function findTrip(access: TripAccess) {
    const { tripId, userId } = access;
    const row = await selectTrips(db)
      .select(["s.name as squad_name", "s.photo_url as squad_photo_url", "s.demo_of"])
      .select([awardsToVoteOn(userId), nightFor(userId), newPhotosFor(userId), costBalanceFor(userId), votersDone])
      .where("t.id", "=", tripId)
      .executeTakeFirst();
    if (!row) return undefined;
    const squad = row.squad_id && {
      id: row.squad_id,
      name: row.squad_name!,
      photoUrl: row.squad_photo_url,
      isPublic: row.is_public!,
      isDemo: row.demo_of !== null,
    };
    const trip = {
      ...tripCardOf(row),
      photoCount: row.photo_count,
      videoCount: row.video_count,
      awardsToVoteOn: row.to_vote_on,
      night: row.night,
      newPhotos: row.new_photos,
      costBalance: row.cost_balance,
      votersDone: access.isMember ? row.voters_done : 0,
    };
    return { trip, squad: squad || null };
  }

  /** In the order they joined, after the member `after`. */
  async function findMembers(id: string, after: string, limit: number): Promise<TripMember[]> {
    const rows = await selectMembers(id).where("m.id", ">", after).limit(limit).execute();
    return rows.map(toMember);
  }

  return {
    mine: (userId: string, after: NearPosition, limit: number) => nearTripsOfUser(database, userId, after, limit),
    findCard,
    findTrip,
    findMembers,
    findCategories: (access: TripAccess) => categoriesOfTrip(db, access),
    findWinners: (id: string) => winnersOfTrip(db, id),
    findNightWinners: (id: string) => nightWinnersOfTrip(db, id),
    /** The first page of the trip's gallery. */
    firstMedia,
    findNews: (access: TripAccess) => newsOfTrip(db, access),
    async findMember(id: string, userId: string): Promise<TripMember | undefined> {
      const row = await selectMembers(id).where("m.user_id", "=", userId).executeTakeFirst();
      return row && toMember(row);
    },
    async crew(id: string): Promise<TripMember[]> {
      return (await selectMembers(id).execute()).map(toMember);
    },
  };
}

type MemberRow = {
  id: string;
  user_id: string;
  mood: string | null;
  excitement_level: number | null;
  is_expected: boolean;
} & Parameters<typeof personOf>[1];

const toMember = (row: MemberRow): TripMember => ({
  id: row.id,
  userId: row.user_id,
  user: personOf(row.user_id, row),
  mood: row.mood,
  excitementLevel: row.excitement_level,
  isExpected: row.is_expected,
});

const newCrew = { mood: null, excitement_level: null };

/** Writes on trips, in a transaction. */
export function tripWrites(tx: Tx) {
  const columns = (trip: TripFields) => ({
    name: trip.name,
    location: trip.location,
    start_date: trip.startDate.slice(0, 10),
    end_date: trip.endDate.slice(0, 10),
  });
  return {
    async lockSquad(id: string) {
      const squad = await tx.selectFrom("squads").select("id").where("id", "=", id).forUpdate().executeTakeFirst();
      return squad !== undefined;
    },
    /** Locks the trip, so that crew changes run one at a time. Locks its awards first, as a vote does, which avoids deadlocks. */
    async lock(id: string) {
      await tx.selectFrom("categories").select("id").where("trip_id", "=", id).orderBy("id").forNoKeyUpdate().execute();
      return tx
        .selectFrom("trips")
        .select(["id", "name", "squad_id", "crew_count", "confirmed_only"])
        .where("id", "=", id)
        .forUpdate()
        .executeTakeFirst();
    },
    /** Counts the trips that a person has created, and locks the person, so that parallel calls are counted. */
    async countTripsBy(userId: string): Promise<number> {
      await tx.selectFrom("people").select("id").where("id", "=", userId).forNoKeyUpdate().execute();
      const { count } = await tx
        .selectFrom("trips")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .where("created_by", "=", userId)
        .executeTakeFirstOrThrow();
      return count;
    },
    async add(id: string, createdBy: string, squadId: string | null, trip: TripFields) {
      await tx
        .insertInto("trips")
        .values({
          id,
          ...columns(trip),
          description: trip.description ?? "",
          photo_url: trip.photoUrl ?? null,
          squad_id: squadId,
          created_by: createdBy,
        })
        .execute();
    },
    async edit(id: string, trip: TripFields) {
      await tx
        .updateTable("trips")
        .set({
          ...columns(trip),
          ...(trip.description !== undefined && { description: trip.description }),
          ...(trip.photoUrl !== undefined && { photo_url: trip.photoUrl }),
        })
        .where("id", "=", id)
        .execute();
    },
    lockStage: (id: string) => lockStage(tx, id),
    /** Says whether only confirmed people vote on a trip that is locked. Returns the awards that this completed. */
    async setConfirmedOnly(id: string, confirmedOnly: boolean): Promise<Revealed[]> {
      await tx.updateTable("trips").set({ confirmed_only: confirmedOnly }).where("id", "=", id).execute();
      return applyVoters(tx, id);
    },
    /** Deletes a part of the photos, and with the last part the trip. Null while photos are left. */
    async remove(id: string): Promise<true | null> {
      if (!(await deletePart(tx, sql`trip_id = ${id}`))) return null;
      await tx.deleteFrom("trips").where("id", "=", id).execute();
      return true;
    },
    async squadMemberIds(squadId: string) {
      const rows = await tx
        .selectFrom("squad_members")
        .select("user_id")
        .where("squad_id", "=", squadId)
        .orderBy("id")
        .execute();
      return rows.map((row) => row.user_id);
    },
    async crewIds(id: string) {
      const rows = await tx
        .selectFrom("trip_members")
        .select("user_id")
        .where("trip_id", "=", id)
        .orderBy("id")
        .execute();
      return rows.map((row) => row.user_id);
    },
    async addCrew(id: string, userIds: readonly string[]) {
      if (userIds.length === 0) return;
      await tx
        .insertInto("trip_members")
        .values(
          userIds.map((userId) => ({ id: newId(), trip_id: id, user_id: userId, mood: null, excitement_level: null })),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    /** Puts the names that a squad expects onto the crew of a trip that has not ended. */
    async addExpected(id: string, squadId: string) {
      const expected = await tx
        .selectFrom("expected_people as e")
        .innerJoin("trips as t", (join) => join.on("t.id", "=", id))
        .select("e.person_id")
        .where("e.squad_id", "=", squadId)
        .where("t.end_date", ">=", sql<string>`current_date`)
        .orderBy("e.person_id")
        .execute();
      if (expected.length === 0) return;
      await tx
        .insertInto("trip_members")
        .values(expected.map((one) => ({ ...newCrew, id: newId(), trip_id: id, user_id: one.person_id })))
        .execute();
    },
    /** Removes someone from the crew. Returns the awards that this completed. */
    removeCrew: (id: string, userId: string) => leaveCrews(tx, [id], userId),
    async setFeeling(id: string, userId: string, feeling: { mood?: string | null; excitement_level?: number | null }) {
      if (Object.keys(feeling).length === 0) return;
      await tx
        .updateTable("trip_members")
        .set(feeling)
        .where("trip_id", "=", id)
        .where("user_id", "=", userId)
        .execute();
    },
  };
}

export type TripWrites = ReturnType<typeof tripWrites>;
