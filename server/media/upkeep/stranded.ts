import type { Jobs, Queue } from "../../platform/jobs/jobs.ts";
import { playQueue } from "../renditions/play-jobs.ts";
import { type PictureTask, gridQueue, heavyQueue, pictureQueue } from "../renditions/rendition-jobs.ts";

/** Has the pictures and films made after all whose job was lost: with a server that died over its last try. */
export const strandedQueue: Queue<object> = {
  name: "media-stranded",
  batch: 1,
  loops: 1,
  retries: 3,
  retrySeconds: 60,
};

/** The longest job, with a try after it, is over by then. */
const patienceMs = 3 * 3600 * 1000;
const batchSize = 2000;

export interface Unfinished {
  readonly id: string;
  readonly fileType: string;
  readonly lacksPictures: boolean;
  readonly lacksFilm: boolean;
}

export interface StrandedStore {
  /** In the order of their ids, those after one: what is still being prepared and came before this moment. */
  unfinished(before: Date, after: string, limit: number): Promise<Unfinished[]>;
}

export interface StrandedParts {
  readonly jobs: Pick<Jobs, "lost" | "sendNow" | "wake">;
  readonly store: StrandedStore;
}

export function workOnStranded({ jobs, store }: { readonly jobs: Jobs; readonly store: StrandedStore }): void {
  jobs.handle(strandedQueue, async () => {
    await sendStranded({ jobs, store }, new Date());
    return new Map();
  });
}

/** Sends a job for everything that is said to be prepared, has been for hours, and is in no job. */
export async function sendStranded({ jobs, store }: StrandedParts, now: Date): Promise<void> {
  const before = new Date(now.getTime() - patienceMs);
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
      playQueue,
      found.filter(({ lacksFilm }) => lacksFilm),
    );
    if (found.length < batchSize) return;
    after = found.at(-1)!.id;
  }
}

async function sendLost(jobs: StrandedParts["jobs"], queue: Queue<PictureTask>, all: readonly Unfinished[]) {
  if (all.length === 0) return;
  const lost = await jobs.lost(
    queue,
    all.map(({ id }) => ({ id })),
  );
  if (lost.length === 0) return;
  await jobs.sendNow(queue, lost);
  jobs.wake(queue);
}
