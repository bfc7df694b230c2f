import { sql } from "kysely";
import type { Database, Tx } from "../../db/connect.ts";
import { newId } from "../../db/id.ts";
import { mediaRights, mediaTieJoins } from "../access-sql.ts";
import type { MediaTie } from "../access.ts";

const ties = {
  name: "media_ties",
  text: `select coalesce(json_agg(json_build_object('squadId', m.squad_id, 'tripId', m.trip_id, 'isPublic', ${mediaRights.isPublic},
      'isMember', ${mediaRights.isMember}, 'isOrganizer', ${mediaRights.isOrganizer}, 'isUploader', m.uploader_id is not distinct from v.user_id)), '[]')
    from (select $1::uuid user_id) v cross join media m ${mediaTieJoins} where m.id = any($2::uuid[]) and m.purpose = 'gallery'`,
};

/** How a user stands to those of these photos that exist. */
export const tiesToMany = ({ one }: Database, userId: string, ids: readonly string[]): Promise<MediaTie[]> =>
  one<MediaTie[]>(ties, [userId, ids]).then((found) => found ?? []);

/** Answers how many there still were. A film that has become part of a Live Photo meanwhile is none of them. */
export async function removeMany(tx: Tx, ids: readonly string[]): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom("media")
    .where("id", "in", ids)
    .where("purpose", "=", "gallery")
    .executeTakeFirst();
  return Number(numDeletedRows);
}

const dayMs = 24 * 3600 * 1000;

/** Of one person; each may name a thousand photos. */
const mostLists = 200;

/** Remembers for a day what somebody is about to delete; only the newest lists of each person. */
export async function keepList({ db }: Database, userId: string, ids: readonly string[]): Promise<string> {
  await db
    .deleteFrom("deletions")
    .where("created_at", "<", new Date(Date.now() - dayMs))
    .execute();
  const id = newId();
  await db
    .insertInto("deletions")
    .values({ id, user_id: userId, media_ids: [...ids] })
    .execute();
  await sql`delete from deletions where id in (
    select id from deletions where user_id = ${userId} order by id desc offset ${mostLists})`.execute(db);
  return id;
}

/** The photos of a list, none once it is done; undefined when this person has no such list. */
export async function listOf({ db }: Database, userId: string, id: string): Promise<readonly string[] | undefined> {
  const row = await db
    .selectFrom("deletions")
    .select("media_ids")
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row?.media_ids;
}

/** It stays, empty, so that asking for it again is answered alike. */
export async function emptyList(tx: Tx, id: string): Promise<void> {
  await tx.updateTable("deletions").set({ media_ids: [] }).where("id", "=", id).execute();
}
