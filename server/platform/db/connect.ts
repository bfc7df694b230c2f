// Decision 005: why statements and silent connections time out.
import { Kysely, PostgresDialect, type Transaction } from "kysely";
import pg from "pg";
import { isOutdated, preparing } from "./prepared.ts";
import { mostStatementMs, withSettings } from "./session.ts";
import type { SqlText } from "./sql-text.ts";
import type { Tables } from "./tables.ts";

pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// A calendar day has no time zone: it stays the text it is.
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day);

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

/** A statement prepared once per connection under its name. */
export interface Statement {
  readonly name: string;
  readonly text: SqlText;
}

export interface Database {
  readonly db: Db;
  /** The first column of the first row of a prepared statement; null when there is no row. */
  one<T>(statement: Statement, values: readonly unknown[]): Promise<T | null>;
  /** The first row of a prepared statement, its columns in order; null when there is no row. */
  row<T extends readonly unknown[]>(statement: Statement, values: readonly unknown[]): Promise<T | null>;
  /** All rows of a prepared statement, their columns in order. */
  rows<T extends readonly unknown[]>(statement: Statement, values: readonly unknown[]): Promise<readonly T[]>;
  /** Runs `work` in one transaction; starts over when the database asks for it (40001, 40P01), up to five times. */
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** A connection of its own, outside the pool, for LISTEN and migrations; it waits for answers without end. The caller ends it. */
  dedicated(): Promise<pg.Client>;
  close(): Promise<void>;
}

/** Five times at most: a deadlock or a failed serialization undid everything, so it may simply be done again. */
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

/** Longer than any statement may take: then it is the line that fell silent. */
const mostSilentMs = mostStatementMs + 5000;
/** What lies between us and the database may forget lines that say nothing. */
const sayHelloMs = 10_000;

/**
 * Opens a pool of at most `size` connections. An unreachable database fails a query within 3 s, never at start; one that falls silent
 * fails it after `silentMs`, and its connection is not used again.
 */
export function connect(
  connection: pg.PoolConfig,
  size = 16,
  log: (error: Error) => void = () => {},
  silentMs = mostSilentMs,
): Database {
  const settings: pg.PoolConfig = {
    ...withSettings(connection),
    connectionTimeoutMillis: 3000,
    keepAlive: true,
    keepAliveInitialDelayMillis: sayHelloMs,
  };
  const pool = new pg.Pool({ ...settings, max: size, idleTimeoutMillis: 30_000, query_timeout: silentMs });
  let isClosing = false;
  // An idle connection that dies would otherwise end the process. One that is cut off while it says goodbye is no news.
  pool.on("error", (error) => isClosing || log(error));
  // One that dies in a transaction, between two statements, too: there the pool does not listen, and the next statement fails.
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
    transact: (work) => retrying(() => db.transaction().execute(work)),
    async dedicated() {
      const client = new pg.Client(settings);
      // Heard before anyone else can listen: an error that nobody hears ends the process.
      client.on("error", log);
      await client.connect();
      return client;
    },
    close() {
      isClosing = true;
      return db.destroy();
    },
  };
}

const gone =
  /^(ECONNREFUSED|ECONNRESET|ENOENT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPIPE|ETIMEDOUT|57P0[1-3]|53300|08\d{3})$/;

/** Whether an error says that the database cannot be reached just now, so that asking again later helps. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ("code" in error && typeof error.code === "string" && gone.test(error.code)) return true;
  return /Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|not queryable/i.test(
    error.message,
  );
}
