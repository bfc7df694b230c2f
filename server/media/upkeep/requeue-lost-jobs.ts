import type { Jobs, Queue } from "../../platform/jobs/jobs.ts";
import { playbackQueueOf, playbackQueues, playbackTask } from "../renditions/playback-jobs.ts";
import type { Original } from "../processes/source-kind.ts";
import { type PictureTask, gridQueue, heavyQueue, pictureQueue } from "../renditions/rendition-jobs.ts";
import { firstId } from "../../platform/db/id.ts";

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

export interface Unfinished extends Original {
  readonly id: string;
  readonly uploaderId: string | null;
  readonly durationMs: number | null;
  readonly fileSize: number;
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
  let after = firstId;
  for (;;) {
    const found = await store.unfinished(before, after, batchSize);
    const pictures = found.filter(({ lacksPictures }) => lacksPictures);
    for (const queue of [gridQueue, heavyQueue])
      await sendLost(
        jobs,
        queue,
        pictures
          .filter((photo) => pictureQueue(photo) === queue)
          .map(({ id, uploaderId }) => ({ id, ...(uploaderId !== null && { userId: uploaderId }) })),
      );
    await requeuePlayback(
      jobs,
      found.filter(({ lacksPlayback }) => lacksPlayback),
    );
    if (found.length < batchSize) return;
    after = found.at(-1)!.id;
  }
}

/** Sends new playback jobs for those of these videos that have none. */
export async function requeuePlayback(
  jobs: RequeueParts["jobs"],
  videos: readonly Pick<Unfinished, "id" | "uploaderId" | "durationMs" | "fileSize">[],
): Promise<void> {
  const tasks = videos.map(({ id, uploaderId, durationMs, fileSize }) =>
    playbackTask(id, uploaderId, { durationMs, bytes: fileSize }),
  );
  for (const queue of playbackQueues)
    await sendLost(
      jobs,
      queue,
      tasks.filter((task) => playbackQueueOf(task) === queue),
    );
}

async function sendLost(jobs: RequeueParts["jobs"], queue: Queue<PictureTask>, all: readonly PictureTask[]) {
  if (all.length === 0) return;
  const lost = await jobs.lost(queue, all);
  if (lost.length === 0) return;
  await jobs.sendNow(queue, lost);
  jobs.wake(queue);
}
