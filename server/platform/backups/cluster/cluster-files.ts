// Written by hand because the packaged PostgreSQL has no pg_basebackup. What is left out is what that leaves out.
import { type FileHandle, open, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isCode, orNull } from "../../blobs/disk-files.ts";

/** The folders whose content serves the running server alone. A copy has them empty. */
const emptied = new Set([
  "pg_dynshmem",
  "pg_notify",
  "pg_replslot",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans",
  "pg_wal",
]);

/** Files of the running server, of temporary tables, and of earlier copies. */
const leftOut =
  /^(postmaster\.(pid|opts)|pgsql_tmp.*|pg_internal\.init.*|t\d+_\d+.*|(backup_label|tablespace_map)(\.old)?|backup_manifest)$/;

/**
 * The folders (with `/` at the end) and files of the cluster in `folder` that belong into a copy, as relative paths, each folder before
 * its content. The server may add and remove some meanwhile.
 */
export async function* clusterFiles(folder: string, inside = ""): AsyncGenerator<string> {
  const at = path.join(folder, inside);
  for (const entry of (await ifThere(at, readdir(at, { withFileTypes: true }))) ?? []) {
    const name = `${inside}${entry.name}`;
    if (leftOut.test(entry.name)) continue;
    if (emptied.has(name)) yield `${name}/`;
    else if (entry.isDirectory()) {
      yield `${name}/`;
      yield* clusterFiles(folder, `${name}/`);
    } else if (entry.isFile()) yield name;
    else
      throw new Error(
        `The database cannot be copied, because ${path.join(folder, name)} is neither a file nor a folder: a copy has no tablespaces.`,
      );
  }
}

/** Null if the file has vanished. Rejects with one sentence if this process may not read it. */
export const openIfThere = (file: string): Promise<FileHandle | null> => ifThere(file, open(file));

async function ifThere<T>(file: string, work: Promise<T>): Promise<T | null> {
  try {
    return await orNull(work);
  } catch (error) {
    if (!isCode(error, "EACCES") && !isCode(error, "EPERM")) throw error;
    throw new Error(
      `The database cannot be copied, because user id ${process.getuid?.()} cannot read ${file}: give it to the account that runs the server, or remove it if it is not PostgreSQL's.`,
      { cause: error },
    );
  }
}

const blockBytes = 256 * 1024;

/** Reads exactly `size` bytes: a file that has grown is cut, and one that has shrunk gets zeros. Recovery repairs both. */
export async function* blocksOf(handle: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size;) {
    const block = Buffer.alloc(Math.min(blockBytes, size - at));
    const { bytesRead } = await handle.read(block, 0, block.length, at);
    // Nothing was read at the end of the file: the block is zeros.
    const read = bytesRead > 0 ? block.subarray(0, bytesRead) : block;
    yield read;
    at += read.length;
  }
}

/** Long enough for a write that was interrupted to end. */
const settleMs = 20;

/** Reads a small file until two reads agree: one that meets a write may have parts of both states. */
export async function readSettled(file: string): Promise<Buffer> {
  for (let last = await readFile(file); ;) {
    await sleep(settleMs);
    const next = await readFile(file);
    if (next.equals(last)) return next;
    last = next;
  }
}
