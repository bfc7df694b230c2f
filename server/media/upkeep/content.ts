import type { Blobs } from "../../blobs/blobs.ts";
import type { Jobs, Queue } from "../../jobs/jobs.ts";
import type { Live } from "../../live/live.ts";
import { TaskFault } from "../child.ts";
import type { Found, Refused } from "../inspect/inspect.ts";
import { hintsOf } from "../renditions/rendition-jobs.ts";

/** Looks in the files of earlier photos and videos for the Live Photos among them: a few at a time, while nobody waits. */
export const contentQueue: Queue<object> = { name: "media-content", batch: 1, loops: 1, retries: 3, retrySeconds: 60 };

const batchSize = 50;

export interface Unlooked {
  readonly id: string;
  readonly fileType: string;
  readonly squadId: string | null;
  readonly tripId: string | null;
}

export interface ContentStore {
  unlooked(limit: number): Promise<Unlooked[]>;
  /** Once each: whatever the file says, it is not read again. True when it became one photo with another one. */
  markLooked(id: string, contentId: string | null): Promise<boolean>;
}

export interface ContentParts {
  readonly blobs: Blobs;
  readonly store: ContentStore;
  readonly live: Live;
  readonly inspect: (path: string, isFilm: boolean) => Promise<Found | Refused>;
}

export function workOnContent({ jobs, ...parts }: ContentParts & { readonly jobs: Jobs }): void {
  jobs.handle(contentQueue, async () => {
    if (await joinEarlier(parts)) await jobs.sendNow(contentQueue, [{}]);
    return new Map();
  });
}

/** Joins some of those that are left; false when they were the last. */
export async function joinEarlier({ blobs, store, live, inspect }: ContentParts): Promise<boolean> {
  const media = await store.unlooked(batchSize);
  const joined: Unlooked[] = [];
  for (const one of media) {
    const look = (path: string) => inspect(path, one.fileType.startsWith("video/")).catch(orNothing);
    const found = await blobs.withFile(`${one.id}/original`, look);
    const contentId = found && "contentId" in found ? found.contentId : null;
    if (await store.markLooked(one.id, contentId ?? null)) joined.push(one);
  }
  if (joined.length > 0) live.tell(...hintsOf(joined));
  return media.length === batchSize;
}

/** A file that cannot be read tells nothing; that we are stopping says nothing about it. */
function orNothing(error: unknown): null {
  if (error instanceof TaskFault && error.kind !== "stopped") return null;
  throw error;
}
