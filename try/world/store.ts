import { sql } from "kysely";
import type { Found } from "../../server/media/inspect/inspect.ts";
import type { Tx } from "../../server/schema/database.ts";

export interface Arrived {
  readonly id: string;
  readonly userId: string;
  readonly found: Found;
}

/** Adds inspected uploads, ready to be registered. Hundreds of requests with bytes would take a minute. */
export async function addUploads(tx: Tx, uploads: readonly Arrived[]): Promise<void> {
  await tx
    .insertInto("uploads")
    .values(
      uploads.map(({ id, userId, found }) => ({
        id,
        user_id: userId,
        found: JSON.stringify(found),
        refusal: null,
        media_id: null,
        size: found.size,
      })),
    )
    .execute();
}

/** Adds likes and counts them. There are hundreds, too many for one call each. */
export async function addLikes(
  tx: Tx,
  likes: readonly { readonly mediaId: string; readonly userId: string }[],
): Promise<void> {
  if (likes.length === 0) return;
  await tx
    .insertInto("media_likes")
    .values(likes.map(({ mediaId, userId }) => ({ media_id: mediaId, user_id: userId })))
    .execute();
  const ids = likes.map(({ mediaId }) => mediaId);
  await sql`update media m set likes = (select count(*) from media_likes where media_id = m.id) where id = any (${ids})`.execute(
    tx,
  );
}
