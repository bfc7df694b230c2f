// Decision 036: why files are deleted after their rows.
import { trashDays } from "#contract/trash.ts";
import type { Blobs } from "../../platform/blobs/blobs.ts";
import type { Jobs, Queue } from "../../platform/jobs/jobs.ts";
import { renditionParts } from "../renditions/renditions.ts";

/** Removes unused files. One run serves all requests that came before it. */
export const cleaningQueue: Queue<object> = {
  name: "media-cleaning",
  batch: 1,
  loops: 1,
  retries: 3,
  retrySeconds: 60,
};

const dayMs = 24 * 3600 * 1000;
/** How long an unregistered upload is kept. */
const keepMs = dayMs;
const batchSize = 200;

export interface CleaningStore {
  /** Deletes rows from before this time: unregistered uploads, and images that no profile, squad or trip uses. */
  forgetUnused(before: Date): Promise<void>;
  /** Deletes at most `limit` photos that are in the trash since before this moment; returns how many. */
  emptyTrash(before: Date, limit: number): Promise<number>;
  /** Whether an upload or a photo has this id. */
  isUsed(id: string): Promise<boolean>;
  unwantedFiles(limit: number): Promise<string[]>;
  forgetUnwanted(ids: readonly string[]): Promise<void>;
}

/** Every file that one id may have. */
export const parts = ["original", ...renditionParts] as const;

interface Parts {
  readonly jobs: Jobs;
  readonly blobs: Blobs;
  readonly store: CleaningStore;
  /** Whether the files belong to this database. */
  readonly mayRemove: () => Promise<boolean>;
}

export function workOnCleaning({ jobs, blobs, store, mayRemove }: Parts): void {
  jobs.handle(cleaningQueue, async () => {
    if (await mayRemove()) await clean(blobs, store, new Date());
    return new Map();
  });
}

/** Removes uploads that were unused for a day, photos that were in the trash for 30 days, and the files of deleted photos. */
export async function clean(blobs: Blobs, store: CleaningStore, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keepMs);
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
