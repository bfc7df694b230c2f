import { sql } from "kysely";
import { type TrashedItem, trashDays } from "#contract/trash.ts";
import { mediaRights, mediaTieJoins } from "../../access/media-access-sql.ts";
import type { TrashTie } from "../../access/media-access.ts";
import type { Database, Tx } from "../../platform/db/connect.ts";
import { timestamp } from "../../platform/db/json.ts";
import type { GalleryCursor } from "../gallery/gallery-store.ts";
import { mediaJoins, mediaText } from "../gallery/page-sql.ts";

const viewer = "(select $1::uuid user_id) v";

const ties = {
  name: "trash_ties",
  text: `select coalesce(json_agg(json_build_object('id', m.id, 'squadId', m.squad_id, 'tripId', m.trip_id, 'isTrashed', m.purpose = 'trash',
      'isPublic', ${mediaRights.isPublic}, 'isMember', ${mediaRights.isMember}, 'isOrganizer', ${mediaRights.isOrganizer},
      'isUploader', m.uploader_id is not distinct from v.user_id)), '[]')
    from ${viewer} cross join media m ${mediaTieJoins}
    where m.id = any($2::uuid[]) and (m.purpose = 'gallery' or (m.purpose = 'trash' and m.still_id is null and ${mediaRights.mayRestore}))`,
};

/** Returns how a user stands to each of these photos. It leaves out a photo in the trash that the user may not restore. */
export const tiesOf = async ({ one }: Database, userId: string, ids: readonly string[]) =>
  (await one<(TrashTie & { readonly id: string })[]>(ties, [userId, ids]))!;

/** Returns the places of the photos that it moved. A Live Photo takes its film along; a film alone does not move. */
export async function moveToTrash(tx: Tx, userId: string, ids: readonly string[], now: Date) {
  const trashed = { purpose: "trash", trashed_at: now, trashed_by: userId } as const;
  const moved = await tx
    .updateTable("media")
    .set(trashed)
    .where("id", "in", ids)
    .where("purpose", "=", "gallery")
    .returning(["squad_id as squadId", "trip_id as tripId"])
    .execute();
  // A statement of its own: it sees a film that became part of a photo while the first one waited.
  await tx.updateTable("media").set(trashed).where("still_id", "in", ids).where("purpose", "=", "live").execute();
  return moved;
}

/** Returns the ids of photos that stay in the trash because their gallery has the same bytes. */
export async function moveOut(tx: Tx, ids: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<{ staying: string[] }>`select restore_media(${[...ids].toSorted()}) staying`.execute(tx);
  return rows[0]!.staying;
}

/** False when it is not in the trash any more. The film of a Live Photo goes with its still. */
export async function removeForGood(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("media")
    .where("id", "=", id)
    .where("purpose", "=", "trash")
    .executeTakeFirst();
  return numDeletedRows > 0;
}

const pageOf = (name: string, scope: string) => ({
  name,
  text: `select coalesce(json_agg(x.item order by x.trashed_at desc, x.id desc), '[]'),
      case when count(*) = $5 then (extract(epoch from min(x.trashed_at)) * 1000)::bigint || '_' || (array_agg(x.id order by x.trashed_at desc, x.id desc))[$5] end
    from (
      select m.id, m.trashed_at, (${mediaText("v.user_id")})::jsonb || jsonb_build_object('trashedAt', ${timestamp("m.trashed_at")},
          'trashedBy', d.face::json, 'expiresAt', ${timestamp(`m.trashed_at + interval '${trashDays} days'`)}) item
      from ${viewer} cross join media m ${mediaTieJoins} ${mediaJoins} left join users d on d.id = m.trashed_by
      where m.${scope} = $2 and m.purpose = 'trash' and m.still_id is null and ${mediaRights.mayRestore}
        and (m.trashed_at, m.id) < ($3::timestamptz, $4::uuid)
      order by m.trashed_at desc, m.id desc limit $5
    ) x`,
});
const pages = { trip: pageOf("trip_trash", "trip_id"), squad: pageOf("squad_trash", "squad_id") } as const;

/** Photos in the trash that the viewer may restore, the latest deletion first, and the cursor of the next page. */
export const trashPage = async (
  { row }: Database,
  place: keyof typeof pages,
  id: string,
  viewerId: string,
  after: GalleryCursor,
  limit: number,
) => (await row<[TrashedItem[], string | null]>(pages[place], [viewerId, id, after.takenAt, after.id, limit]))!;
