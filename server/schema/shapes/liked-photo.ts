import { sql } from "kysely";
import type { LikedPhoto, Uploader } from "#contract/media-item.ts";
import type { Row } from "./row.ts";

/** Of the photo `m`, its uploader `u` and its trip `t`. */
export const likedPhotoColumns = [
  "m.id",
  "m.caption",
  "m.likes",
  "m.width",
  "m.height",
  "m.placeholder",
  "m.squad_id",
  "m.trip_id",
  "t.name as trip_name",
  sql<Uploader | null>`u.face::json`.as("uploader"),
] as const;

type LikedPhotoRow = Row<
  "media",
  "id" | "caption" | "likes" | "width" | "height" | "placeholder" | "squad_id" | "trip_id"
> & { readonly trip_name: string | null; readonly uploader: Uploader | null };

/** Photos `m` of galleries that somebody likes and that have pictures to show. */
export const isLikedPhoto = sql<boolean>`m.purpose = 'gallery' and m.likes > 0 and m.state = 'ready' and m.file_type like 'image/%'`;

export const likedPhotoOf = (row: LikedPhotoRow): LikedPhoto => ({
  id: row.id,
  filePath: `/objects/${row.id}`,
  caption: row.caption,
  likes: row.likes,
  width: row.width,
  height: row.height,
  placeholder: row.placeholder,
  uploader: row.uploader,
  trip: row.trip_id === null ? null : { id: row.trip_id, name: row.trip_name ?? "" },
  squadId: row.squad_id,
});
