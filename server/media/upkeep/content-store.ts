import { sql } from "kysely";
import type { Database } from "../../platform/db/connect.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import { joinLive } from "../photos/live-photo-store.ts";
import { playQueue } from "../renditions/play-jobs.ts";
import type { ContentStore } from "./content.ts";

/** Kinds of files that can be half a Live Photo. */
const halves = ["image/jpeg", "image/heic", "image/heif", "video/quicktime", "video/mp4"];

export const contentStore = (
  { db, transact }: Pick<Database, "db" | "transact">,
  jobs: Pick<Jobs, "send" | "wake">,
): ContentStore => ({
  async unlooked(limit) {
    const rows = await db
      .selectFrom("media")
      .select(["id", "file_type", "squad_id", "trip_id"])
      // Written out, or PostgreSQL could not know that there is an index for it.
      .where(sql<boolean>`purpose = 'gallery' and not is_content_read`)
      .where("file_type", "in", halves)
      // The latest first: those are looked at.
      .orderBy("id", "desc")
      .limit(limit)
      .execute();
    return rows.map((row) => ({ id: row.id, fileType: row.file_type, squadId: row.squad_id, tripId: row.trip_id }));
  },
  async markLooked(id, contentId) {
    const live = await transact(async (tx) => {
      await tx
        .updateTable("media")
        .set({ content_id: contentId, is_content_read: true })
        .where("id", "=", id)
        .execute();
      const joined = contentId === null ? null : await joinLive(tx, id);
      if (joined) await jobs.send(tx, playQueue, { id: joined.stillId });
      return joined;
    });
    if (live) jobs.wake(playQueue);
    return live !== null;
  },
});
