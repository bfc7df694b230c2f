import { randomBytes } from "node:crypto";
import { mkdir, readdir, rm } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import pg from "pg";
import { recoverCluster, unpackCluster } from "./restore-cluster.ts";

const folderPrefix = "check-";

/**
 * Opens a copy of a cluster in a folder of its own in `dataDir`, and reads every row, so that PostgreSQL compares all checksums. Removes
 * the folder. Rejects with one sentence if the copy is damaged.
 */
export async function checkCluster(tar: Readable, dataDir: string, binDir: string | undefined): Promise<void> {
  const folder = path.join(dataDir, `${folderPrefix}${randomBytes(4).toString("hex")}`);
  try {
    // PostgreSQL's account must pass through it if the server runs as root.
    await mkdir(folder, { mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    await unpackCluster(tar, folder);
    const copy = await recoverCluster({ dataDir: folder, binDir, log: () => {} });
    try {
      await readAll(copy.connection);
    } finally {
      await copy.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes the folders that killed checks left. Call it only while no other process checks a copy in `dataDir`. */
export async function removeChecks(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir))
    if (name.startsWith(folderPrefix)) await rm(path.join(dataDir, name), { recursive: true, force: true });
}

async function readAll(connection: pg.PoolConfig): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      "select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
    );
    for (const { name } of rows) await client.query(`select count(*) from ${name}`);
  } finally {
    await client.end();
  }
}
