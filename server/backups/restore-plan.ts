import { readdir } from "node:fs/promises";
import path from "node:path";
import type { Place } from "../platform/backups/places/place.ts";
import { isEmptyDatabase } from "../platform/backups/tables/load-tables.ts";
import { describeStore, openBlobs } from "../platform/blobs/open-blobs.ts";
import type { Config } from "../platform/config/config.ts";
import { connect } from "../platform/db/connect.ts";
import { majorOfPrograms } from "../platform/db/embedded/create.ts";
import { type Backup, backupsIn } from "./manifest.ts";

export interface RestorePlan {
  readonly place: Place;
  readonly config: Config;
  readonly backup: Backup;
  /** `cluster`: our own PostgreSQL from its files and its WAL. `tables`: each table into any PostgreSQL. */
  readonly from: "cluster" | "tables";
  /** Whether to go on after the backup, as far as the archived WAL leads. */
  readonly withWal: boolean;
}

/**
 * Chooses a backup and how to restore it: the newest with all that was archived since, or the one named `at` as it was. Writes nothing.
 * Rejects with one sentence if there is none, or if something is where it would go.
 */
export async function planRestore(place: Place, config: Config, at: string | undefined): Promise<RestorePlan> {
  const backups = await backupsIn(place);
  const backup = at === undefined ? backups[0] : backups.find(({ name }) => name === at);
  if (!backup)
    throw new Error(
      backups.length === 0
        ? `There is no complete backup in ${place.title}.`
        : `There is no complete backup ${at} in ${place.title}. There are ${backups.map(({ name }) => name).join(", ")}.`,
    );
  const { cluster } = backup.manifest;
  const isOurs = config.databaseUrl === undefined;
  const fits = isOurs && cluster !== null && cluster.major === (await majorOfPrograms(config.postgresBin));
  await demandEmpty(config);
  return {
    place,
    config,
    backup,
    from: fits ? "cluster" : "tables",
    withWal: fits && at === undefined && (await hasWal(place, cluster.archive)),
  };
}

/** Whether the place has WAL of this archive. A backup that was made by hand may lie elsewhere than those of the server. */
async function hasWal(place: Place, archive: string | null): Promise<boolean> {
  if (archive !== null) for await (const _ of place.list(`wal/${archive}/`)) return true;
  return false;
}

/** The lines that say what a restore will do. */
export function describePlan({ place, config, backup: { name, manifest }, from, withWal }: RestorePlan): string[] {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const goal = config.databaseUrl === undefined ? path.join(config.dataDir, "pgdata") : "the database of DATABASE_URL";
  const how =
    from === "cluster"
      ? `from PostgreSQL's files${withWal ? ", and everything that was archived since" : ""}`
      : "from the copy of its tables";
  return [
    `Backup:   ${name} in ${place.title}, by Swellmates ${manifest.program}`,
    `Database: ${rows} rows to ${goal}, ${how}`,
    `Photos:   ${manifest.photos.count} files to ${describeStore(config)}`,
    `Key:      ${manifest.secretKey ? path.join(config.dataDir, "secret.key") : "none in the backup"}`,
    "Everybody will be logged out.",
  ];
}

/** A folder may be there, with what a mount or a command leaves in it. */
const harmless = new Set(["lost+found", "run", "tmp"]);

async function demandEmpty(config: Config): Promise<void> {
  const { dataDir, databaseUrl } = config;
  const names = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const found = names.find((name) => !harmless.has(name));
  if (found !== undefined)
    throw new Error(`${dataDir} is not empty (it has ${found}): move it aside, or set DATA_DIR to another folder.`);
  if (config.s3)
    for await (const _ of openBlobs(config).list())
      throw new Error(`${describeStore(config)} is not empty: name an empty one in S3_BUCKET.`);
  if (databaseUrl === undefined) return;
  const database = connect({ connectionString: databaseUrl }, 1);
  try {
    const client = await database.dedicated();
    const isEmpty = await isEmptyDatabase(client).finally(() => client.end());
    if (!isEmpty) throw new Error("The database of DATABASE_URL is not empty: create an empty one for the restore.");
  } finally {
    await database.close();
  }
}
