import type { Generated } from "kysely";
import type { SetByDatabase } from "./columns.ts";

export interface PeopleTables {
  users: {
    id: string;
    email: string;
    email_key: string;
    first_name: string;
    last_name: string;
    bio: string | null;
    profile_image_url: string | null;
    password_hash: string | null;
    email_confirmed_at: Generated<Date | null>;
    demo_squad_id: Generated<string | null>;
    had_demo: Generated<boolean>;
    was_invited: Generated<boolean>;
    is_demo: SetByDatabase<boolean>;
    created_at: SetByDatabase<Date>;
    face: SetByDatabase<string>;
  };
}
