import { statfs } from "node:fs/promises";
import type { Database } from "../db/connect.ts";
import type { Live } from "../live/live.ts";
import type { Metrics } from "./metrics.ts";

interface Parts {
  readonly database: Database;
  readonly live: Live;
  readonly dataDir: string;
}

/** Tells the figures of this server: its database connections, the pages that it keeps up to date, and its disk. */
export function serverFigures(metrics: Metrics, { database, live, dataDir }: Parts): void {
  const states = ["used", "waiting", "max"] as const;
  metrics.gauge(
    "database_connections",
    "Connections to the database: in use, waited for, and the most that this server opens",
    () => {
      const pool = database.pool();
      return states.map((state) => [{ state }, pool[state]] as const);
    },
    ["state"],
  );
  metrics.gauge("live_streams", "Open pages and screens that get hints from this server", () => live.open());
  metrics.gauge(
    "disk_bytes",
    "The disk of DATA_DIR: what is free for this server, and its size",
    async () => {
      const { bavail, blocks, bsize } = await statfs(dataDir);
      return [
        [{ state: "free" }, bavail * bsize],
        [{ state: "size" }, blocks * bsize],
      ] as const;
    },
    ["state"],
  );
}
