import type { Ground } from "../../schema/ground.ts";
import { hourMs, minuteMs } from "../../platform/durations.ts";
import { hasLessThan } from "../../platform/blobs/keep-free.ts";
import { describeStore } from "../../platform/blobs/open-blobs.ts";
import { cleaningQueue, workOnCleaning } from "./cleaning.ts";
import { cleaningStore, unfinishedStore } from "./cleaning-store.ts";
import { askOwnership } from "./ownership.ts";
import { ownershipStore } from "./ownership-store.ts";
import { requeueQueue, workOnRequeue } from "./requeue-lost-jobs.ts";

interface Parts extends Pick<Ground, "config" | "database" | "jobs" | "blobs"> {
  readonly warn: (line: string) => void;
}

/** A disk with less free than this many times `MIN_FREE_BYTES` is short, and cleaned this often. */
const shortFactor = 2;
const shortMs = 10 * minuteMs;

/** Every hour, removes files without rows and requeues lost jobs. */
export function buildUpkeep({ config, database, blobs, jobs, warn }: Parts) {
  const mayRemove = askOwnership({ blobs, store: ownershipStore(database), place: describeStore(config) }, warn);
  const isShort = () => hasLessThan(config.dataDir, shortFactor * config.minFreeBytes);
  workOnCleaning({ jobs, blobs, store: cleaningStore(database), mayRemove, isShort });
  workOnRequeue({ jobs, store: unfinishedStore(database) });
  for (const queue of [cleaningQueue, requeueQueue])
    jobs.every(queue.name, hourMs, () => jobs.sendNow(queue, [{}], hourMs / 1000));
  jobs.every("cleaning of a short disk", shortMs, async () => {
    if (await isShort()) await jobs.sendNow(cleaningQueue, [{}], shortMs / 1000);
  });
  let marking: Promise<unknown> = Promise.resolve();
  return {
    start() {
      // The clean-up asks again before it removes anything, so an unreachable store does no harm here.
      marking = mayRemove().catch(() => {});
    },
    stop: async () => void (await marking),
  };
}
