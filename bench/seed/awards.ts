import type pg from "pg";
import { idSql } from "./keys.ts";

export interface AwardTrips {
  /** Trips are numbered from here on. `firstAward` likewise: the awards of the first trip, then of the second. */
  readonly firstTrip: number;
  readonly trips: number;
  /** Users 1 to `crew` are the crew of each trip. */
  readonly crew: number;
  readonly awards: number;
  readonly firstAward: number;
}

/** Adds squadless trips with a crew and awards, without votes. */
export async function seedAwardTrips(client: pg.Client, made: AwardTrips): Promise<void> {
  const { firstTrip, trips, crew, awards, firstAward } = made;
  await client.query(
    `insert into trips (id, created_by, name, location, start_date, end_date)
     select ${idSql("trip", `${firstTrip} + n`)}, ${idSql("user", "1")}, 'Awards ' || n, 'Ericeira, Portugal', '2026-07-04', '2026-07-11'
     from generate_series(0, ${trips - 1}) n`,
  );
  await client.query(
    `insert into trip_members (id, trip_id, user_id)
     select gen_random_uuid(), ${idSql("trip", `${firstTrip} + n`)}, ${idSql("user", "u")}
     from generate_series(0, ${trips - 1}) n, generate_series(1, ${crew}) u`,
  );
  await client.query(
    `insert into categories (id, trip_id, name, description, icon, color, position)
     select ${idSql("category", `${firstAward} + n * ${awards} + a`)}, ${idSql("trip", `${firstTrip} + n`)}, 'Award ' || a, 'Who was it?',
       'fas fa-trophy', 'blue', a
     from generate_series(0, ${trips - 1}) n, generate_series(0, ${awards - 1}) a`,
  );
}

/** The first `voters` of the crew vote in each award of a trip, evenly for the first `nominees`. Then the votes are counted. */
export async function seedVotes(client: pg.Client, trip: number, voters: number, nominees: number): Promise<void> {
  await client.query(
    `insert into votes (category_id, voter_id, nominee_id)
     select c.id, ${idSql("user", "u")}, ${idSql("user", `1 + u % ${nominees}`)}
     from categories c, generate_series(1, ${voters}) u where c.trip_id = ${idSql("trip", String(trip))}`,
  );
  await client.query(`select settle_trip(${idSql("trip", String(trip))})`);
}
