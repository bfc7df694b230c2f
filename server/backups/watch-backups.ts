import type { Config } from "../platform/config/config.ts";
import { hourMs } from "../platform/durations.ts";
import type { Faults } from "../platform/faults/faults.ts";
import type { Database } from "../schema/database.ts";
import { lastBackup } from "./taken-store.ts";

/** A backup begins a day after the last one, and may take two hours. */
const maxHours = 26;

/** If this site makes backups, watches how old the last whole one is. A site that has none yet gets as long for the first. */
export function watchBackups(faults: Pick<Faults, "watch">, { backups }: Config, database: Database): void {
  if (!backups.place) return;
  const startedAt = new Date();
  faults.watch("backups", async () => {
    const last = await lastBackup(database);
    const hours = Math.floor((Date.now() - (last ?? startedAt).getTime()) / hourMs);
    if (hours < maxHours) return null;
    return last ? `The last whole backup is ${hours} hours old.` : `There has been no whole backup for ${hours} hours.`;
  });
}
