import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { formatCount } from "#contract/locale.ts";
import { passStores } from "../media/upkeep/ownership-store.ts";
import { demandFinished } from "../platform/backups/unfinished.ts";
import { type Config, readConfig } from "../platform/config/config.ts";
import type { RunningDatabase } from "../platform/db/embedded.ts";
import { writtenBy } from "../platform/db/embedded/cluster.ts";
import { presentFolder } from "../platform/db/embedded/exchange.ts";
import { describeMigrated, migrate } from "../platform/db/migrate.ts";
import { upgradeCluster } from "../platform/db/upgrade/upgrade-cluster.ts";
import { openJobs } from "../platform/jobs/jobs.ts";
import { type Database, connect } from "../schema/database.ts";
import { schemaFolders } from "../schema/folders.ts";
import { demandCluster, printError, printLine, readArguments, runToEnd } from "./command.ts";
import { withProgress } from "./progress.ts";

/*
 * `npm run upgrade-postgres`: takes the database in DATA_DIR to the major version of PostgreSQL that this program runs, while no server
 * runs. It installs the programs of the old version from npm, or uses those in the folder of `-- --from`. The old files stay beside the
 * new ones as `pgdata-<version>`, until `-- --remove-old`. Exit codes: 1 if it failed, and the database is as before; 2 for wrong
 * arguments.
 */
const usage = "npm run upgrade-postgres [-- --from folder | -- --remove-old]";

interface Task {
  readonly config: Config;
  readonly from: string | undefined;
  readonly isRemoval: boolean;
}

function readTask(): Task {
  const options = { from: { type: "string" }, "remove-old": { type: "boolean" } } as const;
  const { from, "remove-old": isRemoval = false } = parseArgs({ options }).values;
  if (isRemoval && from !== undefined) throw new Error("These options do not go together.");
  const config = readConfig(process.env);
  if (config.databaseUrl)
    throw new Error("This is for the database in DATA_DIR. Upgrade the one of DATABASE_URL by its own tools.");
  return { config, from, isRemoval };
}

/** What pg-boss notes of its own schema, and its statistics, which it makes anew. */
const ownToJobs = /^(version|bam|queue_stats.*)$/;

const schemas = [
  { name: "public", leaves: () => false },
  { name: "jobs", leaves: (table: string) => ownToJobs.test(table) },
];

async function main({ config, from, isRemoval }: Task): Promise<void> {
  const { dataDir, postgresBin } = config;
  demandCluster(config);
  demandFinished(dataDir);
  if (isRemoval) return removeOld(dataDir);
  const told = new Set<string>();
  const done = await withProgress((say) =>
    upgradeCluster({
      dataDir,
      binDir: postgresBin,
      oldBinDir: from,
      schemas,
      prepare: async (connection) => {
        const line = await withDatabase(connection, prepare);
        if (line !== null) told.add(line);
      },
      finish: (old, fresh) =>
        withDatabase(old, (source) => withDatabase(fresh, (target) => passStores(source, target))),
      say,
      log: printError,
    }),
  );
  if (!done) return printLine(`The database in ${dataDir} is of this version of PostgreSQL.`);
  for (const line of told) printLine(line);
  printLine(
    `Upgraded PostgreSQL ${done.from} to ${done.to}: ${formatCount(done.rows)} rows in ${done.tables} tables, counted on both sides.`,
  );
  printLine(`The old files are in ${done.kept}. When all is well: npm run upgrade-postgres -- --remove-old`);
  printLine("Start the server: npm start");
}

/** Runs the missing migrations, also those of the job queue. Resolves to a line about them for the operator; null if none ran. */
async function prepare(database: Database): Promise<string | null> {
  const client = await database.dedicated();
  const migrated = await migrate(client, schemaFolders).finally(() => client.end());
  const jobs = openJobs({ database, works: false, log: printError });
  await jobs.prepare().finally(() => jobs.stop());
  return describeMigrated(migrated);
}

async function withDatabase<T>(
  connection: RunningDatabase["connection"],
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = connect(connection, 4, printError);
  return work(database).finally(() => database.close());
}

/** Removes the files of older versions than the present one. */
async function removeOld(dataDir: string): Promise<void> {
  const present = writtenBy(presentFolder(dataDir)) ?? 0;
  const old = (await readdir(dataDir)).filter((name) => Number(/^pgdata-(\d+)$/.exec(name)?.[1]) < present);
  for (const name of old) {
    await rm(path.join(dataDir, name), { recursive: true });
    printLine(`Removed ${path.join(dataDir, name)}.`);
  }
  if (old.length === 0) printLine(`There are no old files in ${dataDir}.`);
}

const task = readArguments(readTask, usage);
if (task) await runToEnd(() => main(task));
