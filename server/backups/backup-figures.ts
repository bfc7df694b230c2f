import { keptFor } from "../platform/bounded-reads.ts";
import type { Config } from "../platform/config/config.ts";
import { secondMs } from "../platform/durations.ts";
import type { Metrics } from "../platform/metrics/metrics.ts";
import type { Database } from "../schema/database.ts";
import { lastBackup } from "./taken-store.ts";

const keptMs = 5 * secondMs;

/** Tells whether this site makes backups by itself, and when the last whole one ended. */
export function backupFigures(metrics: Metrics, { backups }: Config, database: Database): void {
  const read = keptFor(keptMs, () => lastBackup(database));
  metrics.gauge("backups_wanted", "1 if this server makes backups by itself", () => (backups.place ? 1 : 0));
  metrics.gauge(
    "last_backup_timestamp_seconds",
    "When the last whole backup ended, in seconds since 1970",
    async () => {
      const last = await read();
      return last && last.getTime() / 1000;
    },
  );
}
