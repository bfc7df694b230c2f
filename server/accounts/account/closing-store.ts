import { sql } from "kysely";
import type { Tx } from "../../schema/database.ts";
import { passOnAll } from "../../media/photos/also-added-store.ts";
import { deleteMedia, disownMedia } from "../../media/photos/deletion-store.ts";
import { leaveCrews } from "../../schema/shapes/crew.ts";
import type { ClosingWrites, OwnSquad, OwnTrip } from "./closing.ts";

/** How many likes or comments one statement deletes. Each one also changes the version of pages, and a statement may take 30 s at most. */
const rowsAtOnce = 2000;

/** The statements that delete an account, in one transaction. */
export function closingWrites(tx: Tx, me: string): ClosingWrites {
  const myTrips = sql`(select trip_id from trips_of(${me}))`;
  return {
    async lockMine() {
      await sql`select id from squads where id in (select squad_id from squad_members where user_id = ${me}) order by id for update`.execute(
        tx,
      );
      await sql`select id from categories where trip_id in ${myTrips} order by id for no key update`.execute(tx);
      await sql`select id from trips where id in ${myTrips} order by id for update`.execute(tx);
      // Reads only once the locks are held, so it sees what others wrote before. A demo squad counts as a squad without others.
      const squads = await sql<OwnSquad>`
        select s.id, s.name, case when s.demo_of is null then count(o.user_id)::int else 0 end others,
          coalesce(bool_or(o.role = 'admin'), false) "hasOtherAdmin"
        from squad_members m join squads s on s.id = m.squad_id
        left join squad_members o on o.squad_id = s.id and o.user_id <> ${me} and s.demo_of is null
        where m.user_id = ${me} group by s.id order by s.id`.execute(tx);
      const trips = await sql<OwnTrip>`
        select t.id, t.squad_id "squadId", (t.crew_count - 1)::int others
        from trip_members m join trips t on t.id = m.trip_id where m.user_id = ${me} order by t.id`.execute(tx);
      return { squads: squads.rows, trips: trips.rows };
    },
    async deleteSquads(ids) {
      if (ids.length === 0) return;
      await deleteMedia(tx, sql`squad_id = any(${[...ids]}::uuid[])`);
      await tx
        .deleteFrom("squads")
        .where("id", "in", [...ids])
        .execute();
    },
    async deleteTrips(ids) {
      if (ids.length === 0) return;
      await deleteMedia(tx, sql`trip_id = any(${[...ids]}::uuid[])`);
      await tx
        .deleteFrom("trips")
        .where("id", "in", [...ids])
        .execute();
    },
    leaveCrews: (tripIds) => leaveCrews(tx, tripIds, me),
    async leaveSquads(ids) {
      if (ids.length === 0) return;
      await tx
        .deleteFrom("squad_members")
        .where("user_id", "=", me)
        .where("squad_id", "in", [...ids])
        .execute();
    },
    async lockMe() {
      const user = await tx
        .selectFrom("people as p")
        .leftJoin("accounts as a", "a.person_id", "p.id")
        .select("a.password_hash")
        .where("p.id", "=", me)
        .forUpdate("p")
        .executeTakeFirst();
      if (!user) return null;
      const { rows } = await sql<{ belongs: boolean }>`
        select exists (select from squad_members where user_id = ${me})
          or exists (select from trip_members where user_id = ${me}) belongs`.execute(tx);
      return { passwordHash: user.password_hash, belongs: rows[0]!.belongs };
    },
    async removeLikes() {
      for (;;) {
        const { rows } = await sql<{ id: string }>`select id from media
          where id in (select media_id from media_likes where user_id = ${me} limit ${rowsAtOnce}) order by id for no key update`.execute(
          tx,
        );
        await sql`with gone as (delete from media_likes where user_id = ${me} and media_id = any(${rows.map(({ id }) => id)}::uuid[]) returning media_id)
          update media set likes = likes - 1 from gone where media.id = gone.media_id`.execute(tx);
        if (rows.length < rowsAtOnce) return;
      }
    },
    async deleteComments() {
      const albums: { squadId: string | null; tripId: string | null }[] = [];
      for (;;) {
        const { rows } = await sql<{ id: string; squadId: string | null; tripId: string | null }>`
          select id, squad_id "squadId", trip_id "tripId" from media
          where id in (select media_id from comments where author_id = ${me} limit ${rowsAtOnce}) order by id for no key update`.execute(
          tx,
        );
        if (rows.length === 0) return albums;
        const photos = rows.map(({ id }) => id);
        await sql`with gone as (delete from comments where author_id = ${me} and media_id = any(${photos}::uuid[]) returning media_id),
            lost as (select media_id, count(*)::int as count from gone group by media_id)
          update media set comments = comments - lost.count from lost where media.id = lost.media_id`.execute(tx);
        albums.push(...rows);
      }
    },
    async deletePhotos(all) {
      if (all) {
        const mine = sql`m.uploader_id = ${me} and photo_url = '/objects/' || m.id`;
        await sql`update squads set photo_url = null from media m where m.squad_id = squads.id and m.purpose = 'squad' and ${mine}`.execute(
          tx,
        );
        await sql`update trips set photo_url = null from media m where m.trip_id = trips.id and m.purpose = 'trip' and ${mine}`.execute(
          tx,
        );
      }
      const unwanted = sql`uploader_id = ${me} and (${all} or purpose in ('profile', 'trash') or (squad_id is null and trip_id is null))`;
      const { rows } = await sql<{ squadId: string | null; tripId: string | null }>`
        select distinct squad_id "squadId", trip_id "tripId" from media
        where ${unwanted} and (squad_id is not null or trip_id is not null)`.execute(tx);
      if (all) await passOnAll(tx, me);
      await deleteMedia(tx, unwanted);
      return rows;
    },
    async deleteMe() {
      await disownMedia(tx, me);
      await tx.deleteFrom("people").where("id", "=", me).execute();
    },
  };
}
