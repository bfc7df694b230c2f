import type { Blobs } from "../../blobs/blobs.ts";
import type { Jobs, Queue } from "../../jobs/jobs.ts";
import type { Live } from "../../live/live.ts";
import { TaskFault } from "../child.ts";
import type { Found, Refused } from "../inspect/inspect.ts";
import { momentTaken, type Taken } from "../register.ts";
import { hintsOf } from "../renditions/rendition-jobs.ts";

/** Reads again what the files of earlier photos say of the clock where they were taken: a few at a time, while nobody waits. */
export const clocksQueue: Queue<object> = { name: "media-clocks", batch: 1, loops: 1, retries: 3, retrySeconds: 60 };

const batchSize = 50;

export interface Unread {
  readonly id: string;
  readonly fileName: string;
  readonly fileType: string;
  readonly takenAt: Date;
  readonly createdAt: Date;
  readonly squadId: string | null;
  readonly tripId: string | null;
}

export interface ClockStore {
  unread(limit: number): Promise<Unread[]>;
  /** Once each: whatever the file says, it is not read again. */
  markRead(id: string, clock: Omit<Taken, "takenAt">): Promise<void>;
}

export interface ClockParts {
  readonly blobs: Blobs;
  readonly store: ClockStore;
  readonly live: Live;
  readonly inspect: (path: string, isFilm: boolean) => Promise<Found | Refused>;
}

export function workOnClocks({ jobs, ...parts }: ClockParts & { readonly jobs: Jobs }): void {
  jobs.handle(clocksQueue, async () => {
    if (await readClocks(parts)) await jobs.sendNow(clocksQueue, [{}]);
    return new Map();
  });
}

/** Reads some of those that are left; false when they were the last. */
export async function readClocks({ blobs, store, live, inspect }: ClockParts): Promise<boolean> {
  const media = await store.unread(batchSize);
  const changed: Unread[] = [];
  for (const one of media) {
    const { id, fileName, fileType, takenAt, createdAt } = one;
    const look = (path: string) => inspect(path, fileType.startsWith("video/")).catch(orNothing);
    const found = await blobs.withFile(`${id}/original`, look);
    const taken = momentTaken(found && "sha256" in found ? found : {}, undefined, fileName, createdAt);
    // Another moment was taken at the time: what this one says belongs to it alone.
    const isSame = taken.takenAt.getTime() === takenAt.getTime();
    const { utcOffset, isLocalClock } = isSame ? taken : { utcOffset: null, isLocalClock: false };
    await store.markRead(id, { utcOffset, isLocalClock });
    if (utcOffset !== null || isLocalClock) changed.push(one);
  }
  if (changed.length > 0) live.tell(...hintsOf(changed));
  return media.length === batchSize;
}

/** A file that cannot be read tells nothing; that we are stopping says nothing about it. */
function orNothing(error: unknown): null {
  if (error instanceof TaskFault && error.kind !== "stopped") return null;
  throw error;
}
