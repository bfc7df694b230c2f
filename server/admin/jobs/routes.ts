import { z } from "zod";
import { Id } from "#contract/fields.ts";
import { readCursor } from "../../platform/http/cursor.ts";
import { logSecurity } from "../../platform/http/security-log.ts";
import type { Ground } from "../../schema/ground.ts";
import { onePage } from "../list-routes.ts";
import { retryJob, retryQueue } from "./retrying.ts";

/** A moment in microseconds, and the id of a job. */
const afterJob = z.tuple([z.int(), Id]);

/** Mounts failed jobs and another try for them. */
export function jobRoutes({ serve, database, jobs }: Pick<Ground, "serve" | "database" | "jobs">): void {
  const { failed } = jobs;
  serve.call("GET /api/admin/queues", async () => [...(await failed.queues())]);

  serve.call("GET /api/admin/jobs", async (asked) => {
    const { limit, cursor, queue } = asked.query;
    const found = await failed.newest(limit + 1, readCursor(cursor, afterJob), queue);
    return onePage(asked, found, ({ micros, id }) => [micros, id]).map(({ failedAt, ...job }) => ({
      ...job,
      failedAt: failedAt.toJSON(),
    }));
  });

  serve.call("POST /api/admin/jobs/:id/retry", async ({ viewer, params, request }) => {
    const name = await retryJob(database, failed, { admin: viewer.id }, params.id);
    jobs.wake({ name });
    logSecurity(request, "admin_acted", { action: "job_retried", target: params.id });
    return undefined;
  });

  serve.call("POST /api/admin/jobs/retry", async ({ viewer, body, request }) => {
    const retried = await retryQueue(database, failed, { admin: viewer.id }, body.queue);
    jobs.wake({ name: body.queue });
    if (retried > 0) logSecurity(request, "admin_acted", { action: "queue_retried", target: null });
    return { retried };
  });
}
