import type { ColumnType, Generated } from "kysely";
import type { SetByDatabase } from "./columns.ts";

export interface LibraryTables {
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
