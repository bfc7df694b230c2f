import type { Database } from "../../schema/database.ts";
import type { RenditionType } from "./render.ts";
import type { Picture, RenditionStore } from "./rendition-jobs.ts";
import { sqlText } from "../../platform/db/sql-text.ts";

const setReady = {
  name: "media_ready",
  text: sqlText`with made as (
      update media m set state = 'ready', placeholder = x.placeholder,
        width = coalesce((x.shown ->> 'width')::int, m.width), height = coalesce((x.shown ->> 'height')::int, m.height)
      from json_to_recordset($1::json) x(id uuid, placeholder text, shown json) where m.id = x.id and m.still_id is null returning m.id
    ) select coalesce(json_agg(id), '[]') from made`,
};

export const renditionStore = ({ db, one }: Database): RenditionStore => ({
  async findPictures(ids): Promise<Picture[]> {
    const rows = await db
      .selectFrom("media")
      .select(["id", "file_type", "is_animated", "width", "height", "rendition_type", "squad_id", "trip_id"])
      .where("id", "in", [...ids])
      // The clip of a Live Photo has no renditions of its own.
      .where("still_id", "is", null)
      .execute();
    return rows.map((row) => ({
      id: row.id,
      fileType: row.file_type,
      isAnimated: row.is_animated,
      width: row.width,
      height: row.height,
      renditionType: (row.rendition_type ?? "image/jpeg") as RenditionType,
      squadId: row.squad_id,
      tripId: row.trip_id,
    }));
  },
  async markReady(made) {
    return made.length === 0 ? [] : ((await one<string[]>(setReady, [JSON.stringify(made)])) ?? []);
  },
  async markFailed(id) {
    await db
      .updateTable("media")
      .set({ state: "failed" })
      .where("id", "=", id)
      .where("state", "=", "processing")
      .execute();
  },
});
