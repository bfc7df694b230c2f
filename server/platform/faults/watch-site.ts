import { statfs } from "node:fs/promises";
import type { Blobs } from "../blobs/blobs.ts";
import type { Config } from "../config/config.ts";
import type { Database } from "../db/connect.ts";
import { sqlText } from "../db/sql-text.ts";
import { stoppedQueues } from "../jobs/stopped-queues.ts";
import type { Faults } from "./faults.ts";

/** With less, PostgreSQL may soon be unable to write, whatever `MIN_FREE_BYTES` allows to uploads. */
const leastFreeBytes = 100 * 1024 ** 2;
const maxClockMs = 60_000;

interface Parts {
  readonly config: Config;
  readonly database: Database;
  readonly blobs: Blobs;
}

/** Watches what every site stands on: the disk, the store of photos, the clocks and the queue of jobs. */
export function watchSite(faults: Pick<Faults, "watch">, { config, database, blobs }: Parts): void {
  faults.watch("disk", () => diskFault(config));
  faults.watch("photos", () =>
    blobs.answers().then(
      () => null,
      (fault: unknown) => `Photos cannot be reached. ${fault instanceof Error ? fault.message : String(fault)}`,
    ),
  );
  faults.watch("clock", () => clockFault(database, blobs));
  faults.watch("queue", async () => {
    const [stopped, ...more] = await stoppedQueues(database);
    if (!stopped) return null;
    const others = more.length > 0 ? `, and ${more.length} more` : "";
    return `The queue ${stopped.name}${others} has waited for ${stopped.minutes} minutes, and no server runs its jobs.`;
  });
}

async function diskFault({ dataDir, minFreeBytes }: Config): Promise<string | null> {
  const { bavail, bsize } = await statfs(dataDir);
  const freeBytes = bavail * bsize;
  if (freeBytes >= Math.max(minFreeBytes, leastFreeBytes)) return null;
  const refused = freeBytes < minFreeBytes ? ": uploads are refused" : "";
  return `The disk of DATA_DIR has less than ${megabytes(Math.max(minFreeBytes, leastFreeBytes))} left${refused}.`;
}

const megabytes = (bytes: number) => `${Math.floor(bytes / 1024 ** 2)} MB`;

const clock = { name: "clock", text: sqlText`select clock_timestamp()` };

/** Sessions, nights and signed addresses go by clocks that must agree. */
async function clockFault(database: Database, blobs: Blobs): Promise<string | null> {
  const ofDatabase = await database.one<Date>(clock, []);
  const ofStore = await blobs.answers().catch(() => null);
  for (const [whose, time] of [
    ["database", ofDatabase],
    ["object store", ofStore],
  ] as const) {
    const aheadMs = time ? Date.now() - time.getTime() : 0;
    if (Math.abs(aheadMs) > maxClockMs)
      return `The clock of this machine is ${Math.round(Math.abs(aheadMs) / 1000)} seconds ${aheadMs > 0 ? "ahead of" : "behind"} that of the ${whose}.`;
  }
  return null;
}
