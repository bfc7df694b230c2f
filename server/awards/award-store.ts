import { type Selectable, sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { Category } from "#contract/categories.ts";
import type { Person } from "#contract/people.ts";
import type { TripCard } from "#contract/trips.ts";
import type { TripAccess } from "../access/rights.ts";
import type { Database } from "../schema/database.ts";
import type { Tables } from "../schema/tables/tables.ts";
import { categoryColumns, categoryOf, isUnanswered, nightTimeColumns, nightTimeOf } from "../schema/shapes/award.ts";
import { likedPhotoColumns, isLikedPhoto, likedPhotoOf } from "../schema/shapes/liked-photo.ts";
import { personColumns, personOf } from "../schema/shapes/person.ts";
import { awardsToVoteOn, selectTrips, tripCardOf } from "../schema/shapes/trip-card.ts";
import type { TripPosition } from "../trips/cursor.ts";
import { categoriesOfTrip, tripsOfUser } from "../trips/list-store.ts";
import type { ProgressFacts } from "./ballots.ts";
import { lineOf } from "./board-store.ts";
import { cutPage } from "./leaderboard.ts";
import { closerColumn, progressColumns, progressIn } from "./progress-store.ts";
import { receiptOfWinner, shownReceipts } from "./receipts/shown-store.ts";
import { personNow } from "../schema/shapes/person-now.ts";

/** How many missing voters a reply names at most. */
const maxNamed = 50;
/** How many entries of each leaderboard a trip's awards show at most. */
const maxEntries = 10;
/** How many photos of each winner come with a trip's awards at most, and how many of all. */
const maxPhotos = { ofEach: 3, ofAll: 36 } as const;

/** The columns that `likedPhotoColumns` reads of the photo `m`, and the place among the photos of its uploader. */
type PlacedPhoto = Selectable<Tables["media"]> & { readonly place: number };

/** The most liked photos of the people who won awards of the trip `t`. Tallies are there once an award is complete. */
const photosOfWinners = sql<PlacedPhoto>`(
  select m.* from (
    select distinct (select now.id from person_now(y.nominee_id) now) as id from tallies y
    where y.trip_id = t.id and y.votes = (select max(best.votes) from tallies best where best.category_id = y.category_id)
  ) winner cross join lateral (
    select m.*, row_number() over (order by m.likes desc, m.taken_at, m.id) as place from media m
    where m.trip_id = t.id and m.uploader_id = winner.id and ${isLikedPhoto}
    order by m.likes desc, m.taken_at, m.id limit ${sql.lit(maxPhotos.ofEach)}
  ) m
)`.as("m");

export function awardStore({ db }: Database) {
  /** Awards `c` of trips `t`, with how far they are and who has not voted yet. */
  const selectAwards = () =>
    db
      .selectFrom("categories as c")
      .innerJoin("trips as t", "t.id", "c.trip_id")
      .select([...categoryColumns, ...progressColumns, "t.voter_count"])
      .select("c.hides_counts")
      .select(closerColumn)
      .select((award) =>
        jsonArrayFrom(
          award
            .selectFrom("trip_members as m")
            .innerJoin("people as u", "u.id", "m.user_id")
            .select(["u.id", ...personColumns])
            .whereRef("m.trip_id", "=", "t.id")
            .where("m.may_vote", "=", true)
            .where("c.completed_at", "is", null)
            .where(isUnanswered)
            .orderBy("m.id")
            .limit(sql.lit(maxNamed)),
        ).as("missing"),
      )
      .orderBy("c.position")
      .orderBy("c.id");

  /** Trips with their awards, what a person has to do with them, and the most liked photos of the winners. */
  async function withAwards(userId: string, trips: readonly TripCard[]) {
    const ids = trips.map(({ id }) => id);
    const [rows, others] = await Promise.all([
      selectAwards()
        .select((award) =>
          jsonArrayFrom(
            award
              .selectFrom("tallies as y")
              .leftJoin("people as u", (join) => join.on("u.id", "=", personNow("y.nominee_id")))
              .select(["y.nominee_id as id", "y.votes", "u.id as user_id", ...personColumns])
              .whereRef("y.category_id", "=", "c.id")
              .orderBy("y.votes", "desc")
              .fetch(maxEntries, "with ties"),
          ).as("leaderboard"),
        )
        .select(receiptOfWinner.as("receipt_id"))
        .where(sql<boolean>`c.trip_id = any(${ids}::uuid[])`)
        .execute(),
      db
        .selectFrom("trips as t")
        .leftJoin("trip_members as x", (join) => join.onRef("x.trip_id", "=", "t.id").on("x.user_id", "=", userId))
        .leftJoin("nights as n", "n.trip_id", "t.id")
        .select(["t.id", "x.id as crew_id", ...nightTimeColumns])
        .select(awardsToVoteOn(userId))
        .select((trip) =>
          jsonArrayFrom(
            trip
              .selectFrom(photosOfWinners)
              .leftJoin("people as u", "u.id", "m.uploader_id")
              .select(likedPhotoColumns)
              .orderBy("m.place")
              .orderBy("m.likes", "desc")
              .orderBy("m.taken_at")
              .orderBy("m.id")
              .limit(sql.lit(maxPhotos.ofAll)),
          ).as("photos"),
        )
        .where(sql<boolean>`t.id = any(${ids}::uuid[])`)
        .execute(),
    ]);
    const receipts = await shownReceipts(
      db,
      rows.flatMap(({ receipt_id }) => receipt_id ?? []),
    );
    const awards = rows.map((row) => ({
      category: categoryOf(row),
      receipt: (row.receipt_id !== null && receipts.get(row.receipt_id)) || null,
      leaderboard: cutPage(
        { lines: row.leaderboard.map((line) => lineOf(line.id, line)), ahead: 0, hidesCounts: row.hides_counts },
        null,
        maxEntries,
      ).page,
      progress: progressIn(row, row.voter_count),
      missing: row.missing.map((person) => personOf(person.id, person)),
    }));
    const awardsOf = Map.groupBy(awards, ({ category }) => category.tripId);
    const otherOf = new Map(others.map((other) => [other.id, other]));
    return trips.map((trip) => {
      const other = otherOf.get(trip.id);
      return {
        trip,
        awards: awardsOf.get(trip.id) ?? [],
        isCrew: typeof other?.crew_id === "string",
        awardsToVoteOn: other?.to_vote_on ?? 0,
        night: other ? nightTimeOf(other) : null,
        bestPhotos: (other?.photos ?? []).map(likedPhotoOf),
      };
    });
  }

  return {
    /** A page of a user's trips with their awards, latest start first. */
    async everyAward(userId: string, before: TripPosition, limit: number) {
      const { trips, next } = await tripsOfUser(db, userId, before, limit);
      return { trips: await withAwards(userId, trips), next };
    },
    /** The awards of one trip, as in `everyAward`; undefined when the trip is gone. */
    async findAwards(userId: string, tripId: string) {
      const row = await selectTrips(db).where("t.id", "=", tripId).executeTakeFirst();
      return row && (await withAwards(userId, [tripCardOf(row)]))[0];
    },
    async findCategory(id: string): Promise<Category | undefined> {
      const row = await db
        .selectFrom("categories as c")
        .select(categoryColumns)
        .where("c.id", "=", id)
        .executeTakeFirst();
      return row && categoryOf(row);
    },
    categories: (access: TripAccess) => categoriesOfTrip(db, access),
    async findProgress(id: string): Promise<(ProgressFacts & { missing: Person[] }) | undefined> {
      const row = await selectAwards().where("c.id", "=", id).executeTakeFirst();
      if (!row) return undefined;
      const missing = row.missing.map((person) => personOf(person.id, person));
      return { ...progressIn(row, row.voter_count), missing };
    },
    /** Whether each award of a trip is complete, and whether all of them are. */
    async findStatus(tripId: string) {
      const awards = await db
        .selectFrom("categories")
        .select(["id as categoryId", ({ eb }) => eb("completed_at", "is not", null).as("isComplete")])
        .where("trip_id", "=", tripId)
        .orderBy("position")
        .orderBy("id")
        .execute();
      const categories = awards.map(({ categoryId, isComplete }) => ({ categoryId, isComplete: Boolean(isComplete) }));
      return { allVotingComplete: categories.length > 0 && categories.every((award) => award.isComplete), categories };
    },
  };
}
