import type { Config } from "./config.ts";
import { type Database, connect } from "./db/connect.ts";
import { openDatabase } from "./db/embedded.ts";

/** Writes what a command has found to standard output, as a line. */
export const say = (line: string) => void process.stdout.write(`${line}\n`);

/** Writes what went wrong, and how far a command is, to standard error. */
export const complain = (what: unknown) =>
  void process.stderr.write(`${what instanceof Error ? what.message : String(what).trimEnd()}\n`);

/** Does a command's work on the server's database, also beside a running server, and closes what that took. */
export async function withDatabase<T>(
  config: Config,
  connections: number,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const postgres = await openDatabase({
    dataDir: config.dataDir,
    url: config.databaseUrl,
    binDir: config.postgresBin,
    log: complain,
  });
  const database = connect(postgres.connection, connections, complain);
  try {
    return await work(database);
  } finally {
    await database.close();
    await postgres.stop();
  }
}

/** Runs a command to its end; one that fails says why, and ends with this exit code. */
export async function runToEnd(main: () => Promise<void>, codeOfFailure = 1): Promise<void> {
  try {
    await main();
  } catch (error) {
    complain(error);
    process.exitCode = codeOfFailure;
  }
}
