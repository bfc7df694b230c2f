import type { ColumnType } from "kysely";

/** Set by a default, a generated column or a trigger; the application never writes it. */
export type SetByDatabase<T> = ColumnType<T, never, never>;

/** The tables that parts of the platform read and write. `schema/tables` has all others. */
export interface PlatformTables {
  secrets: { name: string; value: Buffer };
  guesses: { key: Buffer; until: Date };
  mail_notices: { id: string; user_id: string; who: string; reason: string; created_at: SetByDatabase<Date> };
  no_mail: { address_hash: Buffer; since: SetByDatabase<Date> };
  bounced_mails: {
    id: string;
    kind: string;
    letter_id: string;
    person_id: string | null;
    address: string;
    reason: string;
    bounced_at: SetByDatabase<Date>;
  };
  security_lines: {
    id: string;
    logged_at: Date;
    event: string;
    account: string | null;
    fields: ColumnType<Readonly<Record<string, unknown>>, string, never>;
  };
  read_only: { is_on: SetByDatabase<boolean>; since: SetByDatabase<Date>; message: string | null };
  mail_hours: { hour: Date; sent: number };
  faults: { process: string; name: string; reason: string; since: Date; seen_at: Date };
}
