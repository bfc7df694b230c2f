import { sql } from "kysely";
import type { Person } from "#contract/people.ts";
import type { Database } from "../../schema/database.ts";
import { ancestorOf } from "../../schema/shapes/award.ts";
import { personColumns, personOf } from "../../schema/shapes/person.ts";
import { lastId } from "../../platform/db/id.ts";

/** A rank in a complete award. */
export interface Placing {
  readonly rank: number;
  readonly category: {
    readonly id: string;
    readonly name: string;
    readonly icon: string;
    readonly color: string;
    readonly ancestor: string;
  };
  readonly trip: { readonly id: string; readonly name: string };
}

/** The people that share a squad or a trip with a user, and the user, without the invented people of demos. */
const around = (userId: string) => sql<boolean>`not u.is_demo and u.id in (
    select ${userId}::uuid
    union select b.user_id from squad_members a join squad_members b on b.squad_id = a.squad_id where a.user_id = ${userId}
    union select b.user_id from trip_members a join trip_members b on b.trip_id = a.trip_id where a.user_id = ${userId})`;

/** The place of an award in a list, latest completion first. */
export interface Completion {
  readonly at: string;
  readonly categoryId: string;
}

/** The sort key of a list by name. */
export type ByName = Pick<Person, "firstName" | "lastName" | "id">;

/** The people whom a viewer may know, and what they have won. */
export function peopleStore({ db }: Database) {
  return {
    /** The person, if the viewer may know them. */
    async findPerson(viewerId: string, id: string): Promise<Person | undefined> {
      const { rows } = await sql<Parameters<typeof personOf>[1]>`
        select u.first_name, u.last_name, u.bio, u.profile_image_url from known_person(${viewerId}, ${id}) u`.execute(
        db,
      );
      return rows[0] && personOf(id, rows[0]);
    },

    /** The next `limit` people who share a squad or trip with the viewer, by name. */
    async everyoneAround(
      viewerId: string,
      after: ByName | null,
      limit: number,
    ): Promise<{ id: string; user: Person }[]> {
      const rows = await db
        .selectFrom("people as u")
        .select(["u.id", ...personColumns])
        .where(around(viewerId))
        .$if(after !== null, (query) =>
          query.where(
            sql<boolean>`(u.first_name, u.last_name, u.id) > (${after!.firstName}, ${after!.lastName}, ${after!.id}::uuid)`,
          ),
        )
        .orderBy("u.first_name")
        .orderBy("u.last_name")
        .orderBy("u.id")
        .limit(limit)
        .execute();
      return rows.map((row) => ({ id: row.id, user: personOf(row.id, row) }));
    },

    async crewStats(userId: string) {
      // The invented people of a demo belong to that demo alone.
      const { rows: counted } = await sql<{ memberCount: number }>`
        with demo as (select id from squads where demo_of = ${userId}),
          demo_trips as (select t.id from demo join trips t on t.squad_id = demo.id)
        select count(*)::int as "memberCount" from (
          select ${userId}::uuid
          union select b.user_id from squad_members a join squad_members b on b.squad_id = a.squad_id
            where a.user_id = ${userId} and a.squad_id not in (select id from demo)
          union select b.user_id from trip_members a join trip_members b on b.trip_id = a.trip_id
            where a.user_id = ${userId} and a.trip_id not in (select id from demo_trips)) people`.execute(db);
      const trips = await db
        .selectFrom("trips as t")
        .select([
          sql<number>`count(*) filter (where current_date between t.start_date and t.end_date)`.as("activeTripCount"),
          sql<number>`coalesce(sum(t.category_count), 0)`.as("awardCategoryCount"),
        ])
        .where(sql<boolean>`t.id in (select trip_id from trips_of(${userId}))`)
        .where("t.is_demo", "=", false)
        .executeTakeFirstOrThrow();
      return { memberCount: counted[0]!.memberCount, ...trips };
    },

    /** The next `limit` placings, latest first. Null when the viewer may not know the person. */
    async findPlacings(viewerId: string, id: string, after: Completion | null, limit: number) {
      const { rows } = await sql<{ completed_at: Date | null; placing: Placing }>`
        select p.completed_at, json_build_object('rank', p.rank,
          'category', json_build_object('id', p.category_id, 'name', p.name, 'icon', p.icon, 'color', p.color, 'ancestor', p.ancestor),
          'trip', json_build_object('id', p.trip_id, 'name', p.trip_name)) placing
        from known_person(${viewerId}, ${id}) u left join lateral (
          select y.rank, c.id category_id, c.name, c.icon, c.color, ${ancestorOf} ancestor, c.completed_at, t.id trip_id, t.name trip_name
          from (select distinct y.category_id, y.trip_id from tallies y where y.nominee_id in (select id from former_ids(u.id))) mine
            join categories c on c.id = mine.category_id join trips t on t.id = mine.trip_id
            cross join rights_in(${viewerId}, null, mine.trip_id) r
            join lateral placed_in(mine.category_id) y on y.nominee_id = u.id
          where r.may_see
            and (c.completed_at, c.id) < (${after?.at ?? "infinity"}::timestamptz, ${after?.categoryId ?? lastId}::uuid)
          order by c.completed_at desc, c.id desc limit ${limit}
        ) p on true order by p.completed_at desc, p.category_id desc`.execute(db);
      if (rows.length === 0) return null;
      return rows.flatMap(({ completed_at: at, placing }) => (at ? [{ completedAt: at.toJSON(), placing }] : []));
    },
  };
}
