import type { Generated } from "kysely";
import type { KindName } from "#contract/activity.ts";
import type { AdminAction } from "#contract/admin.ts";
import type { SetByDatabase } from "./columns.ts";
import { type NamedPeople, name, passing } from "./named-people.ts";

export interface SiteTables {
  activity: {
    id: string;
    kind: KindName;
    trip_id: string | null;
    squad_id: string | null;
    person_id: string | null;
    actor_id: string | null;
    media_id: string | null;
    category_id: string | null;
    invitation_id: string | null;
    created_at: SetByDatabase<Date>;
  };
  stores: { id: string; written_in: string };
  taken_backups: { name: string; place: string; ended_at: Date; database_bytes: number; photo_files: number };
  admin_actions: {
    id: string;
    action: AdminAction;
    is_operator: Generated<boolean>;
    admin_id: string | null;
    person_id: string | null;
    detail: string | null;
    done_at: SetByDatabase<Date>;
  };
}

export const namedInSiteTables: NamedPeople<SiteTables> = {
  activity: { person_id: passing("90 days"), actor_id: passing("90 days") },
  admin_actions: {
    admin_id: { notExported: "An act on behalf of the site.", ...name },
    person_id: { exported: "admin-actions", ...name },
  },
};
