import { sql } from "kysely";
import type { Db } from "../../schema/database.ts";
import { type Champion, championsOf } from "./champions.ts";

/** How many earlier trips of the squad count. */
const maxTrips = 50;

/**
 * The champions of each award of a trip that has any, by the award's id: the winners of the squad's latest earlier complete award with
 * the same ancestor.
 */
export async function championsOfTrip(db: Db, tripId: string): Promise<ReadonlyMap<string, readonly Champion[]>> {
  const { rows } = await sql<{ id: string; winners: string[] }>`
    with earlier as materialized (
      select t.id, t.start_date from trips me join trips t on t.squad_id = me.squad_id
      where me.id = ${tripId} and (t.start_date, t.id) < (me.start_date, me.id)
      order by t.start_date desc, t.id desc limit ${maxTrips}
    )
    select c.id, array_agg(y.nominee_id order by y.nominee_id) winners
    from categories c cross join earlier e
      join categories o on o.trip_id = e.id and o.completed_at is not null
        and coalesce(o.ancestor, o.id::text) = coalesce(c.ancestor, c.id::text)
      join placed_in(o.id) y on y.rank = 1
    where c.trip_id = ${tripId}
    group by c.id, e.start_date, e.id, o.position, o.id
    order by c.id, e.start_date desc, e.id desc, o.position desc, o.id desc`.execute(db);
  const occasions = Map.groupBy(rows, ({ id }) => id);
  return new Map([...occasions].map(([id, all]) => [id, championsOf(all.map(({ winners }) => winners))]));
}

/** The ids of people, by award. */
export type PeopleByAward = ReadonlyMap<string, readonly string[]>;

/** What a ballot shows of its nominees, by award: the champions on the crew, and the crew who have taken their own name off. */
export async function marksOfBallot(
  db: Db,
  tripId: string,
): Promise<{ champions: PeopleByAward; declined: PeopleByAward }> {
  const [champions, declined] = await Promise.all([
    championsOfTrip(db, tripId),
    db
      .selectFrom("categories as c")
      .innerJoin("declined_awards as d", "d.category_id", "c.id")
      .innerJoin("trip_members as m", (join) =>
        join.onRef("m.trip_id", "=", "c.trip_id").onRef("m.user_id", "=", "d.user_id"),
      )
      .select(["c.id", "d.user_id"])
      .where("c.trip_id", "=", tripId)
      .orderBy("d.user_id")
      .execute(),
  ]);
  const crew = await crewAmong(
    db,
    tripId,
    [...champions.values()].flatMap((all) => all.map(({ userId }) => userId)),
  );
  return {
    champions: new Map(
      [...champions].map(([id, all]) => [id, all.flatMap(({ userId }) => (crew.has(userId) ? [userId] : []))]),
    ),
    declined: new Map(
      [...Map.groupBy(declined, ({ id }) => id)].map(([id, all]) => [id, all.map(({ user_id }) => user_id)]),
    ),
  };
}

/** Returns the people of `ids` who are on the crew of the trip. */
async function crewAmong(db: Db, tripId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("trip_members")
    .select("user_id")
    .where("trip_id", "=", tripId)
    .where(sql<boolean>`user_id = any(${[...new Set(ids)]}::uuid[])`)
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}
