// Decision 045: why locations have a table of their own.
import type { MediaItem } from "#contract/media-item.ts";
import type { MediaMembership } from "../../access/media-access.ts";
import { oneIn } from "../../platform/db/one-in.ts";
import type { SentKey } from "../../platform/http/sent-key.ts";
import type { Database, Tx } from "../../schema/database.ts";
import { doOnce } from "../../schema/sent-keys-store.ts";
import type { Tables } from "../../schema/tables/tables.ts";
import type { GeoPoint } from "../inspect/places.ts";
import type { Found, Refused } from "../inspect/inspect.ts";
import { mediaJoins, mediaText } from "../gallery/page-sql.ts";
import { rememberAdder } from "./also-added-store.ts";
import { keepExpected } from "./expected-owner-store.ts";
import { joinLive } from "./live-photo-store.ts";
import type { RegisterWrites } from "./register.ts";
import { isHeld, keepSame } from "./same-store.ts";
import { sqlText } from "../../platform/db/sql-text.ts";

const item = {
  name: "media_item",
  text: sqlText`select (${mediaText(sqlText`$2::uuid`)})::json from media m ${mediaJoins}
    where m.id = coalesce((select still_id from media where id = $1), $1)`,
};

/**
 * Of two simultaneous likes by one person the second waits for the row of the first, so the count stays right. The photo is locked first:
 * a clip that is being joined into a Live Photo is either liked before that, or not found after it. $3 says whether it is to be liked; null
 * turns it over.
 */
const like = {
  name: "toggle_like",
  text: sqlText`with photo as materialized (select id from media where id = $2 and purpose = 'gallery' for no key update),
      removed as (delete from media_likes where media_id = (select id from photo) and user_id = $1 and $3::boolean is not true returning media_id),
      added as (insert into media_likes (media_id, user_id) select id, $1 from photo where not exists (select from removed) and $3::boolean is not false
        on conflict do nothing returning media_id),
      noted as (insert into activity (kind, trip_id, squad_id, person_id, actor_id, media_id)
        select 'photo_liked', m.trip_id, case when m.trip_id is null then m.squad_id end, m.uploader_id, $1, m.id
        from media m join added on added.media_id = m.id where m.uploader_id <> $1),
      taken_back as (delete from activity using removed
        where kind = 'photo_liked' and activity.media_id = removed.media_id and actor_id = $1)
    update media set likes = likes + (select count(*)::int from added) - (select count(*)::int from removed) where id = (select id from photo)
    returning json_build_object('liked', coalesce($3::boolean, not exists (select from removed)), 'likes', likes)`,
};

const likes = {
  name: "likes_of_photo",
  text: sqlText`select json_build_object('liked', exists (select from media_likes where media_id = m.id and user_id = $1), 'likes', m.likes)
    from media m where m.id = $2 and m.purpose = 'gallery'`,
};

interface Likes {
  readonly liked: boolean;
  readonly likes: number;
}

export function mediaStore({ db, one, transact }: Database) {
  return {
    /** Null when it is deleted. For the clip of a Live Photo it returns that photo. */
    findItem: (id: string, viewerId: string) => one<MediaItem>(item, [id, viewerId]),
    /** Likes a photo or not; `null` turns the like over. Null when it is deleted, or the clip of a Live Photo. */
    async like({ userId, mediaId }: MediaMembership, isWanted: boolean | null, sent: SentKey | null) {
      const values = [userId, mediaId, isWanted];
      if (!sent) return one<Likes>(like, values);
      const done = await doOnce({ transact }, userId, sent, (tx) => oneIn<Likes, Tables>(tx, like, values));
      return done === undefined ? one<Likes>(likes, [userId, mediaId]) : done;
    },
    /** Null when the file names no location. */
    async findLocation(id: string): Promise<GeoPoint | null> {
      const row = await db
        .selectFrom("media_places")
        .select(["latitude", "longitude", "altitude"])
        .where("media_id", "=", id)
        .executeTakeFirst();
      return row ?? null;
    },
    /** Leaves out what is undefined. False when the photo is deleted, or the clip of a Live Photo. */
    async change(id: string, caption: string | null | undefined, commentsOff: boolean | undefined): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable("media")
        .set({
          ...(caption !== undefined && { caption }),
          ...(commentsOff !== undefined && { comments_off: commentsOff }),
        })
        .where("id", "=", id)
        .where("purpose", "=", "gallery")
        .executeTakeFirst();
      return numUpdatedRows > 0;
    },
  };
}

export function registerWrites(tx: Tx): RegisterWrites {
  return {
    async lockUpload(id, userId) {
      const row = await tx
        .selectFrom("uploads")
        .select(["found", "refusal", "media_id"])
        .where("id", "=", id)
        .where("user_id", "=", userId)
        .forUpdate()
        .executeTakeFirst();
      // Written by `UploadStore.claim`.
      return row && { found: row.found as Found | null, refusal: row.refusal as Refused | null, mediaId: row.media_id };
    },
    keepExpected: ({ squadId }, personId) => keepExpected(tx, squadId, personId),
    async add({ id, uploaderId, purpose, squadId, tripId, fileName, caption, taken, found }) {
      const { numUpdatedRows } = await tx
        .with("added", (query) =>
          query
            .insertInto("media")
            .values({
              id,
              purpose,
              uploader_id: uploaderId,
              squad_id: squadId,
              trip_id: tripId,
              file_name: fileName,
              file_type: found.type,
              file_size: found.size,
              sha256: Buffer.from(found.sha256, "hex"),
              crc32: found.crc32,
              width: found.width,
              height: found.height,
              caption,
              placeholder: null,
              rendition_type: found.hasAlpha || found.isAnimated ? "image/webp" : "image/jpeg",
              playback: found.film ? "processing" : null,
              duration_ms: found.durationMs,
              film_start: found.film?.start ?? null,
              film_bytes: found.film?.bytes ?? null,
              is_animated: found.isAnimated ?? false,
              taken_at: taken.takenAt,
              utc_offset: taken.utcOffset,
              is_local_clock: taken.isLocalClock,
              content_id: found.contentId,
            })
            .onConflict((conflict) => conflict.doNothing())
            .returning("id"),
        )
        .updateTable("uploads")
        .from("added")
        .set((from) => ({ media_id: from.ref("added.id") }))
        .whereRef("uploads.id", "=", "added.id")
        .executeTakeFirst();
      const isAdded = numUpdatedRows > 0;
      if (isAdded && found.place) {
        await tx
          .insertInto("media_places")
          .values({ media_id: id, ...found.place })
          .execute();
      }
      return isAdded;
    },
    joinLive: (id) => joinLive(tx, id),
    keepSame: (album, sha256) => keepSame(tx, album, sha256),
    isHeld: (album, sha256) => isHeld(tx, album, sha256),
    rememberAdder: (mediaId, userId, caption) => rememberAdder(tx, [mediaId], userId, caption),
    async findAlbum(mediaId) {
      const row = await tx
        .selectFrom("media")
        .select(["purpose", "squad_id", "trip_id"])
        .where("id", "=", mediaId)
        .executeTakeFirst();
      if (!row || row.purpose === "trash" || row.purpose === "held") return undefined;
      const { purpose, squad_id: squadId, trip_id: tripId } = row;
      return { purpose: purpose === "live" ? "gallery" : purpose, squadId, tripId };
    },
    async markRegistered(uploadId, mediaId) {
      await tx.updateTable("uploads").set({ media_id: mediaId }).where("id", "=", uploadId).execute();
    },
    async discardFiles(id) {
      await tx
        .insertInto("unwanted_files")
        .values({ id })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    },
    async refuseUpload(id, refusal) {
      await tx
        .updateTable("uploads")
        .set({ found: null, refusal: JSON.stringify(refusal) })
        .where("id", "=", id)
        .execute();
    },
  };
}
