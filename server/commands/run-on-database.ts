import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import path from "node:path";
import { printError, demandCluster, hasCluster, runToEnd } from "./command.ts";
import { type Config, readConfig } from "../platform/config/config.ts";
import { openDatabase } from "../platform/db/embedded.ts";

/*
 * `npm run db -- [--create] program [arguments]`: runs a program such as pg_dump, pg_restore or psql on the database in DATA_DIR, with
 * PGHOST, PGPORT, PGUSER and PGDATABASE set. If no server runs, it starts PostgreSQL itself. `--create` makes a new, empty database if
 * there is none. Ends with the program's exit code.
 */
const usage = "npm run db -- [--create] program [arguments]";

async function main(config: Config, isNew: boolean, program: string, args: readonly string[]): Promise<void> {
  if (config.databaseUrl)
    throw new Error(`This is for the database in DATA_DIR. Give the other one to ${program} itself: "$DATABASE_URL"`);
  const folder = path.join(config.dataDir, "pgdata");
  if (!isNew) demandCluster(config);
  else if (hasCluster(config)) throw new Error(`There is a database in ${folder}: move it aside first.`);
  const postgres = await openDatabase({
    dataDir: config.dataDir,
    binDir: config.postgresBin,
    archives: config.backups.place !== null,
    log: printError,
  });
  try {
    if (isNew && postgres.role !== "owner") throw new Error(`A server has just started in ${config.dataDir}: stop it.`);
    const { host, port, user, database } = postgres.connection;
    const env = {
      ...process.env,
      // APP_PG_BIN first: it may hold the client programs of the same version.
      PATH: [config.postgresBin, process.env["PATH"]].filter(Boolean).join(path.delimiter),
      PGHOST: host,
      PGPORT: String(port),
      PGUSER: user,
      PGDATABASE: database,
    };
    process.exitCode = await ended(spawn(program, args, { env, stdio: "inherit" }));
    if (isNew && process.exitCode !== 0)
      printError(`${program} ended with ${process.exitCode}: remove ${folder}, which is not complete, and try again.`);
  } finally {
    await postgres.stop();
  }
}

/** Waits for the child and returns its exit code as a shell would. Signals to this process go to the child. */
function ended(child: ChildProcess): Promise<number> {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve(signal ? 128 + constants.signals[signal] : (code ?? 1)));
  });
}

const given = process.argv.slice(2);
const isNew = given[0] === "--create";
const [program, ...args] = isNew ? given.slice(1) : given;
if (!program || program.startsWith("-")) {
  printError(usage);
  process.exitCode = 2;
} else await runToEnd(() => main(readConfig(process.env), isNew, program, args));
