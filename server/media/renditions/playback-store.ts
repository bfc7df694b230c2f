import type { Database } from "../../schema/database.ts";
import type { PlaybackStore } from "./playback-jobs.ts";

export const playbackStore = ({ db }: Database): PlaybackStore => ({
  async findVideo(id) {
    const row = await db
      .selectFrom("media")
      .leftJoin("media as clip", "clip.still_id", "media.id")
      .select(["media.file_type", "media.film_start", "media.film_bytes", "media.squad_id", "media.trip_id"])
      .select("clip.id as clip_id")
      .where("media.id", "=", id)
      .where("media.playback", "is not", null)
      // A photo that leaves the trash gets a new job.
      .where("media.purpose", "!=", "trash")
      .executeTakeFirst();
    if (!row) return undefined;
    const isWhole = row.file_type.startsWith("video/") || row.film_start === null || row.film_bytes === null;
    const span = isWhole ? null : { start: Number(row.film_start), bytes: Number(row.film_bytes) };
    return { id, original: row.clip_id ?? id, span, squadId: row.squad_id, tripId: row.trip_id };
  },
  async markPlayback(id, playback, durationMs) {
    const row = await db
      .updateTable("media")
      .set({ playback, ...(durationMs !== null && { duration_ms: durationMs }) })
      .where("id", "=", id)
      .where("playback", "is not", null)
      .returning("id")
      .executeTakeFirst();
    return row !== undefined;
  },
  async isPhotoProcessing(id) {
    const row = await db
      .selectFrom("media")
      .innerJoin("media as photo", "photo.id", "media.still_id")
      .select("photo.id")
      .where("media.id", "=", id)
      .where("photo.playback", "=", "processing")
      .executeTakeFirst();
    return row !== undefined;
  },
});
