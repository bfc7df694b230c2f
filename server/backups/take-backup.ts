// Decision 110: what a backup is, and why there are two copies of the database in it.
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { plural } from "#contract/locale.ts";
import { removeChecks } from "../platform/backups/cluster/check-cluster.ts";
import { copyCluster } from "../platform/backups/cluster/copy-cluster.ts";
import { readArchiveId } from "../platform/backups/cluster/wal-archive.ts";
import type { Place } from "../platform/backups/places/place.ts";
import { copyTables } from "../platform/backups/tables/copy-tables.ts";
import type { BlobKey, Blobs } from "../platform/blobs/blobs.ts";
import type { RunningDatabase } from "../platform/db/embedded.ts";
import type { Database } from "../schema/database.ts";
import { version } from "../platform/version.ts";
import { checkBackup, filesOf } from "./check-backup.ts";
import { putCompressed, putFile } from "./files.ts";
import { type Backup, type Manifest, backupsIn, folderOf, manifestFile, nameAt } from "./manifest.ts";
import { copyOut, eachKey, photosIn } from "./photos.ts";
import { prune } from "./prune.ts";
import { photoIds, siteOf } from "./site-store.ts";
import { type WholeBackup, noteTaken } from "./taken-store.ts";

export interface BackupParts {
  readonly place: Place;
  readonly database: Database;
  /** Connects to our own PostgreSQL; null if the database is elsewhere. */
  readonly cluster: RunningDatabase["connection"] | null;
  /** Absolute. */
  readonly dataDir: string;
  readonly postgresBin: string | undefined;
  readonly blobs: Blobs;
  /** Backups older than this are removed. */
  readonly days: number;
  /** Tells a person how far it is. */
  readonly say: (progress: string) => void;
}

export interface TakenBackup extends Backup {
  /** How many files of photos were copied by this backup; the others were there. */
  readonly copied: number;
  /** The ids of photos in it whose files were deleted before they could be copied. */
  readonly deleted: readonly string[];
  /** The ids of photos whose files are not in the store, although their rows are. */
  readonly lost: readonly string[];
}

/**
 * Copies the whole site to a place while it runs: the database, the key file, then the files of photos that are not there yet. The backup
 * counts once its copies have been read back and the copy of PostgreSQL was opened. Then removes what is older than `days`. Rejects with
 * one sentence, and leaves earlier backups as they are.
 */
export async function takeBackup(parts: BackupParts, now = new Date()): Promise<TakenBackup> {
  const client = await parts.database.dedicated();
  try {
    const { rows } = await client.query<{ free: boolean }>("select pg_try_advisory_lock($1) free", [lock]);
    if (rows[0]?.free !== true) throw new BackupRuns("Another process is making a backup of this site: wait for it.");
    await removeChecks(parts.dataDir);
    return await takeAlone(parts, now);
  } finally {
    await client.end();
  }
}

/** Names the lock of backups among those of the database. */
const lock = 110_110_110;

/** Another process is making a backup of this site. */
export class BackupRuns extends Error {}

async function takeAlone(parts: BackupParts, now: Date): Promise<TakenBackup> {
  const { place, database, dataDir, days, say } = parts;
  await place.answers();
  const site = await siteOf(database);
  const earlier = await backupsIn(place);
  if (earlier.some(({ manifest }) => manifest.site !== site))
    throw new Error(`${place.title} holds backups of another site: choose another place.`);
  const name = nameAt(now);
  const before = await photosIn(place);
  const rows = await photoIds(database);

  say("Copying the database");
  const copies = await copyDatabase(parts, name);
  const keyFile = path.join(dataDir, "secret.key");
  const hasKey = await stat(keyFile).then(
    () => true,
    () => false,
  );
  const secretKey = hasKey ? await putFile(place, `${folderOf(name)}secret.key`, createReadStream(keyFile)) : null;

  const photos = await copyPhotos(parts, before);
  const list = [...photos.keys].map((key) => `${key}\n`);
  const manifest: Manifest = {
    format: 1,
    site,
    program: version,
    began: now.toISOString(),
    ended: new Date().toISOString(),
    ...copies,
    photos: {
      count: photos.keys.size,
      list: await putCompressed(place, `${folderOf(name)}photos.txt.zst`, Readable.from(list)),
    },
    secretKey,
  };
  say("Checking the copy");
  await checkBackup({ place, dataDir, postgresBin: parts.postgresBin }, manifest);
  await putFile(place, manifestFile(name), Readable.from([`${JSON.stringify(manifest, null, 2)}\n`]));
  const taken = { name, manifest };
  await noteTaken(database, asNoted(taken, place), days);
  await prune({ place, backups: [taken, ...earlier], before, days }, now);

  const still = await photoIds(database);
  const missing = [...rows].filter((id) => !photos.keys.has(`${id}/original`));
  return {
    ...taken,
    copied: photos.copied,
    deleted: missing.filter((id) => !still.has(id)),
    lost: missing.filter((id) => still.has(id)),
  };
}

const asNoted = ({ name, manifest }: Backup, place: Place): WholeBackup => ({
  name,
  place: place.title,
  endedAt: new Date(),
  databaseBytes: filesOf(manifest).reduce((sum, { bytes }) => sum + bytes, 0),
  photoFiles: manifest.photos.count,
});

/** Copies the database: PostgreSQL's files, if it is ours, and each table for any PostgreSQL. */
async function copyDatabase(
  { place, cluster, database, dataDir }: BackupParts,
  name: string,
): Promise<Pick<Manifest, "cluster" | "migrations" | "tables">> {
  const folder = folderOf(name);
  const archive = readArchiveId(path.join(dataDir, "wal"));
  const physical =
    cluster &&
    (await copyCluster(cluster, path.join(dataDir, "pgdata"), (tar) =>
      putCompressed(place, `${folder}cluster.tar.zst`, tar),
    ));
  const until = new Date().toISOString();
  const files = new Map<string, Manifest["tables"][number]["file"]>();
  const client = await database.dedicated();
  const { tables, migrations } = await copyTables(client, async (table, rows) => {
    files.set(table, await putCompressed(place, `${folder}tables/${table}.copy.zst`, rows));
  }).finally(() => client.end());
  return {
    cluster: physical && {
      major: physical.major,
      archive,
      firstWal: physical.firstWal,
      until,
      file: physical.written,
    },
    migrations: [...migrations],
    tables: tables.map(({ name: table, columns, rows }) => ({
      name: table,
      columns: [...columns],
      rows,
      file: files.get(table)!,
    })),
  };
}

/** Copies the files of photos that are not in `before`. Returns the keys of all that are in the place and in the store. */
async function copyPhotos({ blobs, place, say }: BackupParts, before: ReadonlySet<BlobKey>) {
  const keys = new Set<BlobKey>();
  let copied = 0;
  await eachKey(blobs.list(), async (key) => {
    if (!before.has(key)) {
      if (!(await copyOut(blobs, place, key))) return;
      copied++;
    }
    keys.add(key);
    say(`Copying photos: ${plural(keys.size, { one: "1 file", other: `${keys.size} files` })}, ${copied} of them new`);
  });
  return { keys, copied };
}
