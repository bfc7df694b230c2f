import type { Generated } from "kysely";
import type { Day, SetByDatabase } from "./columns.ts";

export interface TripTables {
  trips: {
    id: string;
    squad_id: string | null;
    created_by: string | null;
    name: string;
    location: string;
    description: string;
    start_date: Day;
    end_date: Day;
    photo_url: string | null;
    crew_count: SetByDatabase<number>;
    crew_change: SetByDatabase<number>;
    category_count: SetByDatabase<number>;
    complete_count: Generated<number>;
    photo_count: SetByDatabase<number>;
    video_count: SetByDatabase<number>;
    is_demo: SetByDatabase<boolean>;
    created_at: SetByDatabase<Date>;
  };
  trip_members: {
    id: string;
    trip_id: string;
    user_id: string;
    mood: string | null;
    excitement_level: number | null;
    joined_at: SetByDatabase<Date>;
  };
  crew_changes: { trip_id: string; number: number; crew_count: number };
}
