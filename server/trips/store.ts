import { sql } from "kysely";
import type { TripCard, TripMember } from "#contract/trips.ts";
import type { Database, Tx } from "../platform/db/connect.ts";
import { newId } from "../platform/db/id.ts";
import { categoryJson, list, tripJson, tripMemberJson } from "../platform/db/json.ts";
import { firstMediaPage } from "../media/gallery/page-sql.ts";
import { tripCursor } from "./cursor.ts";
import { myTripIds } from "../access/my-trips-sql.ts";
import { tieJoins, tieRights } from "../access/trip-ties-store.ts";

/** Crew members on the trip page; the paged call has the rest. */
const mostCrewOnPage = 200;

const viewer = "(select user_id from sessions where token_hash = $1 and expires_at > now()) v";

const mine = {
  name: "my_trips",
  text: `select coalesce(json_agg(t.row order by t.start_date desc, t.id desc) filter (where t.id is not null), '[]')::text,
      (array_agg(${tripCursor} order by t.start_date desc, t.id desc))[$4]
    from ${viewer} left join lateral (
      select t.id, t.start_date, ${tripJson("t", "s")} as row from trips t left join squads s on s.id = t.squad_id
      where t.id in ${myTripIds} and (t.start_date, t.id) < ($2::date, $3::uuid)
      order by t.start_date desc, t.id desc limit $4
    ) t on true group by v.user_id`,
};

const viewerJson = `json_build_object('isCrew', ${tieRights.isCrew}, 'isOrganizer', ${tieRights.isOrganizer},
  'isSquadAdmin', ${tieRights.isSquadAdmin}, 'isMember', ${tieRights.isMember}, 'isInSquad', ${tieRights.isInSquad})`;

const page = {
  name: "trip_page",
  text: `select json_build_object(
    'trip', ${tripJson("t", "s", `, 'viewer', ${viewerJson}, 'photoCount', t.photo_count, 'videoCount', t.video_count`)},
    'members', ${list(`${tripMemberJson("x", "u")} order by x.id`, `(select * from trip_members where trip_id = t.id order by id limit ${mostCrewOnPage}) x join users u on u.id = x.user_id`)},
    'categories', ${list(`${categoryJson("c")} order by c.position, c.id`, "categories c where c.trip_id = t.id")},
    'media', media.rows,
    'nextMedia', media.next,
    'squad', case when s.id is null then null else json_build_object('id', s.id, 'name', s.name, 'photoUrl', s.photo_url, 'isPublic', s.is_public, 'isDemo', s.demo_of is not null) end
  )::text
  from ${viewer} cross join trips t ${tieJoins} cross join lateral (${firstMediaPage("t.id", "v.user_id")}) media
  where t.id = $2 and ${tieRights.maySee}`,
};

const members = {
  name: "trip_members_page",
  text: `select coalesce(json_agg(x.row order by x.id) filter (where x.id is not null), '[]')::text, (array_agg(x.id order by x.id))[$4]::text
  from ${viewer} cross join trips t ${tieJoins}
  left join lateral (
    select x.id, ${tripMemberJson("x", "u")} as row from trip_members x join users u on u.id = x.user_id
    where x.trip_id = t.id and x.id > $3 order by x.id limit $4
  ) x on true
  where t.id = $2 and ${tieRights.maySee} group by t.id`,
};

const card = {
  name: "trip_card",
  text: `select ${tripJson("t", "s")} from trips t left join squads s on s.id = t.squad_id where t.id = $1`,
};
const member = {
  name: "trip_member",
  text: `select ${tripMemberJson("m", "u")} from trip_members m join users u on u.id = m.user_id where m.trip_id = $1 and m.user_id = $2`,
};
const crew = {
  name: "trip_crew",
  text: `select ${list(`${tripMemberJson("m", "u")} order by m.id`, "trip_members m join users u on u.id = m.user_id where m.trip_id = $1")}`,
};

export function tripStore({ one, row }: Database) {
  return {
    /** JSON text and the cursor of the next page. */
    mine: (session: Buffer, before: { day: string; id: string }, limit: number) =>
      row<[string, string | null]>(mine, [session, before.day, before.id, limit]),
    page: (session: Buffer, id: string) => one<string>(page, [session, id]),
    members: (session: Buffer, id: string, after: string, limit: number) =>
      row<[string, string | null]>(members, [session, id, after, limit]),
    findCard: (id: string) => one<TripCard>(card, [id]),
    findMember: (id: string, userId: string) => one<TripMember>(member, [id, userId]),
    crew: async (id: string) => (await one<TripMember[]>(crew, [id])) ?? [],
  };
}

export interface TripFields {
  readonly name: string;
  readonly location: string;
  readonly description?: string | undefined;
  readonly startDate: string;
  readonly endDate: string;
  readonly photoUrl?: string | null | undefined;
}

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
        .select(["id", "name", "squad_id", "crew_count"])
        .where("id", "=", id)
        .forUpdate()
        .executeTakeFirst();
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
    async remove(id: string) {
      await tx.deleteFrom("trips").where("id", "=", id).execute();
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
    /** Removes someone from the crew. Returns the awards that this completed. */
    async removeCrew(id: string, userId: string): Promise<string[]> {
      const { rows } = await sql<{
        revealed: string[];
      }>`select remove_from_crew(array[${id}::uuid], ${userId}) revealed`.execute(tx);
      return rows[0]!.revealed;
    },
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
