// Decision 014: why one daily job deletes expired rows.
import type { Jobs, Queue } from "../../platform/jobs/jobs.ts";

/** Forgets what was left behind by people who did not come back. */
export const forgettingQueue: Queue<object> = {
  name: "forgetting",
  batch: 1,
  loops: 1,
  retries: 3,
  retrySeconds: 60,
};

const daySeconds = 24 * 3600;
const hourMs = 3600 * 1000;
const firstMs = 90_000;

/** Has each of these run once a day, by one server of all; `start` and `stop` are the server's. */
export function forgetDaily(jobs: Jobs, works: boolean, rounds: readonly (() => Promise<void>)[]) {
  jobs.handle(forgettingQueue, async () => {
    for (const forget of rounds) await forget();
    return new Map();
  });
  const ask = () => void jobs.sendNow(forgettingQueue, [{}], daySeconds).catch(() => {});
  let asking: NodeJS.Timeout[] = [];
  return {
    start() {
      if (works) asking = [setTimeout(ask, firstMs).unref(), setInterval(ask, hourMs).unref()];
    },
    stop: () => asking.forEach(clearTimeout),
  };
}
