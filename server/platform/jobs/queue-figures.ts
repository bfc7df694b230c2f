import { keptFor } from "../bounded-reads.ts";
import type { Database } from "../db/connect.ts";
import { secondMs } from "../durations.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { type QueueState, queueStore } from "./queue-store.ts";

const keptMs = 5 * secondMs;

/** Tells what the queues of all servers hold. Servers on one database tell the same. */
export function queueFigures(metrics: Metrics, database: Database): void {
  const read = keptFor(keptMs, queueStore(database));
  const each = (valueOf: (state: QueueState) => number) => async () =>
    (await read()).map((state) => [{ queue: state.queue }, valueOf(state)] as const);
  const tell = (name: string, help: string, valueOf: (state: QueueState) => number) =>
    metrics.gauge(name, help, each(valueOf), ["queue"]);
  tell("jobs_waiting", "Jobs whose time has come and that no server runs yet", ({ waiting }) => waiting);
  tell("jobs_running", "Jobs that run", ({ running }) => running);
  tell("jobs_oldest_seconds", "How long the oldest waiting job has waited", ({ oldestSeconds }) => oldestSeconds);
}
