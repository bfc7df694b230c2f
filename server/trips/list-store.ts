import { type RawBuilder, sql } from "kysely";
import type { Category } from "#contract/categories.ts";
import type { TripCard } from "#contract/trips.ts";
import type { Db } from "../platform/db/connect.ts";
import { categoryColumns, categoryOf, selectTrips, tripCardOf } from "../platform/db/shapes.ts";
import { type TripPosition, tripCursor } from "./cursor.ts";

interface TripPage {
  readonly trips: TripCard[];
  /** The cursor of the next page; null on the last one. */
  readonly next: string | null;
}

/** The trips that a user belongs to, as crew or by a squad, latest start first. */
export const tripsOfUser = (db: Db, userId: string, before: TripPosition, limit: number): Promise<TripPage> =>
  listTrips(db, sql`t.id in (select trip_id from trips_of(${userId}))`, before, limit);

/** The trips of a squad, latest start first. */
export const tripsOfSquad = (db: Db, squadId: string, before: TripPosition, limit: number): Promise<TripPage> =>
  listTrips(db, sql`t.squad_id = ${squadId}`, before, limit);

async function listTrips(db: Db, scope: RawBuilder<boolean>, before: TripPosition, limit: number): Promise<TripPage> {
  const rows = await selectTrips(db)
    .where(scope)
    .where(sql<boolean>`(t.start_date, t.id) < (${before.day}::date, ${before.id}::uuid)`)
    .orderBy("t.start_date", "desc")
    .orderBy("t.id", "desc")
    .limit(limit)
    .execute();
  return { trips: rows.map(tripCardOf), next: tripCursor(rows, limit) };
}

/** A trip's awards, in order. */
export async function categoriesOfTrip(db: Db, tripId: string): Promise<Category[]> {
  const rows = await db
    .selectFrom("categories as c")
    .select(categoryColumns)
    .where("c.trip_id", "=", tripId)
    .orderBy("c.position")
    .orderBy("c.id")
    .execute();
  return rows.map(categoryOf);
}
