// Decision 036: why files are deleted after their rows.
import { trashDays } from "#contract/trash.ts";
import type { Blobs } from "../../platform/blobs/blobs.ts";
import type { Jobs, Queue } from "../../platform/jobs/jobs.ts";
import { renditionParts } from "../renditions/renditions.ts";

/** Removes files that nobody wants any more; one round serves all who asked meanwhile. */
export const cleaningQueue: Queue<object> = {
  name: "media-cleaning",
  batch: 1,
  loops: 1,
  retries: 3,
  retrySeconds: 60,
};

const dayMs = 24 * 3600 * 1000;
/** Files between an upload and its use are kept for so long. */
const patienceMs = dayMs;
const batchSize = 200;

export interface CleaningStore {
  /** Forgets uploads that were not registered, and images that no profile, squad or trip shows, from before this moment. */
  forgetUnused(before: Date): Promise<void>;
  /** Deletes at most `limit` photos that are in the trash since before this moment; returns how many. */
  emptyTrash(before: Date, limit: number): Promise<number>;
  /** Whether an upload or a photo has this id. */
  isUsed(id: string): Promise<boolean>;
  unwantedFiles(limit: number): Promise<string[]>;
  forgetUnwanted(ids: readonly string[]): Promise<void>;
}

/** Every file that an id may have. */
export const parts = ["original", ...renditionParts] as const;

interface Parts {
  readonly jobs: Jobs;
  readonly blobs: Blobs;
  readonly store: CleaningStore;
  /** Whether the files are this database's to remove. */
  readonly mayRemove: () => Promise<boolean>;
}

export function workOnCleaning({ jobs, blobs, store, mayRemove }: Parts): void {
  jobs.handle(cleaningQueue, async () => {
    if (await mayRemove()) await clean(blobs, store, new Date());
    return new Map();
  });
}

/** Removes what is unused for a day, what is in the trash for 30 days, and the files of everything that was deleted. */
export async function clean(blobs: Blobs, store: CleaningStore, now: Date): Promise<void> {
  const before = new Date(now.getTime() - patienceMs);
  await store.forgetUnused(before);
  await blobs.forgetStaged(before, store.isUsed);
  const expired = new Date(now.getTime() - trashDays * dayMs);
  let removed = batchSize;
  while (removed === batchSize) removed = await store.emptyTrash(expired, batchSize);
  for (;;) {
    const ids = await store.unwantedFiles(batchSize);
    for (const id of ids) for (const part of parts) await blobs.remove(`${id}/${part}`);
    await store.forgetUnwanted(ids);
    if (ids.length < batchSize) return;
  }
}
