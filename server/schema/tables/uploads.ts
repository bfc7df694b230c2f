import type { ColumnType } from "kysely";
import type { Json, SetByDatabase } from "./columns.ts";

export interface UploadTables {
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
  unwanted_files: { id: string; since: SetByDatabase<Date> };
}
