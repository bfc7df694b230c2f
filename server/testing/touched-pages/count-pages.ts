import { sql } from "kysely";
import type { Database } from "../../schema/database.ts";

/**
 * Returns how many pages (8 kB) of tables and indexes the statements of `work` touch, wherever the pages lie. `database` must have a pool
 * of one connection: PostgreSQL counts for each connection.
 */
export async function countPages({ db }: Database, work: () => Promise<unknown>): Promise<number> {
  const total = async () => {
    await sql`select pg_stat_force_next_flush()`.execute(db);
    const { rows } = await sql<{ pages: number }>`select (coalesce(sum(heap_blks_read + heap_blks_hit), 0)
        + coalesce(sum(idx_blks_read + idx_blks_hit), 0) + coalesce(sum(toast_blks_read + toast_blks_hit), 0))::int as pages
      from pg_statio_user_tables`.execute(db);
    return rows[0]!.pages;
  };
  const before = await total();
  await work();
  return (await total()) - before;
}
