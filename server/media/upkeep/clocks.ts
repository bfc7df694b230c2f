import type { Jobs, Queue } from "../../platform/jobs/jobs.ts";
import { momentTaken, type Taken } from "../photos/register.ts";
import { type Earlier, type EarlierParts, batchSize, lookAgain, pauseSeconds } from "./earlier.ts";

/** Reads again what the files of earlier photos say of the clock where they were taken: a few at a time, while nobody waits. */
export const clocksQueue: Queue<object> = { name: "media-clocks", batch: 1, loops: 1, retries: 3, retrySeconds: 60 };

export interface Unread extends Earlier {
  readonly fileName: string;
  readonly takenAt: Date;
  readonly createdAt: Date;
}

export interface ClockStore {
  unread(limit: number): Promise<Unread[]>;
  /** Once each: whatever the file says, it is not read again. */
  markRead(id: string, clock: Omit<Taken, "takenAt">): Promise<void>;
}

export interface ClockParts extends EarlierParts {
  readonly store: ClockStore;
}

export function workOnClocks({ jobs, ...parts }: ClockParts & { readonly jobs: Jobs }): void {
  jobs.handle(clocksQueue, async () => {
    if (await readClocks(parts)) await jobs.sendLater(clocksQueue, [{}], pauseSeconds);
    return new Map();
  });
}

/** Reads some of those that are left; false when they were the last. */
export async function readClocks({ store, ...parts }: ClockParts): Promise<boolean> {
  return lookAgain(parts, await store.unread(batchSize), async ({ id, fileName, takenAt, createdAt }, found) => {
    const taken = momentTaken(found && "sha256" in found ? found : {}, undefined, fileName, createdAt);
    // Another moment was taken at the time: what this one says belongs to it alone.
    const isSame = taken.takenAt.getTime() === takenAt.getTime();
    const { utcOffset, isLocalClock } = isSame ? taken : { utcOffset: null, isLocalClock: false };
    await store.markRead(id, { utcOffset, isLocalClock });
    return utcOffset !== null || isLocalClock;
  });
}
