import { rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { noteTaken } from "../../backups/taken-store.ts";
import { collectLog } from "../../testing/security-log/collect-log.ts";
import { type TestApp, openTestApp } from "../../testing/app.ts";
import { newId } from "../db/id.ts";
import { version } from "../version.ts";
import { openReadiness } from "./readiness.ts";

const METRICS_TOKEN = "a-token-of-the-operator-1";
const operator = { authorization: `Bearer ${METRICS_TOKEN}` };
const log = collectLog();

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp({ METRICS_TOKEN, LOG_LEVEL: "warn" }, undefined, log);
});
afterAll(() => swell.close());
afterEach(() => log.lines.splice(0));

const ready = (headers?: Record<string, string>) => swell.visitor.get("/readyz", undefined, headers);
const until = (status: number) => expect.poll(async () => (await ready()).status, { timeout: 10_000 }).toBe(status);

test("a server that works says only that it is ready", async () => {
  const { status, text, headers } = await ready();
  expect({ status, text }).toEqual({ status: 200, text: '{"ok":true,"failing":[]}' });
  expect(headers["cache-control"]).toBe("no-store");
  expect((await ready({ authorization: "Bearer of-another-token-of-24" })).text).toBe(text);
});

test("/readyz needs the photos, /healthz does not", async () => {
  await until(200);
  const files = path.join(swell.parts.config.dataDir, "blobs");
  await rename(files, `${files}-away`);
  await writeFile(files, "a file where the folder should be");
  await until(503);
  const refused = await ready();
  expect(refused.text).toBe('{"ok":false,"failing":["photos"]}');
  expect(refused.headers["retry-after"]).toBe("2");
  const told = await ready(operator);
  expect(told).toMatchObject({ status: 503, body: { failing: ["photos"] } });
  expect(told.text).toContain("ENOTDIR");
  expect(await swell.visitor.get("/healthz")).toMatchObject({ status: 200, body: { status: "ok", version } });
  await rm(files);
  await rename(`${files}-away`, files);
  await until(200);
  const lines = log.lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
  expect(lines).toEqual(["This server is not ready for requests", "This server is ready again"]);
});

test("/readyz needs the migrations of this program, and takes newer ones", async () => {
  const { db } = swell.database;
  const row = { name: "999-later.sql", sha256: "0" };
  await db
    .insertInto("migrations" as never)
    .values(row)
    .execute();
  await new Promise((done) => setTimeout(done, 1100));
  expect((await ready()).status).toBe(200);
  await db
    .updateTable("migrations" as never)
    .set({ name: "005-gone.sql" } as never)
    .where("name" as never, "like", "005-%" as never)
    .execute();
  await until(503);
  const { body } = await ready(operator);
  expect(body["failing"]).toEqual(["schema"]);
  expect(JSON.stringify(body["parts"])).toMatch(/lacks the migration 005-\w+\.sql/);
});

test("warnings and the age of the backup are for the operator, and change nothing", async () => {
  const open = await openTestApp({ METRICS_TOKEN });
  const { database, visitor } = open;
  const since = new Date(Date.now() - 3_600_000);
  await database.db
    .insertInto("faults")
    .values({ name: "backups", reason: "A backup failed.", process: newId(), since, seen_at: new Date() })
    .execute();
  await noteTaken(database, { name: "a", place: "/b", endedAt: since, databaseBytes: 1, photoFiles: 1 }, 14);
  expect((await visitor.get("/readyz")).text).toBe('{"ok":true,"failing":[]}');
  const { status, body } = await visitor.get("/readyz", undefined, operator);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ok: true,
    parts: ["database", "photos", "jobs", "schema"].map((name) => ({ name, reason: null })),
    warnings: [{ name: "backups", reason: "A backup failed." }],
  });
  for (const seconds of [body["warnings"]![0]!["seconds"], body["lastBackupSeconds"]])
    expect(Math.abs(Number(seconds) - 3600)).toBeLessThan(30);
  await open.close();
});

test("a silent part fails after three seconds, and what stands on it is not asked", async () => {
  let asked = 0;
  const ask = openReadiness(
    [
      { name: "silent", check: () => new Promise(() => {}) },
      { name: "above", standsOn: "silent", check: async () => ++asked },
      { name: "fine", check: async () => ++asked },
    ],
    () => {},
  );
  // Many who ask cost as much as one.
  const answers = await Promise.all(Array.from({ length: 50 }, ask));
  expect(answers[0]!.failing).toEqual(["silent"]);
  expect(answers[0]!.states.map(({ name, reason }) => [name, reason])).toEqual([
    ["silent", "No answer within 3 s"],
    ["fine", null],
  ]);
  expect(asked).toBe(1);
  // Over two seconds: it waits for the limit.
}, 10_000);
