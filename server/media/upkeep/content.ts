import type { Jobs, Queue } from "../../platform/jobs/jobs.ts";
import { type Earlier, type EarlierParts, batchSize, lookAgain, pauseSeconds } from "./earlier.ts";

/** Looks in the files of earlier photos and videos for the Live Photos among them: a few at a time, while nobody waits. */
export const contentQueue: Queue<object> = { name: "media-content", batch: 1, loops: 1, retries: 3, retrySeconds: 60 };

export interface ContentStore {
  unlooked(limit: number): Promise<Earlier[]>;
  /** Once each: whatever the file says, it is not read again. True when it became one photo with another one. */
  markLooked(id: string, contentId: string | null): Promise<boolean>;
}

export interface ContentParts extends EarlierParts {
  readonly store: ContentStore;
}

export function workOnContent({ jobs, ...parts }: ContentParts & { readonly jobs: Jobs }): void {
  jobs.handle(contentQueue, async () => {
    if (await joinEarlier(parts)) await jobs.sendLater(contentQueue, [{}], pauseSeconds);
    return new Map();
  });
}

/** Joins some of those that are left; false when they were the last. */
export async function joinEarlier({ store, ...parts }: ContentParts): Promise<boolean> {
  return lookAgain(parts, await store.unlooked(batchSize), ({ id }, found) =>
    store.markLooked(id, (found && "contentId" in found ? found.contentId : null) ?? null),
  );
}
