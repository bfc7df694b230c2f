import { sql } from "kysely";
import type { Database } from "../db/connect.ts";

/**
 * The queues that stand still, by how long they have: the oldest job could have run for ten minutes, and none has begun meanwhile. A queue
 * that has much to do moves, and is not among them.
 */
export async function stoppedQueues({ db }: Database): Promise<readonly { name: string; minutes: number }[]> {
  // pg-boss makes its tables with the first job.
  const { rows: made } = await sql<{ there: boolean }>`select to_regclass('jobs.job') is not null there`.execute(db);
  if (made[0]?.there !== true) return [];
  const { rows } = await sql<{ name: string; minutes: number }>`
    select name, floor(extract(epoch from now() - min(start_after)) / 60)::int minutes
    from jobs.job waiting
    where state < 'active' and start_after < now() - interval '10 minutes'
    and not exists (
      select from jobs.job begun where begun.name = waiting.name and begun.started_on > now() - interval '10 minutes'
    )
    group by name order by minutes desc limit 20`.execute(db);
  return rows;
}
