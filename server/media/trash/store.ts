import { sql } from "kysely";
import type { TrashedItem } from "#contract/trash.ts";
import { trashDays } from "#contract/trash-limits.ts";
import type { TrashRights } from "../../access/media-access.ts";
import type { Database, Tx } from "../../schema/database.ts";
import { sqlText, timestamp } from "../../platform/db/sql-text.ts";
import type { GalleryCursor } from "../gallery/gallery-store.ts";
import { mediaJoins, mediaText } from "../gallery/page-sql.ts";

/** Returns the rights of a user to each of these photos. It leaves out one in the trash or held that the user may not see. */
export async function trashRights({ db }: Database, userId: string, ids: readonly string[]) {
  const { rows } = await sql<TrashRights>`
    select m.id, m.purpose = 'trash' as "isTrashed", r.squad_id as "squadId", r.trip_id as "tripId", r.is_uploader as "isUploader",
      r.is_member as "isMember", r.is_organizer as "isOrganizer", r.may_see as "maySee"
    from media m cross join lateral media_rights(${userId}, m.id, null) r
    where m.id = any(${ids}::uuid[]) and (m.purpose = 'gallery' or (m.purpose in ('trash', 'held') and m.still_id is null and r.may_see))`.execute(
    db,
  );
  return rows;
}

/** Returns the albums of the photos that it moved. A Live Photo takes its clip along; a clip alone does not move. */
export async function moveToTrash(tx: Tx, userId: string, ids: readonly string[], now: Date) {
  // A held photo goes by way of its gallery, so that the triggers do for it what they do for every other. Nobody sees it there.
  await sql`select release_media(${ids}::uuid[])`.execute(tx);
  const trashed = { purpose: "trash", trashed_at: now, trashed_by: userId } as const;
  const moved = await tx
    .updateTable("media")
    .set(trashed)
    .where("id", "in", ids)
    .where("purpose", "=", "gallery")
    .returning(["squad_id as squadId", "trip_id as tripId"])
    .execute();
  // A second statement sees a clip that joined a still while the first one waited.
  await tx.updateTable("media").set(trashed).where("still_id", "in", ids).where("purpose", "=", "live").execute();
  return moved;
}

/** Returns the ids of photos that stay in the trash because their gallery has the same bytes. */
export async function moveOut(tx: Tx, ids: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<{ staying: string[] }>`select restore_media(${[...ids].toSorted()}) staying`.execute(tx);
  return rows[0]!.staying;
}

/** Returns those of these photos that are in a gallery and still need a playback version. */
export const findUnplayable = async ({ db }: Database, ids: readonly string[]) =>
  db
    .selectFrom("media")
    .select(["id", "uploader_id as uploaderId", "duration_ms as durationMs", "file_size as fileSize"])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where("purpose", "=", "gallery")
    .where("playback", "=", "processing")
    .execute();

/** Returns false when the photo is not in the trash. The clip of a Live Photo goes with its still. */
export async function removeForGood(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("media")
    .where("id", "=", id)
    .where("purpose", "=", "trash")
    .executeTakeFirst();
  return numDeletedRows > 0;
}

const viewerId = sqlText`$1::uuid`;
const pageOf = (name: string, album: "trip_id" | "squad_id") => ({
  name,
  text: sqlText`select coalesce(json_agg(x.item order by x.trashed_at desc, x.id desc), '[]'),
      case when count(*) = $5 then (extract(epoch from min(x.trashed_at)) * 1000)::bigint || '_' || (array_agg(x.id order by x.trashed_at desc, x.id desc))[$5] end
    from (
      select m.id, m.trashed_at, (${mediaText(viewerId)})::jsonb || jsonb_build_object('trashedAt', ${timestamp(sqlText`m.trashed_at`)},
          'trashedBy', d.face::json, 'expiresAt', ${timestamp(sqlText`m.trashed_at + interval '${trashDays} days'`)}) item
      from media m cross join lateral media_rights(${viewerId}, m.id, null) r ${mediaJoins} left join people d on d.id = m.trashed_by
      where ${album === "trip_id" ? sqlText`m.trip_id` : sqlText`m.squad_id`} = $2 and m.purpose = 'trash' and m.still_id is null and r.may_see
        and (m.trashed_at, m.id) < ($3::timestamptz, $4::uuid)
      order by m.trashed_at desc, m.id desc limit $5
    ) x`,
});
const pages = { trip: pageOf("trip_trash", "trip_id"), squad: pageOf("squad_trash", "squad_id") } as const;

/** Photos in the trash that the viewer may restore, the latest deletion first, and the cursor of the next page. */
export const trashPage = async (
  { row }: Database,
  kind: keyof typeof pages,
  id: string,
  viewer: string,
  after: GalleryCursor,
  limit: number,
) => (await row<[TrashedItem[], string | null]>(pages[kind], [viewer, id, after.takenAt, after.id, limit]))!;
