import { type RawBuilder, sql } from "kysely";
import type { Db } from "./connect.ts";

/** The number stands in the text: for a parameter, PostgreSQL would expect that a third of the rows is old, and read them all. */
export const isOlder = (column: string, { days }: { readonly days: number }): RawBuilder<unknown> =>
  sql`${sql.ref(column)} < now() - ${sql.lit(days)} * interval '1 day'`;

const batchSize = 1000;

/** Deletes the expired rows of a table in batches, so that no lock is held for long. */
export async function deleteExpired<Tables>(
  db: Db<Tables>,
  table: keyof Tables & string,
  key: string,
  isExpired: RawBuilder<unknown> = sql`expires_at < now()`,
): Promise<void> {
  for (;;) {
    const [rows, id] = [sql.table(table), sql.ref(key)];
    const { numAffectedRows = 0n } = await sql`delete from ${rows} where ${id} in
      (select ${id} from ${rows} where ${isExpired} limit ${batchSize} for update skip locked)`.execute(db);
    if (numAffectedRows < batchSize) return;
  }
}
