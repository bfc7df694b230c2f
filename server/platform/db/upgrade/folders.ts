import { execFile } from "node:child_process";
import { mkdir, readdir, stat, statfs } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A new cluster, the programs of the old version, and npm's cache of them. */
const besidesBytes = 400e6;

/** Throws one sentence unless the disk of `home` has room for a copy of the cluster in `folder`, and for the new one. */
export async function demandRoom(home: string, folder: string): Promise<void> {
  const needed = 2 * (await sizeOf(folder)) + besidesBytes;
  const { bavail, bsize } = await statfs(home);
  if (bavail * bsize >= needed) return;
  const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;
  throw new Error(
    `The upgrade needs ${gigabytes(needed)} on the disk of ${home} for a while, and ${gigabytes(bavail * bsize)} are free.`,
  );
}

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += (await stat(path.join(entry.parentPath, entry.name))).size;
  return bytes;
}

/** Copies a cluster with its owners, which Node's own copy loses, into the new data directory `dataDir`. */
export async function copyFolder(folder: string, dataDir: string): Promise<void> {
  await mkdir(dataDir, { mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  await run("cp", ["-a", folder, path.join(dataDir, "pgdata")]);
}

/** Gives a cluster the owner of another one. Only root can, and for others it has that owner already. */
export async function giveTo(draft: string, folder: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(folder);
  await run("chown", ["-R", `${uid}:${gid}`, draft]);
}
