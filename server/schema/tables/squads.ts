import type { Generated } from "kysely";
import type { SetByDatabase } from "./columns.ts";

export interface SquadTables {
  squads: {
    id: string;
    name: string;
    description: string;
    photo_url: string | null;
    is_public: Generated<boolean>;
    invite_code: string;
    demo_of: Generated<string | null>;
    member_count: SetByDatabase<number>;
    trip_count: SetByDatabase<number>;
    last_photo_on: SetByDatabase<string | null>;
    created_at: SetByDatabase<Date>;
  };
  squad_members: { id: string; squad_id: string; user_id: string; role: "admin" | "member" };
  removed_members: { id: string; squad_id: string; user_id: string; removed_at: SetByDatabase<Date> };
}
