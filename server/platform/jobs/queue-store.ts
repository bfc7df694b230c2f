import { sql } from "kysely";
import { briefly } from "../db/briefly.ts";
import type { Database } from "../db/connect.ts";

/** What a queue holds, for all servers. */
export interface QueueState {
  readonly queue: string;
  /** The jobs whose time has come, up to `maxCounted`. */
  readonly waiting: number;
  readonly running: number;
  /** How long the oldest of the counted jobs has waited since its time came; 0 if none waits. */
  readonly oldestSeconds: number;
}

/** More are not counted: then the number does not matter any more, and counting would take long. */
const maxCounted = 10_000;
const maxMs = 1000;

/** Returns a function that reads what each queue holds. There are no queues before the first server has opened them. */
export function queueStore(database: Database) {
  let isThere = false;
  return async (): Promise<readonly QueueState[]> =>
    briefly(database, maxMs, async (tx) => {
      if (!isThere) {
        const found = await sql<{ there: boolean }>`select to_regclass('jobs.job') is not null there`.execute(tx);
        isThere = found.rows[0]!.there;
      }
      if (!isThere) return [];
      const { rows } = await sql<QueueState>`
        select q.name as queue, w.waiting, r.running, coalesce(extract(epoch from now() - w.since), 0)::float8 as "oldestSeconds"
        from jobs.queue q
        cross join lateral (
          select count(*)::int as waiting, min(start_after) as since from (
            select start_after from jobs.job
            where name = q.name and state < 'active' and not blocked and start_after <= now() limit ${maxCounted}) due) w
        cross join lateral (
          select count(*)::int as running from (
            select from jobs.job where name = q.name and state = 'active' limit ${maxCounted}) active) r
        where q.name not like '\\_\\_pgboss%'`.execute(tx);
      return rows;
    });
}
