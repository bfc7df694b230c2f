// Decision 073: why a job describes the days of galleries.
import type { Jobs, Queue } from "../../platform/jobs/jobs.ts";

/** Describes the days of galleries whose photos have changed. */
export const galleryDaysQueue: Queue<object> = {
  name: "gallery-days",
  batch: 1,
  loops: 1,
  retries: 0,
  retrySeconds: 60,
};

/** A day in the middle of an upload is described once in this time, and read from its photos meanwhile. */
export const describeSeconds = 60;
/** Writes to these days wait for the whole batch. */
const daysAtOnce = 10;

export function workOnGalleryDays(jobs: Jobs, describeDays: (limit: number) => Promise<number>): void {
  jobs.handle(galleryDaysQueue, async () => {
    while ((await describeDays(daysAtOnce)) === daysAtOnce);
    return new Map();
  });
}
