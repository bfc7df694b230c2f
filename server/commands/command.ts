import { existsSync } from "node:fs";
import path from "node:path";
import type { Config } from "../platform/config/config.ts";
import { type Database, connect } from "../schema/database.ts";
import { type RunningDatabase, openDatabase } from "../platform/db/embedded.ts";
import { presentFolder } from "../platform/db/embedded/exchange.ts";
import { isMigrated } from "../platform/db/migrate.ts";

/** Writes a line of a command's result to standard output. */
export const printLine = (line: string) => void process.stdout.write(`${line}\n`);

/** Writes an error, or a command's progress, to standard error. */
export const printError = (what: unknown) =>
  void process.stderr.write(`${what instanceof Error ? what.message : String(what).trimEnd()}\n`);

/** Whether a server ever kept its own database in `DATA_DIR`. */
export const hasCluster = ({ dataDir }: Config): boolean => existsSync(path.join(presentFolder(dataDir), "PG_VERSION"));

/** Throws one sentence if there is no database. A server would make one; a command must not. */
export function demandCluster(config: Config): void {
  if (config.databaseUrl || hasCluster(config)) return;
  throw new Error(
    `There is no database: DATABASE_URL is not set, and there is none in ${config.dataDir}. Set DATABASE_URL, or DATA_DIR, as the server has it.`,
  );
}

/**
 * Runs `work` on the server's database, also while a server runs, and closes the database afterwards. Makes no database: rejects with
 * one sentence if there is none.
 */
export async function withDatabase<T>(
  config: Config,
  connections: number,
  work: (database: Database, connection: RunningDatabase["connection"]) => Promise<T>,
): Promise<T> {
  demandCluster(config);
  const postgres = await openDatabase({
    dataDir: config.dataDir,
    url: config.databaseUrl,
    binDir: config.postgresBin,
    archives: config.backups.place !== null,
    log: printError,
  });
  const database = connect(postgres.connection, connections, printError);
  try {
    const client = await database.dedicated();
    if (!(await isMigrated(client).finally(() => client.end())))
      throw new Error(
        "No server was ever started on this database: set DATABASE_URL, or DATA_DIR, as the server has it.",
      );
    return await work(database, postgres.connection);
  } finally {
    await database.close();
    await postgres.stop();
  }
}

/** Reads the arguments of a command. If `read` throws, prints the error and the usage, sets exit code 2 and returns undefined. */
export function readArguments<Task>(read: () => Task, usage: string): Task | undefined {
  try {
    return read();
  } catch (error) {
    printError(error);
    printError(usage);
    process.exitCode = 2;
    return undefined;
  }
}

/** Runs a command to its end. One that fails says why and exits with 1. */
export async function runToEnd(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    printError(error);
    process.exitCode = 1;
  }
}
