import { sql } from "kysely";
import { costTrashDays } from "#contract/cost-limits.ts";
import type { Database } from "../schema/database.ts";

/** One statement deletes at most this many rows, because a statement may take 30 seconds at most. */
const rowsAtOnce = 2000;

/** Deletes what can no longer be undone: changes of 90 days ago, then the receipts of that time, whose files a trigger has removed. */
export async function forgetOld({ db }: Pick<Database, "db">): Promise<void> {
  const since = sql`now() - ${costTrashDays} * interval '1 day'`;
  for (;;) {
    const { numAffectedRows = 0n } = await sql`delete from trip_changes
      where id in (select id from trip_changes where changed_at < ${since} order by changed_at limit ${rowsAtOnce})`.execute(
      db,
    );
    if (numAffectedRows < rowsAtOnce) break;
  }
  for (;;) {
    const { numAffectedRows = 0n } = await sql`delete from cost_receipts
      where id in (select id from cost_receipts where gone_at < ${since} order by gone_at limit ${rowsAtOnce})
        and gone_at is not null`.execute(db);
    if (numAffectedRows < rowsAtOnce) break;
  }
}
