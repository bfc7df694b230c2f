import type { Jobs, Queue } from "../../platform/jobs/jobs.ts";
import { playbackQueue } from "../renditions/playback-jobs.ts";
import { type PictureTask, gridQueue, heavyQueue, pictureQueue } from "../renditions/rendition-jobs.ts";

/** Requeues the jobs of photos and videos that were lost when a server died during their last try. */
export const requeueQueue: Queue<object> = {
  name: "media-stranded",
  batch: 1,
  loops: 1,
  retries: 3,
  retrySeconds: 60,
};

/** The longest job and one retry take less than this. */
const minAgeMs = 3 * 3600 * 1000;
const batchSize = 2000;

export interface Unfinished {
  readonly id: string;
  readonly fileType: string;
  readonly lacksPictures: boolean;
  readonly lacksPlayback: boolean;
}

export interface UnfinishedStore {
  /** Media still in preparation that were added before this time: those after the id `after`, in the order of ids. */
  unfinished(before: Date, after: string, limit: number): Promise<Unfinished[]>;
}

export interface RequeueParts {
  readonly jobs: Pick<Jobs, "lost" | "sendNow" | "wake">;
  readonly store: UnfinishedStore;
}

export function workOnRequeue({ jobs, store }: { readonly jobs: Jobs; readonly store: UnfinishedStore }): void {
  jobs.handle(requeueQueue, async () => {
    await requeueLostJobs({ jobs, store }, new Date());
    return new Map();
  });
}

/** Sends a new job for all media that are in preparation for hours and have no job. */
export async function requeueLostJobs({ jobs, store }: RequeueParts, now: Date): Promise<void> {
  const before = new Date(now.getTime() - minAgeMs);
  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const found = await store.unfinished(before, after, batchSize);
    const pictures = found.filter(({ lacksPictures }) => lacksPictures);
    for (const queue of [gridQueue, heavyQueue])
      await sendLost(
        jobs,
        queue,
        pictures.filter(({ fileType }) => pictureQueue(fileType) === queue),
      );
    await sendLost(
      jobs,
      playbackQueue,
      found.filter(({ lacksPlayback }) => lacksPlayback),
    );
    if (found.length < batchSize) return;
    after = found.at(-1)!.id;
  }
}

async function sendLost(jobs: RequeueParts["jobs"], queue: Queue<PictureTask>, all: readonly Unfinished[]) {
  if (all.length === 0) return;
  const lost = await jobs.lost(
    queue,
    all.map(({ id }) => ({ id })),
  );
  if (lost.length === 0) return;
  await jobs.sendNow(queue, lost);
  jobs.wake(queue);
}
