import { sql } from "kysely";
import type { PgBoss } from "pg-boss";
import type { Database, Tx } from "../db/connect.ts";
import { within } from "./run-statements.ts";

/** What a queue has to do. */
interface QueueState {
  readonly name: string;
  readonly waiting: number;
  readonly running: number;
  readonly failed: number;
}

/** A job that failed in its last try. */
interface FailedJob {
  readonly id: string;
  readonly queue: string;
  readonly failedAt: Date;
  readonly tries: number;
  /** The kind of the error and its code. The message may name people and files. */
  readonly reason: string;
  /** The moment of the failure, for the position in the list. */
  readonly micros: number;
}

/** Failed jobs, and another try for them. */
export interface FailedJobs {
  queues(): Promise<readonly QueueState[]>;
  /** The newest, after the one of the page before. `queue` leaves out all others. */
  newest(limit: number, after: Position | null, queue: string | undefined): Promise<readonly FailedJob[]>;
  /** Lets a job run once more, within a transaction. Resolves to its queue; null if no such job has failed. */
  retry(tx: Tx, id: string): Promise<string | null>;
  /** Lets the failed jobs of a queue run once more, the oldest first. Resolves to how many, at most `maxRetried`. */
  retryAll(tx: Tx, queue: string): Promise<number>;
  /** Keeps failed jobs for two weeks. pg-boss would delete them as soon as those that are done. */
  keep(): Promise<void>;
}

/** The moment at which a job failed, in microseconds since 1970, and its id. */
type Position = readonly [micros: number, id: string];

const maxRetried = 10_000;
const keptSeconds = 14 * 24 * 3600;

const micros = sql<number>`(extract(epoch from completed_on) * 1000000)::bigint`;

/** pg-boss stores the error of a failed job as JSON. A job that no process finished has a sentence instead. */
const reason = sql<string>`case when output -> 'value' ->> 'message' is not null then 'Not finished in time'
  else left(concat_ws(' ', coalesce(output ->> 'name', 'Error'), output ->> 'code'), 100) end`;

/** Reads the jobs of pg-boss, which `ready` opens. `doneSeconds`: how long a done job stays. */
export function failedStore({ db }: Database, ready: () => Promise<PgBoss>, doneSeconds: number): FailedJobs {
  /** Has pg-boss run these failed jobs again, and delete each after the usual time once it is done. Resolves to how many. */
  async function retryIn(tx: Tx, queue: string, ids: readonly string[]): Promise<number> {
    if (ids.length === 0) return 0;
    const boss = await ready();
    await sql`update jobs.job set deletion_seconds = ${doneSeconds} where name = ${queue} and id = any(${[...ids]}::uuid[])`.execute(
      tx,
    );
    await boss.retry(queue, [...ids], { db: within(tx) });
    return ids.length;
  }
  return {
    async queues() {
      await ready();
      const { rows } = await sql<QueueState>`select q.name, count(j.id) filter (where j.state < 'active')::int waiting,
          count(j.id) filter (where j.state = 'active')::int running, count(j.id) filter (where j.state = 'failed')::int failed
        from jobs.queue q left join jobs.job j on j.name = q.name where not starts_with(q.name, '__') group by q.name order by q.name`.execute(
        db,
      );
      return rows;
    },
    async newest(limit, after, queue) {
      await ready();
      const { rows } = await sql<FailedJob>`
        select id, ${micros} micros, name queue, completed_on "failedAt", retry_count + 1 tries, ${reason} reason
        from jobs.job where state = 'failed'
          and (${queue ?? null}::text is null or name = ${queue ?? null})
          and (${after?.[1] ?? null}::uuid is null or (${micros}, id) < (${after?.[0] ?? 0}, ${after?.[1] ?? null}::uuid))
        order by ${micros} desc, id desc limit ${limit}`.execute(db);
      return rows;
    },
    async retry(tx, id) {
      await ready();
      const { rows } = await sql<{ name: string }>`
        select name from jobs.job where id = ${id} and state = 'failed' for update`.execute(tx);
      const [found] = rows;
      if (!found) return null;
      await retryIn(tx, found.name, [id]);
      return found.name;
    },
    async retryAll(tx, queue) {
      await ready();
      const { rows } = await sql<{ id: string }>`select id from jobs.job where name = ${queue} and state = 'failed'
        order by completed_on, id limit ${maxRetried} for update skip locked`.execute(tx);
      return retryIn(
        tx,
        queue,
        rows.map(({ id }) => id),
      );
    },
    async keep() {
      await ready();
      await sql`update jobs.job set deletion_seconds = ${keptSeconds} where state = 'failed' and deletion_seconds < ${keptSeconds}`.execute(
        db,
      );
    },
  };
}
