// Decision 006: why jobs run on pg-boss over the server's own pool.
import { setTimeout as sleep } from "node:timers/promises";
import { CompiledQuery, sql } from "kysely";
import type { JobWithMetadata, PgBoss } from "pg-boss";
import type { Database, Db, Tx } from "../db/connect.ts";

/** A kind of work that survives the process which is doing it. */
export interface Queue<Task extends object> {
  readonly name: string;
  /** Given to a handler at a time. */
  readonly batch: number;
  /** Batches at a time in this process. */
  readonly loops: number;
  /** Tries after the first, each later than the one before; the first of them after about so many seconds. */
  readonly retries: number;
  readonly retrySeconds: number;
  /** What takes longer counts as failed. Ten minutes unless said. */
  readonly seconds?: number;
  /** Whose a task is, and how many of one person this process works on at a time: the next in line is somebody else's. */
  readonly turns?: { readonly most: number; readonly of: (task: Task) => string | undefined };
  /** Carries the type of its tasks. */
  readonly example?: Task;
}

export interface Job<Task> {
  readonly id: string;
  readonly task: Task;
  /** No other try follows this one. */
  readonly isLast: boolean;
}

/** Does a batch; answers, for those that failed, why. They are tried again unless it was their last time. */
export type Handler<Task> = (jobs: readonly Job<Task>[]) => Promise<ReadonlyMap<string, Error>>;

export interface Jobs {
  /** Says how a queue is worked off. Before anything is sent. */
  handle<Task extends object>(queue: Queue<Task>, handler: Handler<Task>): void;
  /** Enqueues with the transaction: the jobs exist exactly when that commits. Call `wake` after the commit. */
  send<Task extends object>(tx: Tx, queue: Queue<Task>, ...tasks: readonly Task[]): Promise<void>;
  /** Enqueues on its own; with `everySeconds`, only when nobody has within such a span. */
  sendNow<Task extends object>(queue: Queue<Task>, tasks: readonly Task[], everySeconds?: number): Promise<void>;
  /** Enqueues on its own, or with a transaction, to be done after so many seconds. */
  sendLater<Task extends object>(queue: Queue<Task>, tasks: readonly Task[], seconds: number, tx?: Tx): Promise<void>;
  /** Those of these tasks that stand in no job of the queue which waits or is under way. */
  lost<Task extends object>(queue: Queue<Task>, tasks: readonly Task[]): Promise<Task[]>;
  /** Looks for jobs at once instead of at the next poll. */
  wake<Task extends object>(queue: Queue<Task>): void;
  /** Begins working off what is there, in the background. Sending begins it too. */
  start(): void;
  /** Lets what is under way finish, for a few seconds; what does not is done again by the next start. */
  stop(): Promise<void>;
}

export interface JobsParts {
  readonly database: Database;
  /** Whether this process works jobs off; otherwise it only sends them. */
  readonly works: boolean;
  readonly log: (error: unknown) => void;
}

/** A process that died is noticed once its jobs have been silent for so long. */
const silenceSeconds = 10;
const superviseSeconds = 5;
/** Jobs of other processes are found within this; our own wake us. */
const pollSeconds = 3;
const mostSeconds = 600;
/** A server that has just started answers its first requests before it looks for work that was left. */
const quietStartMs = 2000;
const againMs = 5000;
/** More than a mail server gets to take a letter; with what stops before it, less than a service manager waits. */
const partingMs = 7000;

/** Jobs in PostgreSQL by pg-boss, in a schema of its own. It is loaded with the first job, not with the server. */
export function openJobs({ database, works, log }: JobsParts): Jobs {
  const handlers = new Map<string, { queue: Queue<object>; handler: Handler<object> }>();
  let opening: Promise<PgBoss> | undefined;
  let beginning: NodeJS.Timeout | undefined;
  let isStopped = false;

  async function open(): Promise<PgBoss> {
    const { PgBoss: Boss } = await import("pg-boss");
    const boss = new Boss({
      db: onPool(database.db),
      schema: "jobs",
      schedule: false,
      supervise: works,
      superviseIntervalSeconds: superviseSeconds,
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
      // One that stood there already keeps what an earlier version said of it.
      await boss.updateQueue(queue.name, settingsOf(queue));
    }
    if (works && !isStopped) for (const { queue, handler } of handlers.values()) await work(boss, queue, handler);
    return boss;
  }

  async function work(boss: PgBoss, queue: Queue<object>, handler: Handler<object>) {
    await boss.work(
      queue.name,
      {
        batchSize: queue.batch,
        pollingIntervalSeconds: pollSeconds,
        perJobResults: true,
        // A job keeps the limit it was sent with.
        includeMetadata: true,
        localConcurrency: queue.loops,
        ...(queue.turns && { localGroupConcurrency: queue.turns.most }),
      },
      async (found: JobWithMetadata[]) => {
        const failed = await handler(
          found.map((job) => ({ id: job.id, task: job.data, isLast: job.retryCount >= job.retryLimit })),
        );
        // There is more where a full batch came from.
        if (found.length >= queue.batch) wakeLoops(boss, queue.name);
        return found.map(({ id }) => {
          const error = failed.get(id);
          return error ? { id, status: "failed" as const, output: error } : { id, status: "completed" as const };
        });
      },
    );
  }

  const ready = () => {
    opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };

  function begin(delayMs: number) {
    beginning = setTimeout(() => {
      ready().catch((error: unknown) => {
        log(error);
        if (!isStopped) begin(againMs);
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
      const options = everySeconds ? { singletonSeconds: everySeconds } : {};
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
    async lost<Task extends object>({ name }: Queue<Task>, tasks: readonly Task[]) {
      await ready();
      const { rows } = await sql<{
        task: Task;
      }>`select task from jsonb_array_elements(${JSON.stringify(tasks)}::jsonb) task
        where not exists (select from jobs.job where name = ${name} and state < 'completed' and data = task)`.execute(
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
    start() {
      if (works) begin(quietStartMs);
    },
    async stop() {
      isStopped = true;
      clearTimeout(beginning);
      const boss = await opening?.catch(() => undefined);
      if (!boss) return;
      // pg-boss looks only every half second whether its workers are through; this waits for exactly as long as they take.
      const idle = Promise.all([...handlers.keys()].map((name) => boss.offWork(name, { wait: true })));
      const parting = new AbortController();
      await Promise.race([idle, sleep(partingMs, undefined, { signal: parting.signal }).catch(() => {})]);
      parting.abort();
      await boss.stop({ graceful: false });
    },
  };
}

function wakeLoops(boss: PgBoss, queue: string): void {
  for (const { id, name } of boss.getWipData()) if (name === queue) boss.notifyWorker(id);
}

function turnOf<Task extends object>({ turns }: Queue<Task>, task: Task) {
  const id = turns?.of(task);
  return id === undefined ? {} : { group: { id } };
}

const settingsOf = ({ retries, retrySeconds, seconds = mostSeconds }: Queue<object>) => ({
  retryLimit: retries,
  retryDelay: retrySeconds,
  retryBackoff: true,
  retryDelayMax: mostSeconds,
  heartbeatSeconds: silenceSeconds,
  expireInSeconds: seconds,
  deleteAfterSeconds: 3600,
});

/** pg-boss within a transaction of ours. */
const within = (tx: Tx) => ({
  executeSql: (text: string, values: unknown[] = []) => tx.executeQuery(CompiledQuery.raw(text, values)),
});

/**
 * pg-boss on our own pool. Some of its texts hold a whole transaction: when one of them fails in the middle, its connection must
 * not go back to the pool as it is.
 */
const onPool = (db: Db) => ({
  executeSql: (text: string, values: unknown[] = []) =>
    db.connection().execute(async (connection) => {
      try {
        return await connection.executeQuery(CompiledQuery.raw(text, values));
      } catch (error) {
        if (/^\s*begin\b/i.test(text)) await connection.executeQuery(CompiledQuery.raw("rollback")).catch(() => {});
        throw error;
      }
    }),
});
