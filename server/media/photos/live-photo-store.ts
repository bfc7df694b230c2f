// Decision 044: how a still and a video become one photo.
import { sql } from "kysely";
import type { MediaItem } from "#contract/media-item.ts";
import type { Tx } from "../../schema/database.ts";
import { type LivePhoto, clipName } from "./live-photo.ts";

/**
 * Joins this still or clip with its other half: the earliest one in the same album, of the same uploader, with the same content id and
 * not joined yet. A clip with a caption, likes, comments or reactions stays a video of its own. Returns null when there is nothing to join. Two servers may
 * register the two halves at the same time; the lock on the gallery's version makes the second see the first.
 */
export async function joinLive(tx: Tx, id: string): Promise<LivePhoto | null> {
  const half = await tx
    .selectFrom("media")
    .select(["content_id", "uploader_id", "squad_id", "trip_id"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!half?.content_id || !half.uploader_id) return null;
  // The same lock order as when a photo is added.
  await sql`select from trips where id = ${half.trip_id} for no key update`.execute(tx);
  await sql`select from gallery_versions where place_id in (${half.squad_id}::uuid, ${half.trip_id}::uuid)
    order by place_id for no key update`.execute(tx);
  const halves = await tx
    .selectFrom("media")
    .selectAll()
    .select(sql<boolean>`exists (select from reactions r where r.media_id = media.id)`.as("has_reactions"))
    .where("content_id", "=", half.content_id)
    .where("uploader_id", "=", half.uploader_id)
    .where("purpose", "=", "gallery")
    .where(({ eb, and }) =>
      and([eb("squad_id", "is not distinct from", half.squad_id), eb("trip_id", "is not distinct from", half.trip_id)]),
    )
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  const isVideo = ({ file_type }: { file_type: string }) => file_type.startsWith("video/");
  const still = halves.find((one) => !isVideo(one) && one.playback === null);
  const clip = halves.find(
    (one) => isVideo(one) && one.likes === 0 && one.comments === 0 && !one.has_reactions && one.caption === null,
  );
  if (!still || !clip || (still.id !== id && clip.id !== id)) return null;
  const fileName = clipName(still.file_name, clip.file_name);
  const live: MediaItem["live"] = {
    filePath: `/objects/${clip.id}`,
    fileName,
    fileType: clip.file_type,
    fileSize: clip.file_size,
  };
  await tx
    .updateTable("media")
    .set({ purpose: "live", still_id: still.id, file_name: fileName, playback: null })
    .where("id", "=", clip.id)
    .execute();
  await tx
    .updateTable("media")
    .set({ playback: "processing", duration_ms: clip.duration_ms, live: JSON.stringify(live) })
    .where("id", "=", still.id)
    .execute();
  return { stillId: still.id, clipId: clip.id };
}
