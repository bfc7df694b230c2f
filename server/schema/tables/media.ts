import type { Generated } from "kysely";
import type { SetByDatabase } from "./columns.ts";

export interface MediaTables {
  media: {
    id: string;
    purpose: "gallery" | "live" | "trash" | "profile" | "squad" | "trip";
    uploader_id: string | null;
    squad_id: string | null;
    trip_id: string | null;
    file_name: string;
    file_type: string;
    file_size: number;
    sha256: Buffer;
    crc32: number;
    width: number;
    height: number;
    caption: string | null;
    likes: Generated<number>;
    placeholder: string | null;
    rendition_type: string | null;
    state: Generated<"processing" | "ready" | "failed">;
    playback: Generated<"processing" | "ready" | "failed" | "unavailable" | "unknown" | "protected" | null>;
    duration_ms: Generated<number | null>;
    film_start: Generated<number | null>;
    film_bytes: Generated<number | null>;
    is_animated: Generated<boolean>;
    taken_at: Date;
    utc_offset: Generated<number | null>;
    is_local_clock: Generated<boolean>;
    content_id: Generated<string | null>;
    still_id: Generated<string | null>;
    live: Generated<string | null>;
    trashed_at: Generated<Date | null>;
    trashed_by: Generated<string | null>;
    is_demo: SetByDatabase<boolean>;
    created_at: SetByDatabase<Date>;
    card: SetByDatabase<string>;
    /** Orders the photos of one moment. */
    name_order: SetByDatabase<string>;
  };
  media_likes: { media_id: string; user_id: string };
  media_places: { media_id: string; latitude: number; longitude: number; altitude: number | null };
  also_added: { media_id: string; user_id: string; caption: string | null; added_at: SetByDatabase<Date> };
  images_to_check: { media_id: string; since: SetByDatabase<Date> };
}
