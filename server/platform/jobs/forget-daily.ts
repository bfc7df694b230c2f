// Decision 014: why one daily job deletes expired rows.
import { dayMs, hourMs } from "../durations.ts";
import type { Jobs, Queue } from "./jobs.ts";

/** Deletes expired rows, such as sessions. */
export const forgettingQueue: Queue<object> = { name: "forgetting", batch: 1, loops: 1, retries: 3, retrySeconds: 60 };

/** Runs all tasks once a day, one after the other, on one of the servers. */
export function forgetDaily(jobs: Jobs, tasks: readonly (() => Promise<void>)[]): void {
  jobs.handle(forgettingQueue, async () => {
    for (const task of tasks) await task();
    return new Map();
  });
  jobs.every(forgettingQueue.name, hourMs, () => jobs.sendNow(forgettingQueue, [{}], dayMs / 1000));
}
