// Decision 003: why the server runs its own PostgreSQL.
import type pg from "pg";
import { openCluster } from "./embedded/cluster.ts";
import { takeSeat, type Seat } from "./embedded/seat.ts";
import { keepRunning, type Postmaster } from "./embedded/postmaster.ts";
import { untilReady } from "./embedded/ready.ts";
import { serverArguments } from "./embedded/settings.ts";

export interface DatabaseOptions {
  /** The folder that holds everything the server keeps. Made when missing. */
  readonly dataDir: string;
  /** A PostgreSQL that runs elsewhere; nothing is started or stopped then. */
  readonly url?: string | undefined;
  /** A folder with `postgres` and `initdb` to use instead of the packaged programs. */
  readonly binDir?: string | undefined;
  /** Called with one line at a time: what PostgreSQL reports, and when it is started again. */
  readonly log?: (line: string) => void;
  /** Server settings that replace the durable ones of the same name. */
  readonly settings?: Readonly<Record<string, string | number>>;
}

export interface RunningDatabase {
  /** For `pg.Pool` and `pg.Client`; stays valid when PostgreSQL is started again or changes hands. */
  readonly connection: pg.PoolConfig;
  /** `owner`: this process runs PostgreSQL. `shared`: another one on the same folder does, until it goes; then this one takes over. */
  readonly role: "external" | "owner" | "shared";
  /** Ends this process's part. End the pools first: an owner stops PostgreSQL, and what is still open is cut off. */
  stop(): Promise<void>;
}

/**
 * The database of `dataDir`, ready for queries: the server at `url`, or a PostgreSQL of our own on a private unix socket.
 * Our own ends with this process, however that ends, and is started again when it dies. Refuses with one clear sentence.
 */
export async function openDatabase(options: DatabaseOptions): Promise<RunningDatabase> {
  if (options.url) return { connection: { connectionString: options.url }, role: "external", stop: async () => {} };
  const { log = () => {}, settings = {} } = options;
  const cluster = await openCluster(options.dataDir, options.binDir);
  const connection = { host: cluster.socketDir, port: 5432, user: "app", database: "app", ssl: false };
  const ready = (until: AbortSignal) => untilReady(connection, cluster.folder, until);
  const ending = new AbortController();
  let seat: Seat | undefined;
  let postmaster: Postmaster | undefined;

  async function join(): Promise<void> {
    while (!ending.signal.aborted) {
      seat = await takeSeat(cluster.seatFile);
      if (seat.isOwner) return own(seat);
      const answers = await ready(AbortSignal.any([seat.vacated, ending.signal]));
      // A dying owner may still be heard, and its server still answer: then its going was missed, and this is the next try.
      if (!answers || seat.vacated.aborted) continue;
      seat.vacated.addEventListener("abort", joinAgain, { once: true });
      return;
    }
  }

  async function own(mine: Seat): Promise<void> {
    try {
      await cluster.prepare();
      postmaster = await keepRunning({
        asAccount: cluster.asAccount,
        command: [cluster.programs.postgres, ...serverArguments(cluster, settings)],
        ready,
        clear: cluster.clear,
        mayRestart: mine.isStillMine,
        onLost: () => {
          postmaster = undefined;
          mine.leave();
          joinAgain();
        },
        log,
      });
    } catch (error) {
      mine.leave();
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
      seat?.leave();
    },
  };
}
