import type { SetByDatabase } from "./columns.ts";

export interface GalleryTables {
  gallery_versions: { place_id: SetByDatabase<string>; version: SetByDatabase<number> };
  zips: {
    id: string;
    user_id: string;
    media_ids: string[];
    file_name: string;
    time_zone: string;
    created_at: SetByDatabase<Date>;
  };
}
