// Decision 006: why jobs run on pg-boss over the server's own pool.
// Written by hand because pg-boss has a pool of its own and pauses between polls, even while jobs wait.
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { JobWithMetadata, PgBoss } from "pg-boss";
import type { Database, Tx } from "../db/connect.ts";
import { type Metrics, noMetrics } from "../metrics/metrics.ts";
import { type FailedJobs, failedStore } from "./failed-store.ts";
import { queueFigures } from "./queue-figures.ts";
import { openRepeats } from "./repeats.ts";
import { onPool, within } from "./run-statements.ts";
import { type Turns, takeTurns } from "./turns.ts";

/** A queue of jobs. A job survives the process that runs it. */
export interface Queue<Task extends object> {
  readonly name: string;
  /** The maximum of jobs per handler call. */
  readonly batch: number;
  /** How many handler calls run at a time in this process. */
  readonly loops: number;
  /** Retries, with a growing delay. The first comes after about `retrySeconds`. */
  readonly retries: number;
  readonly retrySeconds: number;
  /** A job that takes longer than this many seconds counts as failed. Default: ten minutes. */
  readonly seconds?: number;
  /** How people share the queue. Without it, jobs run in the order of their sending. */
  readonly turns?: Turns<Task>;
  /** Unused at run time; it carries the type of the tasks. */
  readonly example?: Task;
}

export interface Job<Task> {
  readonly id: string;
  readonly task: Task;
  /** No retry follows this try. */
  readonly isLast: boolean;
  /** An earlier try failed. */
  readonly isRetry: boolean;
}

/** Does a batch of jobs. Returns the errors of the failed ones by id; they are retried unless it was their last try. */
export type Handler<Task> = (jobs: readonly Job<Task>[]) => Promise<ReadonlyMap<string, Error>>;

export interface Jobs {
  /** Sets the handler of a queue. Call it before anything is sent. */
  handle<Task extends object>(queue: Queue<Task>, handler: Handler<Task>): void;
  /** Makes the tables of the queues, or upgrades them. Whatever needs them does so too. */
  prepare(): Promise<void>;
  /** Adds jobs within a transaction: they exist only if it commits. Call `wake` after the commit. */
  send<Task extends object>(tx: Tx, queue: Queue<Task>, ...tasks: readonly Task[]): Promise<void>;
  /** Adds jobs at once. With `everySeconds`, only if no server has added one in the present span of that length. */
  sendNow<Task extends object>(queue: Queue<Task>, tasks: readonly Task[], everySeconds?: number): Promise<void>;
  /** Adds jobs, at once or within a transaction, that start after `seconds`. */
  sendLater<Task extends object>(queue: Queue<Task>, tasks: readonly Task[], seconds: number, tx?: Tx): Promise<void>;
  /** The tasks that have no waiting or running job with their id in the queue. */
  lost<Task extends { readonly id: string }>(queue: Queue<Task>, tasks: readonly Task[]): Promise<Task[]>;
  /** Fetches jobs at once instead of at the next poll. */
  wake(queue: { readonly name: string }): void;
  /**
   * Runs `run` every `ms` on each server that runs jobs, and first a minute after its start or sooner. What one server has to do sends a
   * job, by `sendNow` with its span.
   */
  every(name: string, ms: number, run: () => Promise<unknown>): void;
  /** Rejects with the reason if this process runs jobs and could not open its queues at the last try. */
  works(): Promise<void>;
  readonly failed: FailedJobs;
  /** Starts running jobs and repeated work in the background. Sending a job starts the jobs too. */
  start(): void;
  /** Ends repeated work, and waits a few seconds for running jobs. Those that do not finish run again after the next start. */
  stop(): Promise<void>;
}

/** How a try of a job ended. */
export interface EndedJob {
  readonly queue: string;
  readonly job: string;
  readonly outcome: "done" | "failed" | "given_up";
  /** How long its batch took. */
  readonly ms: number;
  readonly err?: unknown;
}

export interface JobsParts {
  readonly database: Database;
  /** Whether this process runs jobs; otherwise it only sends them. */
  readonly works: boolean;
  readonly log: (error: unknown) => void;
  /** Gets each job that this process ran, and how the try ended. */
  readonly note?: (ended: EndedJob) => void;
  readonly metrics?: Metrics;
}

/** After this time without a heartbeat, a job counts as abandoned by a dead process. */
const heartbeatSeconds = 10;
const superviseSeconds = 5;
/** How often done jobs are deleted. pg-boss counts all jobs with each supervision, so few should be left. */
const maintenanceSeconds = 60;
const keepDoneSeconds = 600;
/** Often enough to come before failed jobs go with those that are done. */
const keepFailedMs = 60_000;
/** The delay until jobs of other processes are found; our own jobs wake the queue. */
const pollSeconds = 3;
const maxSeconds = 600;
/** A starting server answers its first requests before it fetches jobs. */
const startDelayMs = 2000;
const retryMs = 5000;
/** Longer than the stop of the mail client. With all earlier stops, shorter than a service manager waits. */
const stopMs = 7000;

/** Opens the job queues: pg-boss, in its own schema of the same PostgreSQL. It loads with the first job, not at start. */
export function openJobs({ database, works, log, note = () => {}, metrics = noMetrics }: JobsParts): Jobs {
  const handlers = new Map<string, { queue: Queue<object>; handler: Handler<object> }>();
  const turnOf = takeTurns();
  const repeats = openRepeats(log);
  const failed = failedStore(database, () => ready(), keepDoneSeconds);
  repeats.every("failed jobs", keepFailedMs, failed.keep);
  let opening: Promise<PgBoss> | undefined;
  let beginning: NodeJS.Timeout | undefined;
  let isStopped = false;
  let fault: unknown;
  queueFigures(metrics, database);
  const count = metrics.counter("jobs_total", "Jobs that this server ran, by how the try ended", ["queue", "outcome"]);

  async function open(): Promise<PgBoss> {
    const { PgBoss: Boss } = await import("pg-boss");
    const boss = new Boss({
      db: onPool(database.db),
      schema: "jobs",
      schedule: false,
      supervise: works,
      superviseIntervalSeconds: superviseSeconds,
      maintenanceIntervalSeconds: maintenanceSeconds,
      monitorIntervalSeconds: superviseSeconds,
      monitorVacuum: false,
      reindex: false,
      bamIntervalSeconds: 3600,
      flowIntervalSeconds: 3600,
    });
    boss.on("error", log);
    await boss.start();
    for (const { queue } of handlers.values()) {
      await boss.createQueue(queue.name, settingsOf(queue));
      // `createQueue` does not change the settings of a queue that exists.
      await boss.updateQueue(queue.name, settingsOf(queue));
    }
    if (works && !isStopped)
      for (const { queue, handler } of handlers.values()) await work(boss, queue, told(queue.name, handler));
    return boss;
  }

  /** The same handler, which also tells how each try ends. */
  const told =
    (queue: string, handler: Handler<object>): Handler<object> =>
    async (batch) => {
      const began = performance.now();
      const tell = (errorOf: (id: string) => unknown) => {
        const ms = Math.round(performance.now() - began);
        for (const { id, isLast } of batch) {
          const err = errorOf(id);
          const outcome = err === undefined ? "done" : isLast ? "given_up" : "failed";
          count({ queue, outcome });
          note({ queue, job: id, outcome, ms, ...(err !== undefined && { err }) });
        }
      };
      const failed = await handler(batch).catch((error: unknown) => {
        tell(() => error);
        throw error;
      });
      tell((id) => failed.get(id));
      return failed;
    };

  const ready = () => {
    opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };

  function begin(delayMs: number) {
    beginning = setTimeout(() => {
      const opened = () => void (fault = undefined);
      ready().then(opened, (error: unknown) => {
        fault = error;
        log(error);
        if (!isStopped) begin(retryMs);
      });
    }, delayMs).unref();
  }

  return {
    handle(queue, handler) {
      handlers.set(queue.name, {
        queue: queue as unknown as Queue<object>,
        handler: handler as unknown as Handler<object>,
      });
    },
    async prepare() {
      await ready();
    },
    async send(tx, queue, ...tasks) {
      if (tasks.length === 0) return;
      const boss = await ready();
      await boss.insert(
        queue.name,
        tasks.map((data) => ({ data, ...turnOf(queue, data) })),
        { db: within(tx) },
      );
    },
    async sendNow(queue, tasks, everySeconds) {
      const boss = await ready();
      // The done job has to stay as long as it keeps others away.
      const options = everySeconds
        ? { singletonSeconds: everySeconds, deleteAfterSeconds: Math.max(everySeconds, keepDoneSeconds) }
        : {};
      await boss.insert(
        queue.name,
        tasks.map((data) => ({ data, ...turnOf(queue, data), ...options })),
      );
    },
    async sendLater(queue, tasks, seconds, tx) {
      const boss = await ready();
      await boss.insert(
        queue.name,
        tasks.map((data) => ({ data, ...turnOf(queue, data), startAfter: seconds })),
        tx && { db: within(tx) },
      );
    },
    async lost<Task extends { readonly id: string }>({ name }: Queue<Task>, tasks: readonly Task[]) {
      await ready();
      const { rows } = await sql<{
        task: Task;
      }>`select task from jsonb_array_elements(${JSON.stringify(tasks)}::jsonb) task
        where not exists (select from jobs.job where name = ${name} and state < 'completed' and data ->> 'id' = task ->> 'id')`.execute(
        database.db,
      );
      return rows.map(({ task }) => task);
    },
    wake(queue) {
      opening?.then(
        (boss) => wakeLoops(boss, queue.name),
        () => {},
      );
    },
    async works() {
      if (fault !== undefined) throw fault;
    },
    every: repeats.every,
    failed,
    start() {
      if (!works) return;
      begin(startDelayMs);
      repeats.start();
    },
    async stop() {
      isStopped = true;
      repeats.stop();
      clearTimeout(beginning);
      const boss = await opening?.catch(() => undefined);
      if (!boss) return;
      // pg-boss itself checks only every half second whether its workers are done.
      const idle = Promise.all([...handlers.keys()].map((name) => boss.offWork(name, { wait: true })));
      const parting = new AbortController();
      await Promise.race([idle, sleep(stopMs, undefined, { signal: parting.signal }).catch(() => {})]);
      parting.abort();
      await boss.stop({ graceful: false });
    },
  };
}

/** Runs the jobs of a queue as they come. */
async function work(boss: PgBoss, queue: Queue<object>, handler: Handler<object>) {
  await boss.work(
    queue.name,
    {
      batchSize: queue.batch,
      pollingIntervalSeconds: pollSeconds,
      perJobResults: true,
      // Each job has the retry limit that it was sent with.
      includeMetadata: true,
      localConcurrency: queue.loops,
      ...(queue.turns?.most !== undefined && { localGroupConcurrency: queue.turns.most }),
    },
    async (found: JobWithMetadata[]) => {
      const failed = await handler(
        found.map(({ id, data, retryCount, retryLimit }) => ({
          id,
          task: data,
          isLast: retryCount >= retryLimit,
          isRetry: retryCount > 0,
        })),
      );
      // After a full batch there may be more jobs.
      if (found.length >= queue.batch) wakeLoops(boss, queue.name);
      return found.map(({ id }) => {
        const error = failed.get(id);
        return error ? { id, status: "failed" as const, output: error } : { id, status: "completed" as const };
      });
    },
  );
}

function wakeLoops(boss: PgBoss, queue: string): void {
  for (const { id, name } of boss.getWipData()) if (name === queue) boss.notifyWorker(id);
}

const settingsOf = ({ retries, retrySeconds, seconds = maxSeconds }: Queue<object>) => ({
  retryLimit: retries,
  retryDelay: retrySeconds,
  retryBackoff: true,
  retryDelayMax: maxSeconds,
  heartbeatSeconds,
  expireInSeconds: seconds,
  deleteAfterSeconds: keepDoneSeconds,
});
