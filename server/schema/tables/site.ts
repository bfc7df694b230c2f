import type { ColumnType, Generated } from "kysely";
import type { KindName } from "#contract/activity.ts";
import type { AdminAction } from "#contract/admin.ts";
import type { SetByDatabase } from "./columns.ts";
import { type NamedPeople, ends, name, passing, row } from "./named-people.ts";

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
    comment_id: string | null;
    created_at: SetByDatabase<Date>;
  };
  inbox_settings: {
    person_id: string;
    seen_at: ColumnType<Date | null, Date | undefined, Date | null>;
    topics_off: Generated<string[]>;
    no_mail: Generated<string[]>;
    no_push: Generated<string[]>;
    is_discreet: Generated<boolean>;
    quiet_from: string | null;
    quiet_to: string | null;
    time_zone: string | null;
    digest_at: ColumnType<Date | null, Date | undefined, Date | null>;
  };
  inbox_squads: { person_id: string; squad_id: string; topics_off: Generated<string[]>; muted_until: Date | null };
  /** Requests that were done. */
  sent_keys: { person_id: string; key_hash: Buffer; request_hash: Buffer; sent_on: SetByDatabase<string> };
  push_rows: { activity_id: string; written_at: SetByDatabase<Date>; found_at: ColumnType<Date | null, never, Date> };
  push_waiting: {
    person_id: string;
    now_at: Date | null;
    gathered_at: Date | null;
    read_at: Date | null;
    due_at: SetByDatabase<Date | null>;
    now_until: Date;
    gathered_until: Date;
    gathered_sent_at: Date | null;
    is_live: Generated<boolean>;
    calls: Generated<number>;
    leased_until: Date | null;
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
  inbox_settings: { person_id: { exported: "inbox", ...row } },
  inbox_squads: { person_id: { exported: "inboxSquads", ...row } },
  push_waiting: { person_id: { notExported: "Says only when the next push is due.", ...row, ...ends } },
  activity: { person_id: passing("90 days"), actor_id: passing("90 days") },
  sent_keys: { person_id: passing("two weeks") },
  admin_actions: {
    admin_id: { notExported: "An act on behalf of the site.", ...name },
    person_id: { exported: "admin-actions", ...name },
  },
};
