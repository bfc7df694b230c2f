import type { Database } from "../../db/connect.ts";
import type { PlayStore } from "./play-jobs.ts";

export const playStore = ({ db }: Database): PlayStore => ({
  async findFilm(id) {
    const row = await db
      .selectFrom("media")
      .select(["file_type", "film_start", "film_bytes", "squad_id", "trip_id"])
      .where("id", "=", id)
      .where("playback", "is not", null)
      .executeTakeFirst();
    if (!row) return undefined;
    const isWhole = row.file_type.startsWith("video/") || row.film_start === null || row.film_bytes === null;
    const span = isWhole ? null : { start: Number(row.film_start), bytes: Number(row.film_bytes) };
    return { id, span, squadId: row.squad_id, tripId: row.trip_id };
  },
  async markPlayed(id, playback, durationMs) {
    const row = await db
      .updateTable("media")
      .set({ playback, ...(durationMs !== null && { duration_ms: durationMs }) })
      .where("id", "=", id)
      .returning("id")
      .executeTakeFirst();
    return row !== undefined;
  },
});
