import { type NotNull, sql } from "kysely";
import type { Category } from "#contract/categories.ts";
import type { NightTime } from "#contract/night-time.ts";
import type { AwardWinner, ListedTrip, NightWinner, TripCard } from "#contract/trips.ts";
import type { TripAccess } from "../access/rights.ts";
import type { Database, Db } from "../schema/database.ts";
import { categoryColumns, categoryOf } from "../schema/shapes/award.ts";
import { personColumns, personOf } from "../schema/shapes/person.ts";
import {
  awardsToVoteOn,
  costBalanceFor,
  newPhotosFor,
  nightFor,
  selectTrips,
  tripCardOf,
} from "../schema/shapes/trip-card.ts";
import { sqlText } from "../platform/db/sql-text.ts";
import { upTo } from "../platform/http/cursor.ts";
import { type NearPosition, type TripPosition, tripCursor } from "./cursor.ts";
import { distanceFrom, myTrips, nearCursor } from "./my-trips-sql.ts";

interface TripPage<Trip = TripCard> {
  readonly trips: Trip[];
  /** The cursor of the next page; null on the last one. */
  readonly next: string | null;
}

const nearTrips = {
  name: "near_trips",
  text: sqlText`with ${myTrips(sqlText`$1`)}
    select id, ${nearCursor(sqlText`day`, sqlText`distance`, sqlText`id`)} from (
      select id, day, ${distanceFrom(sqlText`day`)} as distance from mine cross join (select coalesce($2::date, current_date) as day) asked
    ) near
    where (distance, id) > ($3::int, $4::uuid) order by distance, id limit $5`,
};

/** The trips that a user belongs to, as crew or by a squad, nearest first, as the dashboard orders them. */
export async function nearTripsOfUser(
  { db, rows }: Database,
  userId: string,
  after: NearPosition,
  limit: number,
): Promise<TripPage<ListedTrip>> {
  const found = await rows<[id: string, cursor: string]>(nearTrips, [
    userId,
    after.day,
    after.distance,
    after.id,
    // One more tells whether there is a next page.
    limit + 1,
  ]);
  const onPage = found.slice(0, limit);
  const listed = await selectTrips(db)
    .select([awardsToVoteOn(userId), nightFor(userId), newPhotosFor(userId), costBalanceFor(userId)])
    .where(sql<boolean>`t.id = any(${onPage.map(([id]) => id)}::uuid[])`)
    .execute();
  const byId = new Map(listed.map((row) => [row.id, listedTripOf(row)]));
  return {
    trips: onPage.flatMap(([id]) => byId.get(id) ?? []),
    next: found.length > limit ? onPage.at(-1)![1] : null,
  };
}

/** So many awards make a page of about a hundred kilobytes. */
const maxAwardsOnPage = 100;

/** The trips that a user belongs to, as crew or by a squad, latest start first. A page ends before it has more than a hundred awards. */
export async function tripsOfUser(db: Db, userId: string, before: TripPosition, limit: number): Promise<TripPage> {
  // The page's trips are found first, so that the squads of others are not read.
  const onPage = sql<boolean>`t.id in (select p.id from trips p
    where p.id in (select trip_id from trips_of(${userId})) and (p.start_date, p.id) < (${before.day}::date, ${before.id}::uuid)
    order by p.start_date desc, p.id desc limit ${limit})`;
  const found = await selectPage(db, before, limit).where(onPage).execute();
  const rows = upTo(maxAwardsOnPage, found, (trip) => trip.category_count);
  return { trips: rows.map(tripCardOf), next: tripCursor(rows, rows.length < found.length ? rows.length : limit) };
}

/** The trips of a squad as a viewer's list shows them, latest start first. */
export async function tripsOfSquad(
  db: Db,
  squadId: string,
  viewerId: string,
  before: TripPosition,
  limit: number,
): Promise<TripPage<ListedTrip>> {
  const rows = await selectPage(db, before, limit)
    .select([awardsToVoteOn(viewerId), nightFor(viewerId), newPhotosFor(viewerId), costBalanceFor(viewerId)])
    .where("t.squad_id", "=", squadId)
    .execute();
  return { trips: rows.map(listedTripOf), next: tripCursor(rows, limit) };
}

const selectPage = (db: Db, before: TripPosition, limit: number) =>
  selectTrips(db)
    .where(sql<boolean>`(t.start_date, t.id) < (${before.day}::date, ${before.id}::uuid)`)
    .orderBy("t.start_date", "desc")
    .orderBy("t.id", "desc")
    .limit(limit);

type ListedRow = Parameters<typeof tripCardOf>[0] & {
  readonly to_vote_on: number | null;
  readonly night: NightTime | null;
  readonly new_photos: number;
  readonly cost_balance: number | null;
};

const listedTripOf = (row: ListedRow): ListedTrip => ({
  ...tripCardOf(row),
  awardsToVoteOn: row.to_vote_on,
  night: row.night,
  newPhotos: row.new_photos,
  costBalance: row.cost_balance,
});

/** The awards of a trip that its viewer may know of, in order. */
export async function categoriesOfTrip(db: Db, { tripId, isMember }: TripAccess): Promise<Category[]> {
  const rows = await db
    .selectFrom("categories as c")
    .select(categoryColumns)
    .where("c.trip_id", "=", tripId)
    .$if(!isMember, (award) => award.where("c.completed_at", "is not", null))
    .orderBy("c.position")
    .orderBy("c.id")
    .execute();
  return rows.map(categoryOf);
}

/** A row of the SQL function `placed_in`. */
interface Placed {
  nominee_id: string;
  rank: number;
}

/** At most three first places, two second and one third of a trip's complete awards, in the order of the awards. */
export async function winnersOfTrip(db: Db, tripId: string): Promise<AwardWinner[]> {
  const rows = await db
    .with("placed", (query) =>
      query
        .selectFrom("categories as c")
        .innerJoin(sql<Placed>`lateral placed_in(c.id)`.as<"y">(sql.ref("y")), (join) => join.onTrue())
        .leftJoin("people as u", "u.id", "y.nominee_id")
        .select(["c.id", "c.name", "y.rank", "u.id as user_id", ...personColumns])
        .select(
          sql<number>`row_number() over (partition by y.rank order by c.position, c.id, u.first_name, u.last_name)`.as(
            "place",
          ),
        )
        .where("c.trip_id", "=", tripId),
    )
    .selectFrom("placed as u")
    .selectAll()
    .$narrowType<{ first_name: NotNull; last_name: NotNull }>()
    .where(sql<boolean>`u.place <= 4 - u.rank`)
    .orderBy("u.rank")
    .orderBy("u.place")
    .execute();
  return rows.map((row) => ({
    rank: row.rank,
    category: { id: row.id, name: row.name },
    user: row.user_id === null ? null : personOf(row.user_id, row),
  }));
}

/** The people with the most first places of a trip, once its night is over; several in a tie. People who deleted their account are left out. */
export async function nightWinnersOfTrip(db: Db, tripId: string): Promise<NightWinner[]> {
  const rows = await db
    .with("golds", (query) =>
      query
        .selectFrom("nights as n")
        .innerJoin("categories as c", "c.trip_id", "n.trip_id")
        .innerJoin(sql<Placed>`lateral placed_in(c.id)`.as<"y">(sql.ref("y")), (join) => join.onTrue())
        .select("y.nominee_id as user_id")
        .select(sql<number>`count(*)::int`.as("golds"))
        .select(sql<number>`rank() over (order by count(*) desc)`.as("place"))
        .where("n.trip_id", "=", tripId)
        .where("n.over_at", "is not", null)
        .where("y.rank", "=", 1)
        .where(sql<boolean>`y.nominee_id is not null`)
        .groupBy("y.nominee_id"),
    )
    .selectFrom("golds as g")
    .innerJoin("people as u", "u.id", "g.user_id")
    .select(["g.user_id", "g.golds", ...personColumns])
    .where("g.place", "=", 1)
    .orderBy("u.first_name")
    .orderBy("u.last_name")
    .execute();
  return rows.map((row) => ({ user: personOf(row.user_id, row), golds: row.golds }));
}
