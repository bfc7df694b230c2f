import type { Generated } from "kysely";
import type { AdminAction } from "#contract/admin.ts";
import type { SetByDatabase } from "./columns.ts";
import { type NamedPeople, name } from "./named-people.ts";

export interface SiteTables {
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
  admin_actions: {
    admin_id: { notExported: "An act on behalf of the site.", ...name },
    person_id: { exported: "admin-actions", ...name },
  },
};
