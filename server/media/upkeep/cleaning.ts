// Decision 036: why files are deleted after their rows.
import { trashDays } from "#contract/trash-limits.ts";
import type { Ground } from "../../schema/ground.ts";
import type { Blobs } from "../../platform/blobs/blobs.ts";
import type { Jobs, Queue } from "../../platform/jobs/jobs.ts";
import { limitConcurrency } from "../processes/limit-concurrency.ts";
import { renditionParts } from "../renditions/renditions.ts";
import { dayMs, hourMs } from "../../platform/durations.ts";

export interface CleaningTask {
  /** Something was deleted for good, and only its files have to go. */
  readonly isForFiles?: true;
}

/** Removes unused files. One run serves all requests that came before it. */
export const cleaningQueue: Queue<CleaningTask> = {
  name: "media-cleaning",
  batch: 100,
  loops: 1,
  retries: 3,
  retrySeconds: 60,
};

/** Has a job remove the files of deleted photos. If it cannot be queued, the hourly one removes them. */
export async function removeFilesSoon(jobs: Jobs): Promise<void> {
  await jobs.sendNow(cleaningQueue, [{ isForFiles: true }]).catch(() => {});
  jobs.wake(cleaningQueue);
}

const batchSize = 200;
/** A bucket answers each removal after a round trip. */
const removalsAtOnce = 8;

export interface CleaningStore {
  /** Deletes at most `limit` unregistered uploads from before this time; returns how many. */
  forgetUploads(before: Date, limit: number): Promise<number>;
  /**
   * Looks at no more than `limit` images that were added or replaced before this time, and deletes those that no profile, squad or trip
   * uses. Returns how many it looked at.
   */
  forgetImages(before: Date, limit: number): Promise<number>;
  /** Deletes at most `limit` photos that are in the trash since before this moment; returns how many. */
  emptyTrash(before: Date, limit: number): Promise<number>;
  /** Whether an upload, a photo, a receipt or the picture of a link has this id. */
  isUsed(id: string): Promise<boolean>;
  unwantedFiles(limit: number): Promise<string[]>;
  forgetUnwanted(ids: readonly string[]): Promise<void>;
}

/** Every file that one id may have. */
const parts = ["original", ...renditionParts] as const;

interface Parts extends Pick<Ground, "jobs" | "blobs"> {
  readonly store: CleaningStore;
  /** Whether the files belong to this database. */
  readonly mayRemove: () => Promise<boolean>;
  /** Whether the disk has so little room left that unused uploads are kept for an hour alone. */
  readonly isShort: () => Promise<boolean>;
}

export function workOnCleaning({ jobs, blobs, store, mayRemove, isShort }: Parts): void {
  jobs.handle(cleaningQueue, async (requests) => {
    if (await mayRemove())
      await (requests.every(({ task }) => task.isForFiles)
        ? removeFiles(blobs, store)
        : clean(blobs, store, new Date(), await isShort()));
    return new Map();
  });
}

/** Removes uploads that were unused for a day, or for an hour while the disk is short, photos that were in the trash for 30 days, and the files of deleted photos. */
export async function clean(blobs: Blobs, store: CleaningStore, now: Date, isShort = false): Promise<void> {
  // First what people deleted: no fault in the rest keeps it.
  await removeFiles(blobs, store);
  const before = new Date(now.getTime() - (isShort ? hourMs : dayMs));
  await inBatches((limit) => store.forgetUploads(before, limit));
  await inBatches((limit) => store.forgetImages(before, limit));
  await blobs.forgetStaged(before, store.isUsed);
  const expired = new Date(now.getTime() - trashDays * dayMs);
  await inBatches((limit) => store.emptyTrash(expired, limit));
  await removeFiles(blobs, store);
}

async function removeFiles(blobs: Blobs, store: CleaningStore): Promise<void> {
  await inBatches(async (limit) => {
    const ids = await store.unwantedFiles(limit);
    const limitRemovals = limitConcurrency(removalsAtOnce);
    await Promise.all(ids.flatMap((id) => parts.map((part) => limitRemovals(() => blobs.remove(`${id}/${part}`)))));
    await store.forgetUnwanted(ids);
    return ids.length;
  });
}

/** Repeats `work` with a limit until it did less than the limit. */
async function inBatches(work: (limit: number) => Promise<number>): Promise<void> {
  while ((await work(batchSize)) === batchSize);
}
