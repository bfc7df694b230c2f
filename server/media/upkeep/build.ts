import type { Blobs } from "../../platform/blobs/blobs.ts";
import { hasLessThan } from "../../platform/blobs/keep-free.ts";
import { describeStore } from "../../platform/blobs/open-blobs.ts";
import type { Config } from "../../platform/config/config.ts";
import type { Database } from "../../schema/database.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import { cleaningQueue, workOnCleaning } from "./cleaning.ts";
import { cleaningStore } from "./cleaning-store.ts";
import { askOwnership } from "./ownership.ts";
import { ownershipStore } from "./ownership-store.ts";
import { unfinishedStore } from "./unfinished-store.ts";
import { requeueQueue, workOnRequeue } from "./requeue-lost-jobs.ts";

interface Parts {
  readonly config: Config;
  readonly database: Database;
  readonly blobs: Blobs;
  readonly jobs: Jobs;
  readonly warn: (line: string) => void;
}

const hourSeconds = 3600;
/** A disk with less free than this many times `MIN_FREE_BYTES` is short, and cleaned this often. */
const shortFactor = 2;
const shortSeconds = 600;
/** Soon after the start, so that a server that restarts every half an hour cleans up too. */
const firstCleaningMs = 60_000;

/** Every hour, removes files without rows and requeues lost jobs. */
export function buildUpkeep({ config, database, blobs, jobs, warn }: Parts) {
  const mayRemove = askOwnership({ blobs, store: ownershipStore(database), place: describeStore(config) }, warn);
  const isShort = () => hasLessThan(config.dataDir, shortFactor * config.minFreeBytes);
  workOnCleaning({ jobs, blobs, store: cleaningStore(database), mayRemove, isShort });
  workOnRequeue({ jobs, store: unfinishedStore(database) });
  let timers: NodeJS.Timeout[] = [];
  let marking: Promise<unknown> = Promise.resolve();
  const clean = () =>
    void Promise.all([cleaningQueue, requeueQueue].map((queue) => jobs.sendNow(queue, [{}], hourSeconds))).catch(
      () => {},
    );
  const cleanWhenShort = async () => {
    if (await isShort()) await jobs.sendNow(cleaningQueue, [{}], shortSeconds);
  };
  return {
    start() {
      // The clean-up asks again before it removes anything, so an unreachable store does no harm here.
      marking = mayRemove().catch(() => {});
      timers = [
        setTimeout(clean, firstCleaningMs).unref(),
        setInterval(clean, hourSeconds * 1000).unref(),
        setInterval(() => void cleanWhenShort().catch(() => {}), shortSeconds * 1000).unref(),
      ];
    },
    async stop() {
      timers.forEach(clearTimeout);
      await marking;
    },
  };
}
