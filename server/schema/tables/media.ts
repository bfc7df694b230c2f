import type { ColumnType, Generated } from "kysely";
import type { PhotoReaction } from "#contract/talk.ts";
import type { Json, SetByDatabase } from "./columns.ts";
import { type NamedPeople, name, passing, row } from "./named-people.ts";

export interface MediaTables {
  media: {
    id: string;
    purpose: "gallery" | "live" | "trash" | "held" | "profile" | "squad" | "trip";
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
    comments: Generated<number>;
    comments_off: Generated<boolean>;
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
    held_at: Generated<Date | null>;
    is_demo: SetByDatabase<boolean>;
    created_at: SetByDatabase<Date>;
    card: SetByDatabase<string>;
    /** Orders the photos of one moment. */
    name_order: SetByDatabase<string>;
  };
  media_likes: { media_id: string; user_id: string };
  comments: {
    id: string;
    media_id: string;
    author_id: string | null;
    key: string;
    text: string;
    created_at: Generated<Date>;
    edited_at: Generated<Date | null>;
  };
  comment_mentions: { comment_id: string; user_id: string; name: string };
  reactions: { media_id: string; user_id: string; emoji: PhotoReaction; given_at: Generated<Date> };
  media_places: { media_id: string; latitude: number; longitude: number; altitude: number | null };
  also_added: { media_id: string; user_id: string; caption: string | null; added_at: SetByDatabase<Date> };
  looks: {
    user_id: string;
    trip_id: string | null;
    squad_id: string | null;
    place_id: SetByDatabase<string>;
    seen_at: Date;
  };
  takedown_requests: {
    id: string;
    media_id: string;
    user_id: string | null;
    reason: string | null;
    asked_at: SetByDatabase<Date>;
    outcome: Generated<"kept" | "deleted" | "lapsed" | null>;
    decided_by: Generated<string | null>;
  };
  takedown_bans: { squad_id: string; user_id: string };
  images_to_check: { media_id: string; since: SetByDatabase<Date> };
  gallery_versions: { place_id: SetByDatabase<string>; version: SetByDatabase<number> };
  zips: {
    id: string;
    user_id: string;
    media_ids: string[];
    file_name: string;
    time_zone: string;
    created_at: SetByDatabase<Date>;
  };
  uploads: {
    id: string;
    user_id: string;
    found: Json;
    refusal: Json;
    media_id: string | null;
    size: number | null;
    sha256: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
    holder: ColumnType<string | null, never, string | null>;
    held_until: ColumnType<Date | null, never, Date | null>;
    created_at: SetByDatabase<Date>;
  };
  link_previews: { id: string; squad_id: string; look: Buffer };
  unwanted_files: { id: string; since: SetByDatabase<Date> };
  library_sessions: {
    id: string;
    user_id: string;
    picker_id: string;
    picker_uri: string;
    created_at: SetByDatabase<Date>;
    expires_at: Date;
  };
  library_picks: {
    id: string;
    session_id: string;
    item_id: string;
    base_url: string;
    base_url_until: Date;
    file_name: string;
    mime_type: string;
    is_video: boolean;
    is_ready: boolean;
    taken_at: Date;
    width: number;
    height: number;
  };
  library_imports: {
    id: string;
    user_id: string;
    trip_id: string | null;
    squad_id: string | null;
    place_id: SetByDatabase<string>;
    item_id: string;
    batch: string;
    session_id: string | null;
    file_name: string;
    state: Generated<"waiting" | "running" | "done" | "failed" | "cancelled">;
    progress: Generated<number>;
    is_duplicate: Generated<boolean>;
    fault_step: Generated<"download" | "upload" | null>;
    /** Read as a parsed value, written as text. */
    fault: ColumnType<unknown, string | null | undefined, string | null>;
    is_final: Generated<boolean>;
    media_id: Generated<string | null>;
    updated_at: Generated<Date>;
  };
}

export const namedInMediaTables: NamedPeople<MediaTables> = {
  media: {
    uploader_id: { exported: "media", ...name },
    trashed_by: { notExported: "An act in the album; the photo's owner sees it in the trash.", ...name },
  },
  media_likes: { user_id: { exported: "likes", ...row } },
  comments: { author_id: { exported: "comments", ...name } },
  comment_mentions: { user_id: { notExported: "What others wrote.", ...row } },
  reactions: { user_id: { exported: "reactions", ...row } },
  also_added: { user_id: { exported: "alsoAdded", ...row } },
  looks: { user_id: { exported: "looks", ...row } },
  takedown_requests: {
    user_id: { exported: "takedownRequests", ...name },
    decided_by: { notExported: "An act in the album; the request is the asker's.", ...name },
  },
  takedown_bans: {
    user_id: { notExported: "An admin's decision, which the person reads where they would ask.", ...row },
  },
  uploads: { user_id: passing("a day, until the file is a photo") },
  zips: { user_id: passing("a day, as a download") },
  library_sessions: { user_id: passing("the hours of a selection") },
  library_imports: { user_id: { exported: "imports", ...row } },
};
