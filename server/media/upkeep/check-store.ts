import { sql } from "kysely";
import type { Database } from "../../schema/database.ts";
import type { CheckStore } from "./check.ts";
import type { RenditionType } from "../renditions/render.ts";

export const checkStore = ({ db }: Database): CheckStore => ({
  async knownOf(ids) {
    const { rows } = await sql<{ id: string }>`select id from unnest(${[...ids]}::uuid[]) id
      where exists (select from media m where m.id = id.id) or exists (select from uploads u where u.id = id.id)
        or exists (select from link_previews p where p.id = id.id)
        or exists (select from cost_receipts r where r.id = id.id)
        or exists (select from unwanted_files f where f.id = id.id)`.execute(db);
    return new Set(rows.map(({ id }) => id));
  },
  async mediaAfter(id, limit) {
    const rows = await db.selectFrom("media").selectAll().where("id", ">", id).orderBy("id").limit(limit).execute();
    return rows.map((row) => ({
      id: row.id,
      fileType: row.file_type,
      fileSize: row.file_size,
      durationMs: row.duration_ms,
      isAnimated: row.is_animated,
      width: row.width,
      height: row.height,
      renditionType: (row.rendition_type ?? "image/jpeg") as RenditionType,
      squadId: row.squad_id,
      tripId: row.trip_id,
      state: row.state,
      playback: row.playback,
      isClip: row.still_id !== null,
    }));
  },
  async receiptsAfter(id, limit) {
    const rows = await db
      .selectFrom("cost_receipts")
      .select(["id", "file_size"])
      .where("id", ">", id)
      .orderBy("id")
      .limit(limit)
      .execute();
    return rows.map((row) => ({ id: row.id, fileSize: row.file_size }));
  },
  async markFailed(id) {
    await db.updateTable("media").set({ state: "failed" }).where("id", "=", id).execute();
  },
  async markPlaybackMissing(id) {
    await db.updateTable("media").set({ playback: "processing" }).where("id", "=", id).execute();
  },
});
