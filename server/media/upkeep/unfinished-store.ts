import { sql } from "kysely";
import type { Database } from "../../schema/database.ts";
import type { UnfinishedStore } from "./requeue-lost-jobs.ts";

export const unfinishedStore = ({ db }: Database): UnfinishedStore => ({
  async unfinished(before, after, limit) {
    const rows = await db
      .selectFrom("media")
      .select(["id", "file_type", "file_size", "width", "height", "duration_ms"])
      .select(["state", "playback", "purpose", "uploader_id"])
      .where("id", ">", after)
      .where("created_at", "<", before)
      // The clip of a Live Photo has no renditions of its own.
      .where("still_id", "is", null)
      // With the words as parameters, PostgreSQL could not use the index of unfinished media.
      .where(sql<boolean>`(state = 'processing' or playback = 'processing')`)
      .orderBy("id")
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      id: row.id,
      fileType: row.file_type,
      width: row.width,
      height: row.height,
      uploaderId: row.uploader_id,
      durationMs: row.duration_ms,
      fileSize: row.file_size,
      lacksPictures: row.state === "processing",
      lacksPlayback: row.playback === "processing" && row.purpose !== "trash",
    }));
  },
});
