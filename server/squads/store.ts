import { sql } from "kysely";
import type { Squad, SquadCard, SquadMember } from "#contract/squads.ts";
import type { Database, Tx } from "../platform/db/connect.ts";
import { list, squadCardJson, squadJson, squadMemberJson, timestamp, tripJson } from "../platform/db/json.ts";
import { newId } from "../platform/db/id.ts";
import { tripCursor } from "../trips/cursor.ts";

/** Members and trips on a squad page; the paged calls have the rest. */
const mostOnPage = 200;

const viewer = "(select user_id from sessions where token_hash = $1 and expires_at > now()) v";

const mine = {
  name: "my_squads",
  text: `select ${list(
    `${squadJson("s", "m.role")} order by s.name, s.id`,
    "squad_members m join squads s on s.id = m.squad_id where m.user_id = v.user_id",
  )}::text from ${viewer}`,
};

const page = {
  name: "squad_page",
  text: `select json_build_object(
    'squad', ${squadJson("s", "m.role", `, 'inviteUrl', case when m.role is null or s.demo_of is not null then null when s.is_public then $3 || s.id else $3 || s.id || '?invite=' || s.invite_code end`)},
    'members', ${list(`${squadMemberJson("x", "u")} order by x.id`, `(select * from squad_members where squad_id = s.id order by id limit ${mostOnPage}) x join users u on u.id = x.user_id`)},
    'trips', ${list(`${tripJson("t", "s")} order by t.start_date desc, t.id desc`, `(select * from trips where squad_id = s.id order by start_date desc, id desc limit ${mostOnPage}) t`)},
    'nextTrips', case when s.trip_count > ${mostOnPage} then (select ${tripCursor} from trips t where t.squad_id = s.id
      order by t.start_date desc, t.id desc offset ${mostOnPage - 1} limit 1) end
  )::text
  from ${viewer} cross join squads s left join squad_members m on m.squad_id = s.id and m.user_id = v.user_id
  where s.id = $2 and (s.is_public or m.user_id is not null)`,
};

const members = {
  name: "squad_members_page",
  text: `select coalesce(json_agg(x.row order by x.id) filter (where x.id is not null), '[]')::text, (array_agg(x.id order by x.id))[$4]::text
  from ${viewer} cross join squads s left join squad_members m on m.squad_id = s.id and m.user_id = v.user_id
  left join lateral (
    select x.id, ${squadMemberJson("x", "u")} as row from squad_members x join users u on u.id = x.user_id
    where x.squad_id = s.id and x.id > $3 order by x.id limit $4
  ) x on true
  where s.id = $2 and (s.is_public or m.user_id is not null) group by s.id`,
};

const trips = {
  name: "squad_trips_page",
  text: `select coalesce(json_agg(t.row order by t.start_date desc, t.id desc) filter (where t.id is not null), '[]')::text,
    (array_agg(${tripCursor} order by t.start_date desc, t.id desc))[$5]
  from ${viewer} cross join squads s left join squad_members m on m.squad_id = s.id and m.user_id = v.user_id
  left join lateral (
    select t.id, t.start_date, ${tripJson("t", "s")} as row from trips t
    where t.squad_id = s.id and (t.start_date, t.id) < ($3::date, $4::uuid) order by t.start_date desc, t.id desc limit $5
  ) t on true
  where s.id = $2 and (s.is_public or m.user_id is not null) group by s.id`,
};

const one = {
  name: "squad_of",
  text: `select ${squadJson("s", "m.role")} from squads s left join squad_members m on m.squad_id = s.id and m.user_id = $2 where s.id = $1`,
};
const member = {
  name: "squad_member",
  text: `select ${squadMemberJson("m", "u")} from squad_members m join users u on u.id = m.user_id where m.squad_id = $1 and m.user_id = $2`,
};

const publicOnes = {
  name: "public_squads",
  text: `select coalesce(json_agg(${squadCardJson("s")} order by s.id desc), '[]')::text, (array_agg(s.id order by s.id desc))[$3]::text
    from (select * from squads where is_public and id < $2 and (name ilike $1 or description ilike $1) order by id desc limit $3) s`,
};

/** Used invitations count too: their owner may open the card again on the way to signing in. */
const isInvited = (place: string) =>
  `exists (select from invitation_codes c join invitations i on i.id = c.invitation_id
    where c.code_hash = $2 and ${place} and i.ended_at is null and i.expires_at > now())`;
const card = {
  name: "squad_card",
  text: `select ${squadCardJson("s")} from squads s
    where s.id = $1 and (s.is_public or (s.invite_code = $3 and s.demo_of is null) or ${isInvited("i.squad_id = s.id")})`,
};
const tripCard = {
  name: "squadless_trip_card",
  text: `select json_build_object('id', t.id, 'name', t.name, 'description', t.description, 'photoUrl', t.photo_url,
      'memberCount', t.crew_count, 'createdAt', ${timestamp("t.created_at")})
    from trips t where t.id = $1 and t.squad_id is null and ${isInvited("i.trip_id = t.id")}`,
};

/** Statements on squads outside a transaction. Most return JSON text for `serve.screen`. */
export type SquadStore = ReturnType<typeof squadStore>;

export function squadStore(database: Database) {
  return {
    mine: (session: Buffer) => database.one<string>(mine, [session]),
    /** `joinUrl` is the link without the squad's id. Null if this session may not see the squad. */
    page: (session: Buffer, id: string, joinUrl: string) => database.one<string>(page, [session, id, joinUrl]),
    /** JSON text and the cursor of the next page. */
    members: (session: Buffer, id: string, after: string, limit: number) =>
      database.row<[string, string | null]>(members, [session, id, after, limit]),
    /** JSON text and the cursor of the next page. */
    trips: (session: Buffer, id: string, before: { day: string; id: string }, limit: number) =>
      database.row<[string, string | null]>(trips, [session, id, before.day, before.id, limit]),
    findSquad: (id: string, userId: string) => database.one<Squad>(one, [id, userId]),
    findMember: (id: string, userId: string) => database.one<SquadMember>(member, [id, userId]),
    /** The card of a squad or squadless trip on the join page, for this code; `hash` is the hash of the code. */
    async findCard(id: string, invite: string, hash: Buffer) {
      return (
        (await database.one<SquadCard>(card, [id, hash, invite])) ??
        (await database.one<SquadCard>(tripCard, [id, hash]))
      );
    },
    /** `like` is a pattern of ILIKE. */
    publicSquads: (like: string, before: string, limit: number) =>
      database.row<[string, string | null]>(publicOnes, [like, before, limit]),

    /** The squad of this id, or of the trip with this id; `squadId` is null for a squadless trip. */
    async findJoinable(id: string): Promise<{ squadId: string | null; tripId?: string } | undefined> {
      const squad = await database.db.selectFrom("squads").select("id").where("id", "=", id).executeTakeFirst();
      if (squad) return { squadId: squad.id };
      const trip = await database.db
        .selectFrom("trips")
        .select(["id", "squad_id"])
        .where("id", "=", id)
        .executeTakeFirst();
      return trip && { squadId: trip.squad_id, tripId: trip.id };
    },
  };
}

/** Writes on one squad, in a transaction. Changes of membership lock the squad first, so they run one at a time. */
export function squadWrites(tx: Tx) {
  return {
    async lock(id: string) {
      return tx.selectFrom("squads").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
    },
    async add(squad: { id: string; name: string; description: string; isPublic: boolean; inviteCode: string }) {
      const { isPublic, inviteCode, ...rest } = squad;
      await tx
        .insertInto("squads")
        .values({ ...rest, is_public: isPublic, invite_code: inviteCode, photo_url: null })
        .execute();
    },
    async edit(
      id: string,
      set: { name: string; description?: string; photo_url?: string | null; is_public?: boolean },
    ) {
      await tx.updateTable("squads").set(set).where("id", "=", id).execute();
    },
    async setInviteCode(id: string, code: string) {
      await tx.updateTable("squads").set({ invite_code: code }).where("id", "=", id).execute();
    },
    async remove(id: string) {
      await tx.deleteFrom("squads").where("id", "=", id).execute();
    },
    /** False if they are a member already. */
    async addMember(squadId: string, userId: string, role: "admin" | "member") {
      const added = await tx
        .insertInto("squad_members")
        .values({ id: newId(), squad_id: squadId, user_id: userId, role })
        .onConflict((conflict) => conflict.doNothing())
        .returning("id")
        .executeTakeFirst();
      return added !== undefined;
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
    /** Removes someone from the crews of all the squad's trips. Returns the awards that this completed. */
    async leaveTrips(squadId: string, userId: string): Promise<{ tripId: string; categoryId: string }[]> {
      const { rows } = await sql<{ tripId: string; categoryId: string }>`
        with revealed as materialized (
          select unnest(remove_from_crew(array(select m.trip_id from trip_members m join trips t on t.id = m.trip_id
            where t.squad_id = ${squadId} and m.user_id = ${userId} order by 1), ${userId})) id
        )
        select c.trip_id as "tripId", c.id as "categoryId" from revealed r join categories c on c.id = r.id`.execute(
        tx,
      );
      return rows;
    },
  };
}

export type SquadWrites = ReturnType<typeof squadWrites>;
