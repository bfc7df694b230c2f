import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, freshDatabase } from "../../testing/database.ts";
import { type Blobs, BlobsUnreachable } from "../blobs/blobs.ts";
import { openBlobs } from "../blobs/open-blobs.ts";
import { readConfig } from "../config/config.ts";
import type { Database } from "../db/connect.ts";
import { type Queue, openJobs } from "../jobs/jobs.ts";
import type { FaultName } from "./faults.ts";
import { watchSite } from "./watch-site.ts";

let database: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  database = await freshDatabase();
  dataDir = await mkdtemp(path.join(os.tmpdir(), "swellmates-faults-"));
});
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true });
});

interface Site {
  readonly env?: Record<string, string>;
  readonly answers?: Blobs["answers"];
  readonly one?: Database["one"];
}

/** Makes the check of this name, on a site that differs in these parts. */
async function check(name: FaultName, { env, answers, one }: Site = {}): Promise<string | null | undefined> {
  const checks = new Map<FaultName, () => Promise<string | null>>();
  const config = readConfig({ DATA_DIR: dataDir, MIN_FREE_BYTES: "0", ...env });
  const blobs = openBlobs(config);
  watchSite(
    { watch: (watched, run) => void checks.set(watched, run) },
    { config, database: { ...database, ...(one && { one }) }, blobs: { ...blobs, ...(answers && { answers }) } },
  );
  return checks.get(name)?.();
}

test("a site without faults has none", async () => {
  for (const name of ["disk", "photos", "clock", "queue"] as const) expect(await check(name)).toBeNull();
});

test("a disk without the room that uploads leave is a fault", async () => {
  const env = { MIN_FREE_BYTES: String(2 ** 48) };
  expect(await check("disk", { env })).toBe(
    "The disk of DATA_DIR has less than 268435456 MB left: uploads are refused.",
  );
});

test("a store of photos that does not answer is a fault, with its reason", async () => {
  const answers = () => Promise.reject(new BlobsUnreachable("The object store refuses: 403 AccessDenied"));
  expect(await check("photos", { answers })).toBe(
    "Photos cannot be reached. The object store refuses: 403 AccessDenied",
  );
});

test("a clock that differs by more than a minute is a fault", async () => {
  const at = (seconds: number) => new Date(Date.now() + seconds * 1000);
  expect(await check("clock", { answers: async () => at(-50) })).toBeNull();
  expect(await check("clock", { answers: async () => at(-90) })).toMatch(
    /^The clock of this machine is 9\d seconds ahead of that of the object store\.$/,
  );
  expect(await check("clock", { one: (async () => at(300)) as Database["one"] })).toMatch(
    /^The clock of this machine is (299|300) seconds behind that of the database\.$/,
  );
});

test("a queue is a fault while jobs are due and none begins", async () => {
  const queue: Queue<{ height: number }> = { name: "waves", batch: 1, loops: 1, retries: 1, retrySeconds: 1 };
  const jobs = openJobs({ database, works: false, log: () => {} });
  jobs.handle(queue, async () => new Map());
  await jobs.sendNow(queue, [{ height: 1 }, { height: 2 }]);
  await jobs.sendLater(queue, [{ height: 3 }], 3600);
  expect(await check("queue")).toBeNull();
  const makeDue = sql`update jobs.job set start_after = now() - interval '15 minutes' where data ->> 'height' < '3'`;
  await makeDue.execute(database.db);
  expect(await check("queue")).toBe("The queue waves has waited for 15 minutes, and no server runs its jobs.");
  await sql`update jobs.job set state = 'completed', started_on = now() where data ->> 'height' = '1'`.execute(
    database.db,
  );
  expect(await check("queue")).toBeNull();
  await jobs.stop();
});
