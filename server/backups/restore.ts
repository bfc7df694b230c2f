import { createWriteStream } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { plural } from "#contract/locale.ts";
import { endEverybodysAccess } from "../accounts/sessions/end-access-store.ts";
import { checkStore } from "../media/upkeep/check-store.ts";
import { ownershipStore } from "../media/upkeep/ownership-store.ts";
import { takeStore } from "../media/upkeep/ownership.ts";
import { sumStore } from "../media/upkeep/sum-store.ts";
import { isBefore } from "../platform/backups/cluster/wal-archive.ts";
import { recoverCluster, unpackCluster } from "../platform/backups/cluster/restore-cluster.ts";
import type { Place } from "../platform/backups/places/place.ts";
import { loadTables } from "../platform/backups/tables/load-tables.ts";
import type { BlobKey, Blobs } from "../platform/blobs/blobs.ts";
import { openBlobs } from "../platform/blobs/open-blobs.ts";
import { prepareBucket } from "../platform/blobs/s3-setup.ts";
import { type RunningDatabase, openDatabase } from "../platform/db/embedded.ts";
import { markUnfinished, unmarkUnfinished } from "../platform/backups/unfinished.ts";
import { migrate } from "../platform/db/migrate.ts";
import { type Database, connect } from "../schema/database.ts";
import { schemaFolders } from "../schema/folders.ts";
import { filesOf } from "./check-backup.ts";
import { checkFile, getCompressed, getFile, measured } from "./files.ts";
import type { Manifest } from "./manifest.ts";
import { eachKey, openCopy, photosIn, photosOf } from "./photos.ts";
import type { RestorePlan } from "./restore-plan.ts";
import { photoIds } from "./site-store.ts";
import { forgetTaken } from "./taken-store.ts";

export interface Restored {
  /** How many files of photos were restored. */
  readonly photos: number;
  /** What is wrong with files of photos: `{key} is missing`. Everything else was restored. */
  readonly faults: readonly string[];
}

/**
 * Restores a site as planned: checks every file of the database's copy first, then writes the key, the database and the photos. Ends all
 * sessions, and makes the restored database the owner of the photos. If it rejects, DATA_DIR is as empty as before.
 */
export async function restore(plan: RestorePlan, say: (progress: string) => void): Promise<Restored> {
  const { place, config, backup } = plan;
  const { dataDir } = config;
  say("Checking the backup");
  for (const file of filesOf(backup.manifest)) await checkFile(place, file);
  if (config.s3) await prepareBucket(config.s3, { publicUrl: config.publicUrl, log: say });

  await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  await markUnfinished(dataDir);
  try {
    await restoreKey(place, dataDir, backup.manifest);
    const restored = await restoreAll(plan, say);
    await unmarkUnfinished(dataDir);
    return restored;
  } catch (error) {
    for (const name of await readdir(dataDir)) await rm(path.join(dataDir, name), { recursive: true, force: true });
    throw error;
  }
}

async function restoreAll(plan: RestorePlan, say: (progress: string) => void): Promise<Restored> {
  say("Restoring the database");
  const running = await restoreDatabase(plan, say);
  const database = connect(running.connection, 8, (error) => say(error.message));
  try {
    await settleDatabase(database);
    const restored = await restorePhotos(plan, database, say);
    await takeStore({ blobs: openBlobs(plan.config), store: ownershipStore(database) });
    return restored;
  } finally {
    await database.close();
    await running.stop();
  }
}

type Cluster = NonNullable<Manifest["cluster"]>;

async function restoreKey(place: Place, dataDir: string, { secretKey }: Manifest): Promise<void> {
  if (!secretKey) return;
  const file = createWriteStream(path.join(dataDir, "secret.key"), { mode: 0o600, flags: "wx", flush: true });
  await pipeline(await getFile(place, secretKey), file);
}

async function restoreDatabase(plan: RestorePlan, say: (progress: string) => void): Promise<RunningDatabase> {
  const { place, config, backup } = plan;
  const { dataDir, postgresBin } = config;
  const { cluster, tables, migrations } = backup.manifest;
  if (plan.from === "cluster" && cluster) {
    await unpackCluster(await getCompressed(place, cluster.file), dataDir);
    const walFolder = path.join(dataDir, "restored-wal");
    if (plan.withWal) await fetchWal(place, cluster, walFolder, say);
    const running = await recoverCluster({
      dataDir,
      binDir: postgresBin,
      ...(plan.withWal && { walFolder }),
      log: say,
    });
    await rm(walFolder, { recursive: true, force: true });
    return running;
  }
  const running = await openDatabase({ dataDir, url: config.databaseUrl, binDir: postgresBin, log: say });
  const database = connect(running.connection, 1);
  try {
    const client = await database.dedicated();
    const files = new Map(tables.map(({ name, file }) => [name, file]));
    await loadTables(client, schemaFolders, { tables, migrations }, (table) =>
      getCompressed(place, files.get(table)!),
    ).finally(() => client.end());
    return running;
  } catch (error) {
    await running.stop();
    throw error;
  } finally {
    await database.close();
  }
}

/** Fetches the WAL that was archived since the copy. */
async function fetchWal(place: Place, { archive, firstWal }: Cluster, folder: string, say: (progress: string) => void) {
  await mkdir(folder, { mode: 0o700 });
  let count = 0;
  for await (const { name } of place.list(`wal/${archive}/`)) {
    if (isBefore(path.basename(name), firstWal)) continue;
    const source = await place.get(name);
    if (!source) continue;
    await pipeline(source, createWriteStream(path.join(folder, path.basename(name)), { mode: 0o600 }));
    say(`Fetching the log: ${plural(++count, { one: "1 part", other: `${count} parts` })}`);
  }
}

/** Brings the schema up to date, and ends what would let people in by an old secret. */
async function settleDatabase(database: Database): Promise<void> {
  const client = await database.dedicated();
  await migrate(client, schemaFolders).finally(() => client.end());
  await database.transact(async (tx) => {
    await endEverybodysAccess(tx);
    await forgetTaken(tx);
  });
}

/** Restores the files of the photos that the restored database knows, and of the pictures that all examples share. */
async function restorePhotos(
  plan: RestorePlan,
  database: Database,
  say: (progress: string) => void,
): Promise<Restored> {
  const { place, config, backup } = plan;
  const blobs = openBlobs(config);
  const there = await photosIn(place);
  const listed = plan.withWal ? there : new Set(await photosOf(place, backup));
  const known = await knownIds(database, listed);
  const wanted = [...listed].filter((key) => !isDated(key) || known.has(idOf(key)));
  const { sumOf } = sumStore(database);
  const faults: string[] = [];
  let photos = 0;
  await eachKey(wanted, async (key) => {
    const fault = await restorePhoto({ place, blobs }, key, async () => sumOf(idOf(key)));
    if (fault === undefined) photos++;
    else faults.push(`${key} ${fault}`);
    say(`Restoring photos: ${photos} of ${wanted.length} files`);
  });
  for (const id of await photoIds(database)) if (!there.has(`${id}/original`)) faults.push(`${id}/original is missing`);
  return { photos, faults: [...new Set(faults)] };
}

/** Writes a file. Returns what is wrong with it: it is gone, breaks off, or is an original with another SHA-256 than at its upload. */
async function restorePhoto(
  { place, blobs }: { place: Place; blobs: Blobs },
  key: BlobKey,
  sumOf: () => Promise<string | undefined>,
): Promise<string | undefined> {
  const source = await openCopy(place, key);
  if (!source) return "is missing";
  const { sha256 } = await measured(source, (bytes) => blobs.put(key, bytes));
  const sum = key.endsWith("/original") ? await sumOf() : undefined;
  return sum === undefined || sha256 === sum ? undefined : "differs from its upload";
}

const idOf = (key: BlobKey): string => key.slice(0, 36);

/** Ids of uploads are UUIDs of version 7. The pictures of examples have ids of another version, and no rows. */
const isDated = (key: BlobKey): boolean => key[14] === "7";

const batchSize = 1000;

async function knownIds(database: Database, keys: ReadonlySet<BlobKey>): Promise<ReadonlySet<string>> {
  const ids = [...new Set([...keys].filter(isDated).map(idOf))];
  const known = new Set<string>();
  for (let i = 0; i < ids.length; i += batchSize)
    for (const id of await checkStore(database).knownOf(ids.slice(i, i + batchSize))) known.add(id);
  return known;
}
