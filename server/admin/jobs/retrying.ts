import { notFound } from "../../platform/http/problem.ts";
import type { FailedJobs } from "../../platform/jobs/failed-store.ts";
import type { Database } from "../../schema/database.ts";
import { type Actor, noteAction } from "../actions/store.ts";

/** Runs a failed job once more, and writes that down. 404 if no such job has failed. */
export const retryJob = ({ transact }: Database, failed: FailedJobs, by: Actor, id: string): Promise<string> =>
  transact(async (tx) => {
    const queue = await failed.retry(tx, id);
    if (queue === null) throw notFound();
    await noteAction(tx, { action: "job_retried", by, detail: queue });
    return queue;
  });

/** Runs the failed jobs of a queue once more, and writes that down unless there are none. Resolves to how many. */
export const retryQueue = ({ transact }: Database, failed: FailedJobs, by: Actor, queue: string): Promise<number> =>
  transact(async (tx) => {
    const retried = await failed.retryAll(tx, queue);
    if (retried > 0) await noteAction(tx, { action: "queue_retried", by, detail: `${queue}: ${retried}` });
    return retried;
  });
