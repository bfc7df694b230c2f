import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Queue, openJobs } from "../../platform/jobs/jobs.ts";
import { type TestApp, type TestPerson, openTestApp, rows } from "../../testing/app.ts";
import { newSiteAdmin, siteAdminsOfTests } from "../../testing/site-admins.ts";

interface Wave {
  readonly height: number;
}
const waves: Queue<Wave> = { name: "waves", batch: 5, loops: 1, retries: 0, retrySeconds: 1 };
const secret = "ana@example.org wrote Camp Chef";

let swell: TestApp;
let rita: TestPerson;
let isCalm = false;
const done: number[] = [];
const jobs = () => {
  const opened = openJobs({ database: swell.database, works: true, log: () => {} });
  opened.handle(waves, async (batch) => {
    if (!isCalm) return new Map(batch.map(({ id }) => [id, Object.assign(new TypeError(secret), { code: "ESURF" })]));
    done.push(...batch.map(({ task }) => task.height));
    return new Map();
  });
  return opened;
};
let worker: ReturnType<typeof jobs>;
beforeAll(async () => {
  swell = await openTestApp(siteAdminsOfTests);
  rita = await newSiteAdmin(swell);
  worker = jobs();
});
afterAll(async () => {
  await worker.stop();
  await swell.close();
});

const failed = async (query = "") => rows((await rita.get(`/api/admin/jobs${query}`)).body);
const soon = (claim: () => Promise<void>) => vi.waitFor(claim, { timeout: 20_000, interval: 50 });
const send = async (...heights: number[]) => {
  await worker.sendNow(
    waves,
    heights.map((height) => ({ height })),
  );
  worker.wake(waves);
};
const wakeUntil = (claim: () => Promise<void> | void) =>
  soon(async () => {
    worker.wake(waves);
    await claim();
  });

test("a failed job is listed without its message, stays, and runs once more", async () => {
  await send(1, 2, 3);
  await soon(async () => expect(await failed()).toHaveLength(3));
  const [first] = await failed("?queue=waves");
  expect(first).toEqual({
    id: expect.any(String),
    queue: "waves",
    failedAt: expect.stringMatching(/Z$/),
    tries: 1,
    reason: "TypeError ESURF",
  });
  expect(await failed("?queue=mail")).toEqual([]);
  expect(rows((await rita.get("/api/admin/queues")).body)).toContainEqual({
    name: "waves",
    waiting: 0,
    running: 0,
    failed: 3,
  });
  expect((await rita.get("/api/admin")).body["failedJobs"]).toBe(3);

  const { headers } = await rita.get("/api/admin/jobs?limit=2");
  expect(await failed(/\?.*(?=>)/.exec(String(headers["link"]))![0])).toHaveLength(1);

  await worker.failed.keep();
  const kept = await sql<{
    days: number;
  }>`select distinct deletion_seconds / 86400 days from jobs.job where state = 'failed'`.execute(swell.database.db);
  expect(kept.rows).toEqual([{ days: 14 }]);

  isCalm = true;
  const id = String(first!["id"]);
  expect((await rita.post(`/api/admin/jobs/${id}/retry`, {})).status).toBe(204);
  await wakeUntil(() => expect(done).toHaveLength(1));
  await soon(async () => expect(await failed()).toHaveLength(2));
  // pg-boss deletes the job ten minutes after it is done, like every other job.
  const gone = await sql<{ seconds: number }>`select deletion_seconds seconds from jobs.job where id = ${id}`.execute(
    swell.database.db,
  );
  expect(gone.rows).toEqual([{ seconds: 600 }]);
  expect((await rita.post(`/api/admin/jobs/${id}/retry`, {})).status).toBe(404);

  expect((await rita.post("/api/admin/jobs/retry", { queue: "waves" })).body).toEqual({ retried: 2 });
  await wakeUntil(() => expect(done.toSorted((one, other) => one - other)).toEqual([1, 2, 3]));
  expect((await rita.post("/api/admin/jobs/retry", { queue: "waves" })).body).toEqual({ retried: 0 });
  expect((await rita.post("/api/admin/jobs/retry", { queue: "unknown" })).body).toEqual({ retried: 0 });
  expect(rows((await rita.get("/api/admin/actions")).body)).toMatchObject([
    { action: "queue_retried", detail: "waves: 2" },
    { action: "job_retried", detail: "waves" },
  ]);
});

test("a job that fails again is back on the list", async () => {
  isCalm = false;
  await send(7);
  await soon(async () => expect(await failed()).toHaveLength(1));
  const [first] = await failed();
  await rita.post("/api/admin/jobs/retry", { queue: "waves" });
  await wakeUntil(async () => expect(await failed()).toMatchObject([{ id: first!["id"], tries: 2 }]));
});

test("two retries at once run a job once", async () => {
  isCalm = true;
  const [first] = await failed();
  const replies = await Promise.all(
    [1, 2, 3].map(() => rita.post(`/api/admin/jobs/${String(first!["id"])}/retry`, {})),
  );
  expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([204, 404, 404]);
  await wakeUntil(() => expect(done.filter((height) => height === 7)).toEqual([7]));
});
