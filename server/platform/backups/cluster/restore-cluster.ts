import { existsSync } from "node:fs";
import { chown, mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { finished, type Readable } from "node:stream";
import { extract } from "tar-stream";
import { flushFolder } from "../../blobs/disk-files.ts";
import { openDatabase, type RunningDatabase } from "../../db/embedded.ts";
import type { Account } from "../../db/embedded/account.ts";
import { quotePath } from "../../db/embedded/archive.ts";
import { openFolders, recoverySignal } from "../../db/embedded/cluster.ts";
import { makeDraft } from "../../db/embedded/create.ts";
import { lastFile } from "./copy-cluster.ts";

/**
 * Unpacks a copy of a cluster into `dataDir/pgdata`, which must not exist. It appears whole and flushed, or not at all, and PostgreSQL
 * starts on it only to recover it. Rejects with one sentence, also for a tar that is cut or damaged.
 */
export async function unpackCluster(tar: Readable, dataDir: string): Promise<void> {
  try {
    const { home, account } = await openFolders(dataDir);
    const folder = path.join(home, "pgdata");
    if (existsSync(folder)) throw new Error(`There is a database in ${folder}: move it aside first.`);
    const draft = makeDraft(folder, account);
    try {
      await unpack(tar, draft, account);
      await rename(draft, folder);
    } catch (error) {
      await rm(draft, { recursive: true, force: true });
      const why = error instanceof Error ? error.message : String(error);
      throw new Error(`The copy of the database cannot be unpacked: ${why}`, { cause: error });
    }
    await flushFolder(home);
  } finally {
    tar.destroy();
  }
}

async function unpack(tar: Readable, draft: string, account: Account): Promise<void> {
  const entries = extract();
  finished(tar, (error) => {
    if (error) entries.destroy(error);
  });
  tar.pipe(entries);
  const folders = [draft];
  let last = "";
  for await (const entry of entries) {
    const { name, type } = entry.header;
    const target = path.join(draft, checkName(name));
    if (type === "directory") {
      await mkdir(target, { mode: 0o700 });
      await chown(target, account.uid, account.gid);
      folders.push(target);
      entry.resume();
    } else if (type === "file") await writeFlushed(target, entry as AsyncIterable<Buffer>, account);
    else throw new Error(`its "${name}" is neither a file nor a folder`);
    last = name;
  }
  if (last !== lastFile) throw new Error("it is cut");
  await writeFlushed(path.join(draft, recoverySignal), [], account);
  for (const folder of folders) await flushFolder(folder);
}

/** Refuses names that lead out of the folder. */
function checkName(name: string): string {
  const parts = name.replace(/\/$/, "").split("/");
  if (parts.some((part) => ["", ".", ".."].includes(part))) throw new Error(`it has a file with the name "${name}"`);
  return name;
}

type Bytes = AsyncIterable<Buffer> | Iterable<Buffer>;

async function writeFlushed(file: string, bytes: Bytes, { uid, gid }: Account): Promise<void> {
  const handle = await open(file, "wx", 0o600);
  try {
    await handle.chown(uid, gid);
    await writeFile(handle, bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

interface RecoverOptions {
  readonly dataDir: string;
  readonly binDir: string | undefined;
  /** A folder with WAL segments as `<segment>.gz`, made for this: it is given to PostgreSQL's account. */
  readonly walFolder?: string;
  readonly log: (line: string) => void;
}

/**
 * Recovers the unpacked cluster: to the end of the WAL in `walFolder`, or else to the end of its copy. Resolves when the database is open
 * for writing. Rejects if a segment is damaged; then the cluster has to be unpacked again.
 */
export async function recoverCluster({ dataDir, binDir, walFolder, log }: RecoverOptions): Promise<RunningDatabase> {
  if (walFolder !== undefined) await giveAway(walFolder, await stat(path.join(dataDir, "pgdata")));
  return openDatabase({
    dataDir,
    binDir,
    log,
    settings: {
      restore_command: walFolder === undefined ? "false" : restoreCommand(path.resolve(walFolder)),
      recovery_target_timeline: "latest",
      archive_mode: "off",
      // Without it the server answers at the end of the recovery, and not before.
      hot_standby: "off",
    },
  });
}

/** Exit code 1 says that there is no such segment, so recovery ends. Codes above 125 say that recovery must not go on. */
function restoreCommand(walFolder: string): string {
  const file = `${quotePath(walFolder)}/%f.gz`;
  return `test -e ${file} || exit 1; gzip -dc ${file} > "%p" || exit 255`;
}

async function giveAway(folder: string, { uid, gid }: Pick<Account, "uid" | "gid">): Promise<void> {
  for (const name of [".", ...(await readdir(folder))]) await chown(path.join(folder, name), uid, gid);
}
