import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { type AsAccount, chooseAccount, runnerFor } from "./account.ts";
import { allowAccounts, createOnce, majorOf } from "./create.ts";
import { clearLeftovers } from "./leftovers.ts";
import { findPrograms, type Programs } from "./programs.ts";
import { socketFolder } from "./socket-folder.ts";

/** A PostgreSQL cluster in a data directory, and what it takes to run it. */
export interface Cluster {
  /** Where the rows are. */
  readonly folder: string;
  /** Where the server listens; short enough for a unix socket. */
  readonly socketDir: string;
  readonly seatFile: string;
  readonly programs: Programs;
  readonly asAccount: AsAccount;
  /** Makes the cluster when it is new, and the way free for its server. Only the owner may. */
  prepare(): Promise<void>;
  readonly clear: () => Promise<void>;
  /** The error of a failed start, said better where the cause is known. */
  explain(fault: unknown): Promise<Error>;
}

/** Finds the programs, the account and the folders; starts nothing and changes no data. */
export async function openCluster(dataDir: string, binDir: string | undefined): Promise<Cluster> {
  const programs = await findPrograms(binDir);
  const { home, inside, account } = await openFolders(dataDir);
  const folder = path.join(home, "pgdata");
  const socketDir = socketFolder(inside, account);
  const asAccount = await runnerFor(account, programs.postgres, inside);
  const clear = () => clearLeftovers(folder, socketDir);
  return {
    folder,
    socketDir,
    seatFile: path.join(socketDir, "owner.sock"),
    programs,
    asAccount,
    async prepare() {
      await createOnce({ folder, programs, account, asAccount });
      await clear();
      allowAccounts(folder, account);
    },
    clear,
    async explain(fault) {
      const file = path.join(folder, "PG_VERSION");
      const written = existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
      const major = await majorOf(programs.postgres, asAccount).catch(() => undefined);
      if (written && major && written !== String(major))
        return new Error(
          `The data in ${folder} was written by PostgreSQL ${written}, and ${programs.postgres} is PostgreSQL ${major}: ` +
            `point APP_PG_BIN at a PostgreSQL ${written}, or move the data over as docs/self-hosting.md describes.`,
        );
      return new Error(
        `PostgreSQL does not start on ${folder}: ${fault instanceof Error ? fault.message : String(fault)}`,
      );
    },
  };
}

/** The data directory and the folder for sockets in it, open to the account that serves and to this process. */
async function openFolders(dataDir: string) {
  try {
    const isRoot = process.getuid?.() === 0;
    // As root, PostgreSQL's account must get through this folder, and is shown nothing in it.
    mkdirSync(dataDir, { recursive: true, mode: isRoot ? 0o711 : 0o700 });
    const home = realpathSync(dataDir);
    const inside = path.join(home, "run");
    mkdirSync(inside, { recursive: true, mode: 0o700 });
    const account = await chooseAccount(path.join(home, "pgdata"));
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
