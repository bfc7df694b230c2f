import { chownSync, existsSync, lstatSync, mkdirSync, readFileSync, readdirSync, realpathSync } from "node:fs";
import path from "node:path";
import { createHash } from "node:crypto";
import { type Account, type AsAccount, chooseAccount, runnerFor } from "./account.ts";
import { archiveSettings, prepareArchive } from "./archive.ts";
import { allowAccounts, createOnce, majorOf } from "./create.ts";
import { endUpgrade, presentFolder } from "./exchange.ts";
import { clearLeftovers } from "./leftovers.ts";
import { findPrograms, type Programs } from "./programs.ts";

/** While a cluster has this file, PostgreSQL starts only to recover a copy, and removes the file at the end. */
export const recoverySignal = "recovery.signal";

/** A PostgreSQL cluster in a data directory, and all that is needed to run it. */
export interface Cluster {
  /** The folder of the data files. */
  readonly folder: string;
  /** The folder of the server's socket; short enough for a unix socket. */
  readonly socketDir: string;
  readonly ownerFile: string;
  readonly programs: Programs;
  readonly asAccount: AsAccount;
  /** The settings of its WAL archive; none if it has none. */
  readonly archiving: Readonly<Record<string, string | number>>;
  /**
   * Creates the cluster if it is new, ends an upgrade that was killed, which it logs, and removes leftovers of an earlier server. Only the
   * owner may call it.
   */
  prepare(log: (line: string) => void): Promise<void>;
  readonly clear: () => Promise<void>;
  /** Turns the error of a failed start into a clearer one if the cause is known. */
  explain(fault: unknown): Promise<Error>;
}

/** Finds the programs, the account and the folders. Starts nothing and changes no data. */
export async function openCluster(dataDir: string, binDir: string | undefined, archives = false): Promise<Cluster> {
  const programs = await findPrograms(binDir);
  const { home, inside, account } = await openFolders(dataDir);
  const folder = path.join(home, "pgdata");
  const walFolder = path.join(home, "wal");
  const socketDir = socketFolder(inside, account);
  const asAccount = await runnerFor(account, programs.postgres, inside);
  const clear = () => clearLeftovers(folder, socketDir);
  return {
    folder,
    socketDir,
    ownerFile: path.join(socketDir, "owner.sock"),
    programs,
    asAccount,
    archiving: archives ? archiveSettings(walFolder) : {},
    async prepare(log) {
      const ended = endUpgrade(home);
      if (ended !== null) log(ended);
      await createOnce({ folder, programs, account, asAccount });
      await clear();
      allowAccounts(folder, account);
      prepareArchive({ walFolder, folder, account, archives });
    },
    clear,
    async explain(fault) {
      const written = writtenBy(folder);
      const major = await majorOf(programs.postgres, asAccount).catch(() => undefined);
      if (written !== null && major && written !== major) return new Error(otherMajor(folder, written, major));
      const message = fault instanceof Error ? fault.message : String(fault);
      if (existsSync(path.join(folder, recoverySignal)))
        return new Error(`The restore of ${folder} has not ended: remove that folder and restore again. (${message})`);
      return new Error(`PostgreSQL does not start on ${folder}: ${message}`);
    },
  };
}

/** The major version of PostgreSQL that wrote the data files; null if there are none. */
export function writtenBy(folder: string): number | null {
  const file = path.join(folder, "PG_VERSION");
  return existsSync(file) ? Number.parseInt(readFileSync(file, "utf8"), 10) : null;
}

function otherMajor(folder: string, written: number, major: number): string {
  const what = `The database in ${folder} is of PostgreSQL ${written}, and this program runs PostgreSQL ${major}`;
  return written < major
    ? `${what}. Upgrade it, which keeps the old files: npm run upgrade-postgres`
    : `${what}: point APP_PG_BIN at a PostgreSQL ${written}, or restore a backup in an empty DATA_DIR as docs/self-hosting.md describes.`;
}

/** Makes the data directory and its socket folder, open to PostgreSQL's account and to this process. */
export async function openFolders(dataDir: string) {
  try {
    const isRoot = process.getuid?.() === 0;
    // For root: PostgreSQL's account must pass through this folder, but cannot list it.
    mkdirSync(dataDir, { recursive: true, mode: isRoot ? 0o711 : 0o700 });
    const home = realpathSync(dataDir);
    const inside = path.join(home, "run");
    mkdirSync(inside, { recursive: true, mode: 0o700 });
    const account = await chooseAccount(presentFolder(home));
    if (isRoot) chownSync(inside, account.uid, account.gid);
    else readdirSync(inside);
    return { home, inside, account };
  } catch (fault) {
    const code = fault instanceof Error && "code" in fault ? fault.code : undefined;
    if (code !== "EACCES" && code !== "EPERM" && code !== "EROFS") throw fault;
    const who = `the account that started this server (user id ${process.getuid?.()})`;
    throw new Error(`${dataDir} cannot be written by ${who}: start as its owner, or set DATA_DIR to another folder.`, {
      cause: fault,
    });
  }
}

/** The kernel's limit for the path of a socket, without the final zero byte. */
const maxPathBytes = process.platform === "darwin" ? 103 : 107;

/**
 * A private folder for the sockets: `inside` the data directory, or, if that path is too long for a socket, a folder in /tmp with a
 * name that all processes on this data directory compute. Not in TMPDIR, which may differ between processes.
 */
function socketFolder(inside: string, account: Account): string {
  if (Buffer.byteLength(path.join(inside, ".s.PGSQL.5432")) <= maxPathBytes) return inside;
  const short = `/tmp/swellmates-${createHash("sha256").update(inside).digest("hex").slice(0, 16)}`;
  try {
    mkdirSync(short, { mode: 0o700 });
    chownSync(short, account.uid, account.gid);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  const found = lstatSync(short);
  if (!found.isDirectory() || found.uid !== account.uid || (found.mode & 0o077) !== 0)
    throw new Error(
      `${short} is not a private folder of PostgreSQL's account: remove it, or give DATA_DIR a shorter path.`,
    );
  return short;
}
