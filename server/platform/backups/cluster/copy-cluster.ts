import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import pg from "pg";
import type { Pack } from "tar-stream";
import { clusterFiles, readSettled } from "./cluster-files.ts";
import { addBytes, addFile, addFolder, addText, writeTar } from "./write-tar.ts";

export interface CopiedCluster<T> {
  /** What `write` resolved to. */
  readonly written: T;
  /** The major version of PostgreSQL. */
  readonly major: number;
  /** The WAL segment in which the copy begins. This one and all later ones bring the copy to any later time. */
  readonly firstWal: string;
}

/** The last file of a copy, so that a copy without it is cut. It says where recovery begins. */
export const lastFile = "backup_label";

/** It says what state the other files have at least, so it is the last one to be read. */
const control = "global/pg_control";

/**
 * Copies our own PostgreSQL while it runs: a tar of its `folder`, which also has the WAL of the time of copying. `write` reads the tar to
 * its end. Rejects with the error of either side. Needs the role `postgres`, which the accounts of the server may take.
 */
export async function copyCluster<T>(
  connection: pg.PoolConfig,
  folder: string,
  write: (tar: Readable) => Promise<T>,
): Promise<CopiedCluster<T>> {
  const client = new pg.Client({ ...connection, user: "postgres", database: "postgres" });
  client.on("error", () => {});
  try {
    await client.connect();
    const { start, major } = await begin(client);
    const [firstWal, written] = await writeTar((tar) => fill(tar, client, folder, start), write);
    return { written, major, firstWal };
  } finally {
    // Also ends the backup mode, and drops the slot.
    await client.end().catch(() => {});
  }
}

/** Begins the backup mode, in which the server keeps all WAL and writes whole pages to it. Both end with the connection. */
async function begin(client: pg.Client) {
  const slot = `copy_${randomBytes(8).toString("hex")}`;
  await client.query("select pg_create_physical_replication_slot($1, true, true)", [slot]);
  return onlyRow(
    await client.query<{ start: string; major: number }>(
      "select pg_backup_start('copy', true) as start, current_setting('server_version_num')::int / 10000 as major",
    ),
  );
}

/** Resolves to the name of the first WAL segment. */
async function fill(tar: Pack, client: pg.Client, folder: string, start: string): Promise<string> {
  client.on("error", (error) => tar.destroy(error));
  for await (const name of clusterFiles(folder)) {
    if (name.endsWith("/")) await addFolder(tar, name);
    else if (name !== control) await addFile(tar, name, path.join(folder, name));
  }
  await addFolder(tar, "pg_wal/archive_status/");
  await addBytes(tar, control, await readSettled(path.join(folder, control)));
  const { segments, label, tablespaces } = onlyRow(await client.query<Ended>(end, [start]));
  await addWal(tar, path.join(folder, "pg_wal"), segments);
  if (tablespaces) await addText(tar, "tablespace_map", tablespaces);
  await addText(tar, lastFile, label);
  return segments[0] ?? "";
}

interface Ended {
  /** The names of the WAL segments from the start to the end. */
  readonly segments: readonly string[];
  readonly label: string;
  readonly tablespaces: string;
}

/** Ends the backup mode. `pg_backup_stop` switches to another segment, so that the last one is whole. */
const end = `
  with done as (select lsn, labelfile, spcmapfile from pg_backup_stop(false)),
    sized as (select pg_size_bytes(current_setting('wal_segment_size'))::numeric as bytes)
  select labelfile as label, spcmapfile as tablespaces, array(
    select pg_walfile_name('0/0'::pg_lsn + number * bytes + 1)
    from generate_series(div($1::pg_lsn - '0/0'::pg_lsn, bytes), div(lsn - 1 - '0/0'::pg_lsn, bytes)) number
  ) as segments
  from done, sized`;

/** Adds WAL segments, and the history of the timelines. */
async function addWal(tar: Pack, folder: string, segments: readonly string[]): Promise<void> {
  const histories = (await readdir(folder)).filter((name) => name.endsWith(".history"));
  for (const name of [...histories, ...segments])
    if (!(await addFile(tar, `pg_wal/${name}`, path.join(folder, name))))
      throw new Error(`The database cannot be copied, because ${path.join(folder, name)} is missing: try again.`);
}

function onlyRow<Row extends pg.QueryResultRow>({ rows: [row] }: pg.QueryResult<Row>): Row {
  if (!row) throw new Error("PostgreSQL gave no answer.");
  return row;
}
