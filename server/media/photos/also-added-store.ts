import { sql } from "kysely";
import type { Tx } from "../../schema/database.ts";

/** Remembers that a person has added a file that its album had already. It changes nothing for the photo's uploader. */
export async function rememberAdder(
  tx: Tx,
  mediaIds: readonly string[],
  userId: string,
  caption: string | null = null,
): Promise<void> {
  if (mediaIds.length === 0) return;
  await sql`insert into also_added as a (media_id, user_id, caption)
    select id, ${userId}, ${caption} from media where id = any(${mediaIds}::uuid[]) and uploader_id is distinct from ${userId}::uuid
    on conflict (media_id, user_id) do update set caption = coalesce(excluded.caption, a.caption)`.execute(tx);
}

/** Locks photos, and returns those of them that are this person's and that another member has added too. */
export async function lockShared(tx: Tx, mediaIds: readonly string[], userId: string): Promise<string[]> {
  await sql`select from media where id = any(${mediaIds}::uuid[]) order by id for no key update`.execute(tx);
  // A statement of its own sees also those who added a photo before it had the lock.
  const { rows } = await sql<{ id: string }>`select media_id id from heirs_of(${mediaIds}::uuid[], ${userId})`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** Makes this person's photos those of the members who have added them too. The caller holds the locks of `lockShared`. */
export async function passOn(tx: Tx, mediaIds: readonly string[], userId: string): Promise<void> {
  if (mediaIds.length > 0) await sql`select pass_on(${mediaIds}::uuid[], ${userId})`.execute(tx);
}

/** The same for all photos of a person in galleries, and for those that are held. */
export async function passOnAll(tx: Tx, userId: string): Promise<void> {
  const mine = sql`uploader_id = ${userId} and purpose in ('gallery', 'held')`;
  await sql`select from media where ${mine} order by id for no key update`.execute(tx);
  await sql`select pass_on(array(select id from media where ${mine} and id in (select media_id from also_added)), ${userId})`.execute(
    tx,
  );
}
