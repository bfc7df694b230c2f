import { notFound } from "../../platform/http/problem.ts";
import { sql } from "kysely";
import type { Uploader } from "#contract/media-item.ts";
import { maxOpenTakedowns, takedownDays } from "#contract/takedown-limits.ts";
import type { HeldPhoto } from "#contract/takedowns.ts";
import type { MediaRights } from "../../access/rights-store.ts";
import { newId } from "../../platform/db/id.ts";
import { type SqlText, sqlText, timestamp } from "../../platform/db/sql-text.ts";
import type { Database, Tx } from "../../schema/database.ts";
import type { GalleryCursor } from "../gallery/gallery-store.ts";
import { mediaJoins, mediaText } from "../gallery/page-sql.ts";

/** A reply shows at most this many requests about one photo. */
const maxShown = 20;

const viewerId = sqlText`$1::uuid`;

/** The open requests about photo `m` that the viewer with the rights `r` may read, and when the photo comes back. */
const requests = sqlText`(
  select coalesce(json_agg(json_build_object('id', q.id, 'reason', q.reason, 'askedAt', ${timestamp(sqlText`q.asked_at`)},
      'isMine', coalesce(q.user_id = ${viewerId}, false),
      'asker', case when named.is_shown then p.face::json end,
      'mayBan', named.is_shown and mine.is_squad_admin and q.user_id <> ${viewerId} and not exists (
        select from takedown_bans b where b.squad_id = m.squad_id and b.user_id = q.user_id)) order by q.id), '[]') as shown,
    coalesce(max(q.asked_at), m.held_at) + interval '${takedownDays} days' as returns_at
  from (
    select * from takedown_requests x where x.media_id = m.id and x.outcome is null
      and (r.is_organizer or r.is_uploader or x.user_id = ${viewerId}) order by x.id limit ${maxShown}
  ) q left join people p on p.id = q.user_id cross join lateral rights_in(q.user_id, m.squad_id, m.trip_id) theirs
    cross join lateral (select r.is_organizer and not r.is_uploader and theirs.is_member as is_shown) named
)`;

const held = sqlText`(${mediaText(viewerId)})::jsonb || jsonb_build_object('requests', asked.shown,
  'returnsAt', ${timestamp(sqlText`asked.returns_at`)}, 'mayDecide', r.is_organizer)`;

const heldPhotos = sqlText`from media m cross join lateral media_rights(${viewerId}, m.id, null) r
  cross join lateral rights_in(${viewerId}, m.squad_id, m.trip_id) mine cross join lateral ${requests} asked ${mediaJoins}`;

const isSeen = sqlText`m.purpose = 'held' and m.still_id is null and r.may_see`;

const pageOf = (name: string, album: SqlText) => ({
  name,
  text: sqlText`select coalesce(json_agg(x.item order by x.held_at desc, x.id desc), '[]'),
      case when count(*) = $5 then (extract(epoch from min(x.held_at)) * 1000)::bigint || '_' || (array_agg(x.id order by x.held_at desc, x.id desc))[$5] end
    from (
      select m.id, m.held_at, ${held} as item ${heldPhotos}
      where ${album} = $2 and ${isSeen} and (m.held_at, m.id) < ($3::timestamptz, $4::uuid) and ($6::uuid is null or m.id = $6)
      order by m.held_at desc, m.id desc limit $5
    ) x`,
});
const pages = {
  trip: pageOf("trip_takedowns", sqlText`m.trip_id`),
  squad: pageOf("squad_takedowns", sqlText`m.squad_id`),
} as const;

const bannedPeople = {
  name: "takedown_bans",
  text: sqlText`select coalesce(json_agg(x.face order by x.id), '[]'), case when count(*) = $3 then max(x.id::text) end
    from (select u.id, u.face::json as face from takedown_bans b join people u on u.id = b.user_id
      where b.squad_id = $1 and u.id > $2::uuid order by u.id limit $3) x`,
};

export const takedownStore = ({ db, row }: Database) => ({
  /** The held photos that the viewer sees, the latest first, and the cursor of the next page. With `photo` that one alone. */
  page: async (
    kind: keyof typeof pages,
    id: string,
    viewer: string,
    after: GalleryCursor,
    limit: number,
    photo: string | null,
  ) => (await row<[HeldPhoto[], string | null]>(pages[kind], [viewer, id, after.takenAt, after.id, limit, photo]))!,
  /** The rights to a photo that is in its gallery, held or in the trash. Undefined if the viewer does not see it there. */
  async rightsTo(userId: string, id: string): Promise<MediaRights | undefined> {
    const { rows } = await sql<MediaRights>`
      select r.squad_id as "squadId", r.trip_id as "tripId", r.is_uploader as "isUploader", r.is_member as "isMember",
        r.is_organizer as "isOrganizer", r.may_see as "maySee"
      from media m cross join lateral media_rights(${userId}, m.id, null) r
      where m.id = ${id} and m.purpose in ('gallery', 'held', 'trash') and m.still_id is null and r.may_see`.execute(
      db,
    );
    return rows[0];
  },
  /** People who may not ask in a squad, and the cursor of the next page. */
  banned: async (squadId: string, after: string, limit: number) =>
    (await row<[Uploader[], string | null]>(bannedPeople, [squadId, after, limit]))!,
  /** False when the person belongs neither to the squad nor to a crew of its trips. */
  async ban(squadId: string, userId: string): Promise<boolean> {
    const { rows } = await sql`
      with belongs as (
        select user_id from squad_members where squad_id = ${squadId} and user_id = ${userId}
        union select m.user_id from trips t join trip_members m on m.trip_id = t.id where t.squad_id = ${squadId} and m.user_id = ${userId}
      ), added as (insert into takedown_bans (squad_id, user_id) select ${squadId}, user_id from belongs on conflict do nothing)
      select from belongs`.execute(db);
    return rows.length > 0;
  },
  async unban(squadId: string, userId: string) {
    await db.deleteFrom("takedown_bans").where("squad_id", "=", squadId).where("user_id", "=", userId).execute();
  },
});

/** The album of a photo, and the people whom a request about it concerns. */
interface Concerned {
  readonly isHeld: boolean;
  readonly tripId: string | null;
  readonly squadId: string | null;
  readonly organizers: readonly string[];
  readonly uploaders: readonly string[];
  readonly askers: readonly string[];
}

/** Writes on requests, in a transaction. */
export function takedownWrites(tx: Tx) {
  return {
    /** Has the requests of one person wait for each other, so that they are counted right. */
    async lockAsker(userId: string) {
      await sql`select from people where id = ${userId} for no key update`.execute(tx);
    },
    /** Locks a photo and says where it is. Undefined when it is gone. */
    async lockPhoto(id: string) {
      const photo = tx.selectFrom("media").select("purpose").where("id", "=", id).where("still_id", "is", null);
      return (await photo.forNoKeyUpdate().executeTakeFirst())?.purpose;
    },
    /** The person's request about a photo. */
    async findRequest(mediaId: string, userId: string) {
      const request = tx.selectFrom("takedown_requests").select("outcome");
      return request.where("media_id", "=", mediaId).where("user_id", "=", userId).executeTakeFirst();
    },
    /** Whether an admin of the photo's squad has taken the right to ask away. */
    async isBanned(mediaId: string, userId: string): Promise<boolean> {
      const ban = tx
        .selectFrom("takedown_bans as b")
        .innerJoin("media as m", "m.squad_id", "b.squad_id")
        .select("b.user_id")
        .where("m.id", "=", mediaId)
        .where("b.user_id", "=", userId);
      return (await ban.executeTakeFirst()) !== undefined;
    },
    /** Whether the person has as many open requests about held photos as one may have. */
    async isFull(userId: string): Promise<boolean> {
      const open = await tx
        .selectFrom("takedown_requests as q")
        .innerJoin("media as m", "m.id", "q.media_id")
        .select("q.id")
        .where("q.user_id", "=", userId)
        .where("q.outcome", "is", null)
        .where("m.purpose", "=", "held")
        .limit(maxOpenTakedowns)
        .execute();
      return open.length === maxOpenTakedowns;
    },
    async add(mediaId: string, userId: string, reason: string | null) {
      const request = { id: newId(), media_id: mediaId, user_id: userId, reason };
      await tx.insertInto("takedown_requests").values(request).execute();
    },
    /** False when the person has no open request about the photo. */
    async takeBack(mediaId: string, userId: string): Promise<boolean> {
      const { numDeletedRows } = await tx
        .deleteFrom("takedown_requests")
        .where("media_id", "=", mediaId)
        .where("user_id", "=", userId)
        .where("outcome", "is", null)
        .executeTakeFirst();
      return numDeletedRows > 0;
    },
    async isAskedFor(mediaId: string): Promise<boolean> {
      const open = tx.selectFrom("takedown_requests").select("id").where("outcome", "is", null);
      return (await open.where("media_id", "=", mediaId).limit(1).executeTakeFirst()) !== undefined;
    },
    /** What the organizers have decided about the photo last. Undefined before the first decision. */
    async lastDecision(mediaId: string) {
      const decided = tx.selectFrom("takedown_requests").select("outcome").where("media_id", "=", mediaId);
      const last = decided.where("decided_by", "is not", null).orderBy("id", "desc").limit(1);
      return (await last.executeTakeFirst())?.outcome;
    },
    /** Who decides about a photo, who added it, and who has asked about it without an answer. */
    async concerned(mediaId: string) {
      const { rows } = await sql<Concerned>`
        select array(
            select user_id from squad_members where squad_id = m.squad_id and role = 'admin'
            union select t.created_by from trips t cross join lateral rights_in(t.created_by, null, t.id) r
              where t.id = m.trip_id and r.is_organizer
          ) organizers, array_remove(array[m.uploader_id], null) uploaders,
          array(select user_id from takedown_requests where media_id = m.id and outcome is null and user_id is not null) askers,
          m.purpose = 'held' "isHeld", m.trip_id "tripId", m.squad_id "squadId"
        from media m where m.id = ${mediaId}`.execute(tx);
      if (!rows[0]) throw notFound("photo_not_found");
      return rows[0];
    },
    /** Ends the open requests about a photo. */
    async close(mediaId: string, outcome: "kept" | "deleted", organizerId: string) {
      await tx
        .updateTable("takedown_requests")
        .set({ outcome, decided_by: organizerId })
        .where("media_id", "=", mediaId)
        .where("outcome", "is", null)
        .execute();
    },
    async hold(mediaId: string) {
      await sql`select hold_media(${mediaId})`.execute(tx);
    },
    async release(mediaIds: readonly string[]) {
      await sql`select release_media(${mediaIds}::uuid[])`.execute(tx);
    },
    /** Ends at most `limit` requests from before this moment that nobody has answered. Returns whose and about which photos they are. */
    async lapse(before: Date, limit: number) {
      const { rows } = await sql<{
        mediaId: string;
        userId: string | null;
      }>`update takedown_requests set outcome = 'lapsed' where id in (
        select id from takedown_requests where outcome is null and asked_at < ${before} order by asked_at limit ${limit}
        for update skip locked) returning media_id "mediaId", user_id "userId"`.execute(tx);
      return rows;
    },
    /** Locks at most `limit` held photos that nobody asks about any more, and returns them with their albums. */
    async lockForgotten(limit: number) {
      const { rows } = await sql<{ id: string; squadId: string | null; tripId: string | null }>`
        select id, squad_id as "squadId", trip_id as "tripId" from media m where purpose = 'held' and still_id is null
          and not exists (select from takedown_requests q where q.media_id = m.id and q.outcome is null)
        order by id limit ${limit} for no key update`.execute(tx);
      return rows;
    },
    /** Deletes at most `limit` ended requests of people whose accounts are gone; returns how many. */
    async forgetNameless(limit: number): Promise<number> {
      const { numAffectedRows } = await sql`delete from takedown_requests where id in (
        select id from takedown_requests where user_id is null and outcome is not null limit ${limit})`.execute(tx);
      return Number(numAffectedRows);
    },
  };
}
