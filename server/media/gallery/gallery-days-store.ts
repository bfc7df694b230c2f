import { sql } from "kysely";
import { runIn } from "../../platform/db/connect.ts";
import type { Database } from "../../schema/database.ts";
import { describeDay } from "./gallery-days-sql.ts";

/**
 * Describes at most `limit` days of galleries whose photos have changed, and returns how many. Several servers may call it at once. A write
 * to one of these days waits until they are done.
 */
export const describeDays =
  ({ transact }: Pick<Database, "transact">) =>
  (limit: number): Promise<number> =>
    transact(async (tx) => {
      // A statement of its own, so that the descriptions see all photos whose writes came before these locks.
      const { rows } = await sql<{ place_id: string; utc_day: string }>`select place_id, utc_day from gallery_days
        where is_stale order by place_id, utc_day limit ${limit} for update skip locked`.execute(tx);
      for (const day of rows) await runIn(tx, describeDay, [day.place_id, day.utc_day]);
      return rows.length;
    });
