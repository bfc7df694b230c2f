import { sql } from "kysely";
import type { Database } from "../../schema/database.ts";
import type { CleaningStore } from "./cleaning.ts";
import type { UnfinishedStore } from "./requeue-lost-jobs.ts";

export const cleaningStore = ({ db }: Database): CleaningStore => ({
  async forgetUploads(before, limit) {
    const { numAffectedRows } = await sql`delete from uploads where id in (
        select id from uploads where created_at < ${before} and (held_until is null or held_until < ${before})
        order by created_at limit ${limit} for update skip locked)`.execute(db);
    return Number(numAffectedRows);
  },
  async forgetImages(before, limit) {
    const { rows } = await sql<{ checked: number }>`with checked as (
        delete from images_to_check where media_id in (
          select media_id from images_to_check where since < ${before} order by since limit ${limit} for update skip locked)
        returning media_id
      ), unused as (
        delete from media m using checked where m.id = checked.media_id and m.purpose in ('profile', 'squad', 'trip') and not case m.purpose
          when 'profile' then exists (select from people u where u.id = m.uploader_id and u.profile_image_url = '/objects/' || m.id)
          when 'squad' then exists (select from squads s where s.id = m.squad_id and s.photo_url = '/objects/' || m.id)
          else exists (select from trips t where t.id = m.trip_id and t.photo_url = '/objects/' || m.id) end
      ) select count(*)::int as checked from checked`.execute(db);
    return rows[0]!.checked;
  },
  async emptyTrash(before, limit) {
    // A photo that somebody restores at this moment is in its gallery again, and the second condition keeps it.
    const { numAffectedRows } = await sql`delete from media where id in (
        select id from media where purpose = 'trash' and still_id is null and trashed_at < ${before} order by trashed_at limit ${limit}
      ) and purpose = 'trash'`.execute(db);
    return Number(numAffectedRows);
  },
  async isUsed(id) {
    const { rows } = await sql<{ is_used: boolean }>`select exists (select from uploads where id = ${id})
      or exists (select from media where id = ${id}) or exists (select from link_previews where id = ${id})
      or exists (select from cost_receipts where id = ${id}) is_used`.execute(db);
    return rows[0]?.is_used !== false;
  },
  async unwantedFiles(limit) {
    const rows = await db.selectFrom("unwanted_files").select("id").orderBy("since").limit(limit).execute();
    return rows.map((row) => row.id);
  },
  async forgetUnwanted(ids) {
    if (ids.length > 0)
      await db
        .deleteFrom("unwanted_files")
        .where("id", "in", [...ids])
        .execute();
  },
});

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
