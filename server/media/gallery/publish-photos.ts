// Decision 052: why photos of public squads are listed in parts.
import type { Jobs, Queue } from "../../platform/jobs/jobs.ts";

/** The jobs that list the photos of a squad as public after it turns public, and take them off the list after it turns private. */
export const publishingQueue: Queue<object> = {
  name: "publishing",
  batch: 100,
  loops: 1,
  retries: 3,
  retrySeconds: 60,
};

/** `publishPart` does a part of a squad in a transaction of its own, and returns false when nothing is left. */
export function workOnPublishing(jobs: Jobs, publishPart: () => Promise<boolean>): void {
  jobs.handle(publishingQueue, async () => {
    while (await publishPart());
    return new Map();
  });
}
