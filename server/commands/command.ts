import { existsSync } from "node:fs";
import path from "node:path";
import type { Config } from "../platform/config/config.ts";
import { type Database, connect } from "../platform/db/connect.ts";
import { openDatabase } from "../platform/db/embedded.ts";
import { isMigrated } from "../platform/db/migrate.ts";

/** Writes what a command has found to standard output, as a line. */
export const say = (line: string) => void process.stdout.write(`${line}\n`);

/** Writes what went wrong, and how far a command is, to standard error. */
export const complain = (what: unknown) =>
  void process.stderr.write(`${what instanceof Error ? what.message : String(what).trimEnd()}\n`);

/** Whether a server ever kept its own database in `DATA_DIR`. */
export const hasCluster = ({ dataDir }: Config): boolean => existsSync(path.join(dataDir, "pgdata", "PG_VERSION"));

/** Throws one sentence where there is no database at all, which a server would make and a command must not. */
export function demandCluster(config: Config): void {
  if (config.databaseUrl || hasCluster(config)) return;
  throw new Error(
    `There is no database: DATABASE_URL is not set, and there is none in ${config.dataDir}. Set DATABASE_URL, or DATA_DIR, as the server has it.`,
  );
}

/**
 * Does a command's work on the server's database, also beside a running server, and closes what that took. Makes no database: rejects with
 * one sentence where there is none.
 */
export async function withDatabase<T>(
  config: Config,
  connections: number,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  demandCluster(config);
  const postgres = await openDatabase({
    dataDir: config.dataDir,
    url: config.databaseUrl,
    binDir: config.postgresBin,
    log: complain,
  });
  const database = connect(postgres.connection, connections, complain);
  try {
    const client = await database.dedicated();
    if (!(await isMigrated(client).finally(() => client.end())))
      throw new Error(
        "No server was ever started on this database: set DATABASE_URL, or DATA_DIR, as the server has it.",
      );
    return await work(database);
  } finally {
    await database.close();
    await postgres.stop();
  }
}

/** What a command is to do; undefined where it does not understand, which it says, with its usage, and ends with 2. */
export function understand<Task>(read: () => Task, usage: string): Task | undefined {
  try {
    return read();
  } catch (error) {
    complain(error);
    complain(usage);
    process.exitCode = 2;
    return undefined;
  }
}

/** Runs a command to its end. One that fails says why and exits with 1. */
export async function runToEnd(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    complain(error);
    process.exitCode = 1;
  }
}
