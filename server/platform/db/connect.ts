// Decision 005: why statements and silent connections time out.
// Written by hand because `pg` leaves retries, silent connections and prepared statements to its users.
import { Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import { isOutdated, preparing } from "./prepared.ts";
import { maxStatementMs, withSettings } from "./session.ts";
import type { SqlText } from "./sql-text.ts";
import type { PlatformTables } from "./tables.ts";

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// A calendar day has no time zone, so it stays text.
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day);

/** A database with these tables. One with more tables may stand in for it. */
export type Db<Tables = PlatformTables> = Kysely<Tables>;
export type Tx<Tables = PlatformTables> = Transaction<Tables>;

/** A statement prepared once per connection under its name. */
export interface Statement {
  readonly name: string;
  readonly text: SqlText;
}

export interface Database<Tables = PlatformTables> {
  readonly db: Db<Tables>;
  /** The first column of the first row of a prepared statement; null when there is no row. */
  one<T>(statement: Statement, values: readonly unknown[]): Promise<T | null>;
  /** The first row of a prepared statement, its columns in order; null when there is no row. */
  row<T extends readonly unknown[]>(statement: Statement, values: readonly unknown[]): Promise<T | null>;
  /** All rows of a prepared statement, their columns in order. */
  rows<T extends readonly unknown[]>(statement: Statement, values: readonly unknown[]): Promise<readonly T[]>;
  /** Runs `work` in one transaction. On 40001 and 40P01 it runs `work` again, at most five times in all. */
  transact<T>(work: (tx: Tx<Tables>) => Promise<T>): Promise<T>;
  /** The connections of the pool: how many it may open, how many are in use, and how many requests wait for one. */
  pool(): { readonly max: number; readonly used: number; readonly waiting: number };
  /** Opens a connection outside the pool, without a timeout, for LISTEN and migrations. The caller ends it. */
  dedicated(): Promise<pg.Client>;
  close(): Promise<void>;
}

const waitingForCommit = new WeakMap<object, (() => void)[]>();

/** Runs `run`, which never throws, once a transaction of `transact` is committed. After a rollback it never runs. */
export function afterCommit<Tables>(tx: Tx<Tables>, run: () => void): void {
  const waiting = waitingForCommit.get(tx);
  if (!waiting) throw new Error("Only a transaction of `transact` tells when it is committed.");
  waiting.push(run);
}

/** Runs `work` at most five times. A deadlock or a serialization failure rolled everything back, so a retry is safe. */
async function retrying<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === 5 || !isRetryable(error)) throw error;
    }
  }
}

const isRetryable = (error: unknown) =>
  isOutdated(error) ||
  (error instanceof Error && "code" in error && (error.code === "40001" || error.code === "40P01"));

/** Longer than any statement may take, so the connection must be dead. */
const maxSilenceMs = maxStatementMs + 5000;
/** Proxies and firewalls drop connections that are idle for long. */
const keepAliveMs = 10_000;

/**
 * Opens a pool of at most `size` connections. It connects with the first query, which fails within 3 s if the database cannot be
 * reached. If the database stops answering, a query fails after `silentMs`, and its connection is closed.
 */
export function connect<Tables = PlatformTables>(
  connection: pg.PoolConfig,
  size = 16,
  log: (error: Error) => void = () => {},
  silentMs = maxSilenceMs,
): Database<Tables> {
  const settings: pg.PoolConfig = {
    ...withSettings(connection),
    connectionTimeoutMillis: 3000,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
  };
  const pool = new pg.Pool({ ...settings, max: size, idleTimeoutMillis: 30_000, query_timeout: silentMs });
  let isClosing = false;
  // Without a listener, a broken idle connection would end the process. Errors while we close are expected.
  pool.on("error", (error) => isClosing || log(error));
  // The pool does not listen on connections in use. If one breaks between two statements, the next statement fails.
  pool.on("connect", (client) => void client.on("error", () => {}));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: preparing(pool) }) });
  const rows = async <T extends readonly unknown[]>({ name, text }: Statement, values: readonly unknown[]) => {
    const found = await pool.query<unknown[]>({ name, text, values: [...values], rowMode: "array" });
    return found.rows as unknown as readonly T[];
  };
  const row = async <T extends readonly unknown[]>(statement: Statement, values: readonly unknown[]) =>
    (await rows<T>(statement, values))[0] ?? null;
  return {
    db,
    row,
    rows,
    one: async <T>(statement: Statement, values: readonly unknown[]) =>
      (await retrying(() => row<[T]>(statement, values)))?.[0] ?? null,
    transact: (work) =>
      retrying(async () => {
        const waiting: (() => void)[] = [];
        const result = await db.transaction().execute((tx) => {
          waitingForCommit.set(tx, waiting);
          return work(tx);
        });
        for (const run of waiting) run();
        return result;
      }),
    pool: () => ({ max: size, used: pool.totalCount - pool.idleCount, waiting: pool.waitingCount }),
    async dedicated() {
      const client = new pg.Client(settings);
      // Without a listener, an error would end the process.
      client.on("error", log);
      await client.connect();
      return client;
    },
    async close() {
      isClosing = true;
      await db.destroy();
      // Kysely leaves a pool open that it has not used itself.
      if (!pool.ending) await pool.end();
    },
  };
}

const unreachableCodes =
  /^(ECONNREFUSED|ECONNRESET|ENOENT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPIPE|ETIMEDOUT|57P0[1-3]|53300|08\d{3})$/;

/** Whether an error means that the database cannot be reached now, so that a later try may succeed. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("code" in error && typeof error.code === "string" && unreachableCodes.test(error.code)) return true;
  return /Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|not queryable/i.test(
    error.message,
  );
}
