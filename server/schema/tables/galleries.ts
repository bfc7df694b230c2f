import type { SetByDatabase } from "./columns.ts";

export interface GalleryTables {
  gallery_versions: { place_id: SetByDatabase<string>; version: SetByDatabase<number> };
  gallery_days: {
    place_id: SetByDatabase<string>;
    utc_day: SetByDatabase<string>;
    is_stale: SetByDatabase<boolean>;
    photo_count: SetByDatabase<number>;
    video_count: SetByDatabase<number>;
    shapes: SetByDatabase<string>;
    moments: SetByDatabase<number[]>;
    photo_ids: SetByDatabase<string[]>;
    photo_shapes: SetByDatabase<string>;
    video_shapes: SetByDatabase<string>;
    video_places: SetByDatabase<number[]>;
    run_sizes: SetByDatabase<number[]>;
    run_days: SetByDatabase<(string | null)[]>;
    run_moments: SetByDatabase<(Date | null)[]>;
    run_trips: SetByDatabase<(string | null)[]>;
    run_videos: SetByDatabase<number[]>;
    clock_trips: SetByDatabase<string[]>;
    clock_offsets: SetByDatabase<number[]>;
    clock_counts: SetByDatabase<number[]>;
  };
  gallery_people: { place_id: SetByDatabase<string>; user_id: SetByDatabase<string>; photos: SetByDatabase<number> };
  public_media: { media_id: string; squad_id: string };
  squads_to_publish: { squad_id: string; from_id: string };
  zips: {
    id: string;
    user_id: string;
    media_ids: string[];
    file_name: string;
    time_zone: string;
    created_at: SetByDatabase<Date>;
  };
}
