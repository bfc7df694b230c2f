// Decision 014: why one daily job deletes expired rows.
import type { Jobs, Queue } from "../../platform/jobs/jobs.ts";

/** Deletes expired rows, such as sessions. */
export const dailyCleanupQueue: Queue<object> = {
  name: "forgetting",
  batch: 1,
  loops: 1,
  retries: 3,
  retrySeconds: 60,
};

const daySeconds = 24 * 3600;
const intervalMs = 3600 * 1000;
const firstDelayMs = 90_000;

/** Runs each task once a day on one of the servers. The server calls `start` and `stop`. */
export function cleanUpDaily(jobs: Jobs, works: boolean, tasks: readonly (() => Promise<void>)[]) {
  jobs.handle(dailyCleanupQueue, async () => {
    for (const task of tasks) await task();
    return new Map();
  });
  const sendJob = () => void jobs.sendNow(dailyCleanupQueue, [{}], daySeconds).catch(() => {});
  let timers: NodeJS.Timeout[] = [];
  return {
    start() {
      if (works) timers = [setTimeout(sendJob, firstDelayMs).unref(), setInterval(sendJob, intervalMs).unref()];
    },
    stop: () => timers.forEach(clearTimeout),
  };
}
