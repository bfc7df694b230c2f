// Decision 044: how a still and a video become one photo.
import { sql } from "kysely";
import type { MediaItem } from "#contract/media-item.ts";
import type { Tx } from "../../platform/db/connect.ts";
import { type LivePhoto, filmName } from "./live-photo.ts";

/**
 * Makes one photo of this still or film and its other half: the earliest with the same identifier, in the same place and of the same
 * person, that has no other half yet. A film that people have written about or liked has a life of its own and stays apart. Null when
 * there is none to join. Both halves may come at the same moment, on two servers: whoever adds to a gallery holds its version until they
 * are done, so the second one sees the first.
 */
export async function joinLive(tx: Tx, id: string): Promise<LivePhoto | null> {
  const half = await tx
    .selectFrom("media")
    .select(["content_id", "uploader_id", "squad_id", "trip_id"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!half?.content_id || !half.uploader_id) return null;
  // In the order in which a new photo takes them.
  await sql`select from trips where id = ${half.trip_id} for no key update`.execute(tx);
  await sql`select from gallery_versions where place_id in (${half.squad_id}::uuid, ${half.trip_id}::uuid)
    order by place_id for no key update`.execute(tx);
  const halves = await tx
    .selectFrom("media")
    .selectAll()
    .where("content_id", "=", half.content_id)
    .where("uploader_id", "=", half.uploader_id)
    .where("purpose", "=", "gallery")
    .where(({ eb, and }) =>
      and([eb("squad_id", "is not distinct from", half.squad_id), eb("trip_id", "is not distinct from", half.trip_id)]),
    )
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  const isFilm = ({ file_type }: { file_type: string }) => file_type.startsWith("video/");
  const still = halves.find((one) => !isFilm(one) && one.playback === null);
  const film = halves.find((one) => isFilm(one) && one.likes === 0 && one.caption === null);
  if (!still || !film || (still.id !== id && film.id !== id)) return null;
  const fileName = filmName(still.file_name, { fileName: film.file_name, fileType: film.file_type });
  const live: MediaItem["live"] = {
    filePath: `/objects/${film.id}`,
    fileName,
    fileType: film.file_type,
    fileSize: film.file_size,
  };
  await tx
    .updateTable("media")
    .set({ purpose: "live", still_id: still.id, file_name: fileName, playback: null })
    .where("id", "=", film.id)
    .execute();
  await tx
    .updateTable("media")
    .set({ playback: "processing", duration_ms: film.duration_ms, live: JSON.stringify(live) })
    .where("id", "=", still.id)
    .execute();
  return { stillId: still.id, filmId: film.id };
}
