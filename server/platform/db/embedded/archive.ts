import { chownSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import path from "node:path";
import type { Account } from "./account.ts";
import { sync } from "./create.ts";

const idFile = "archive.id";

/** Quotes a path for a command in PostgreSQL's settings: the shell runs it after PostgreSQL has replaced `%f` and `%p`. */
export const quotePath = (file: string) => `'${file.replaceAll("'", String.raw`'\''`).replaceAll("%", "%%")}'`;

/** The settings with which a server puts each finished WAL segment into `walFolder`, as `<segment>.gz`, flushed. */
export function archiveSettings(walFolder: string) {
  const folder = quotePath(walFolder);
  const [part, whole] = [`${folder}/.%f.part`, `${folder}/%f.gz`];
  return {
    archive_mode: "on",
    // In seconds: what is written now is in a finished segment by then.
    archive_timeout: 60,
    archive_command: `gzip -1 -c "%p" > ${part} && sync ${part} && mv -f ${part} ${whole} && sync ${folder}`,
  };
}

interface ArchiveOptions {
  readonly walFolder: string;
  /** The folder of the data files. */
  readonly folder: string;
  readonly account: Account;
  /** Whether the server is going to archive. */
  readonly archives: boolean;
}

/**
 * Makes the folder of the WAL archive and names the archive. The archive ends where it will lack segments: when the server runs without
 * it, and when other data files came in place of its own. The next one gets another name. Only the owner may call it, before the start.
 */
export function prepareArchive({ walFolder, folder, account: { uid, gid }, archives }: ArchiveOptions): void {
  const file = path.join(walFolder, idFile);
  const known = readId(walFolder);
  // PostgreSQL writes this file in place, so files that were copied here have another number.
  const cluster = String(statSync(path.join(folder, "global/pg_control"), { bigint: true }).ino);
  const goesOn = archives && known?.cluster === cluster;
  if (known && !goesOn) {
    rmSync(file);
    sync(walFolder);
  }
  if (!archives) return;
  mkdirSync(walFolder, { recursive: true, mode: 0o700 });
  chownSync(walFolder, uid, gid);
  if (goesOn) return;
  for (const name of readdirSync(walFolder)) rmSync(path.join(walFolder, name), { recursive: true });
  writeFileSync(file, `${randomBytes(8).toString("hex")} ${cluster}`, { mode: 0o600, flush: true });
  chownSync(file, uid, gid);
}

/** The name of the archive that the server adds to in `walFolder`: 16 hex digits. Null if it does not archive. */
export const readArchiveId = (walFolder: string): string | null => readId(walFolder)?.id ?? null;

function readId(walFolder: string) {
  try {
    const [, id, cluster] = /^([0-9a-f]{16}) (\d+)$/.exec(readFileSync(path.join(walFolder, idFile), "utf8")) ?? [];
    return id && cluster ? { id, cluster } : undefined;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}
