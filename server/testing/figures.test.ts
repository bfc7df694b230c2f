import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addressFor, put } from "../media/fixtures/uploading.ts";
import { noteTaken } from "../backups/taken-store.ts";
import { newId } from "../platform/db/id.ts";
import { announce } from "../media/fixtures/pieces.ts";
import { jpeg } from "../media/fixtures/pictures.ts";
import { figuresIn } from "../platform/metrics/fixtures/figures.ts";
import { type TestApp, type TestPerson, openTestApp } from "./app.ts";
import { newTrip } from "./builders.ts";

const METRICS_TOKEN = "a-token-of-the-operator-1";
let swell: TestApp;
let ana: TestPerson;
let gallery: string;
beforeAll(async () => {
  swell = await openTestApp({ METRICS_TOKEN });
  const made = await newTrip(swell, { crew: ["ana"] });
  ana = made.ana;
  gallery = `/api/trips/${made.trip}/media`;
  await swell.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => swell.close());

const scrape = async ({ visitor } = swell) => {
  const answer = await visitor.get("/metrics", undefined, { authorization: `Bearer ${METRICS_TOKEN}` });
  expect(answer.status).toBe(200);
  return figuresIn(answer.text);
};
const figure = async (name: string) => (await scrape()).get(`swellmates_${name}`);

test("an upload and its renditions show in the figures", async () => {
  const bytes = await jpeg();
  const address = await addressFor(ana);
  expect((await put(swell, ana, address, bytes)).status).toBe(200);
  expect((await put(swell, ana, await addressFor(ana), Buffer.from("no picture"))).status).toBeGreaterThan(400);
  expect((await ana.put(gallery, { mediaURL: address })).status).toBe(201);
  await announce(ana, bytes.length);

  expect(await figure('uploads_total{outcome="accepted"}')).toBe(1);
  expect(await figure('uploads_total{outcome="refused"}')).toBe(1);
  expect(await figure("upload_bytes_total")).toBe(bytes.length);
  expect(await figure('media_tasks_total{work="inspect",outcome="done"}')).toBe(1);
  const soon = { timeout: 20_000, interval: 200 };
  await expect.poll(() => figure('uploads_open{state="arriving"}'), soon).toBe(1);
  await expect.poll(() => figure('jobs_total{queue="media-grid",outcome="done"}'), soon).toBe(1);
  expect(await figure('media_tasks_total{work="render",outcome="done"}')).toBeGreaterThan(0);
  expect(await figure('media_task_seconds_count{work="render"}')).toBeGreaterThan(0);
}, 40_000);

test("a mail that was sent shows in the figures", async () => {
  await expect.poll(() => figure('mails_total{outcome="sent"}'), { timeout: 20_000, interval: 200 }).toBeGreaterThan(0);
});

test("faults and the last whole backup show in the figures", async () => {
  const { database } = swell;
  expect(await figure("backups_wanted")).toBe(0);
  expect(await figure("last_backup_timestamp_seconds")).toBeUndefined();
  expect(await figure('fault{name="backups"}')).toBe(0);

  const other = await openTestApp({ METRICS_TOKEN, BACKUP_DIR: "/mnt/backup" }, database);
  const endedAt = new Date("2026-07-04T03:00:00Z");
  const taken = { name: "2026-07-04", place: "/mnt/backup", endedAt, databaseBytes: 1, photoFiles: 0 };
  await noteTaken(database, taken, 14);
  await database.db
    .insertInto("faults")
    .values({ name: "mail", reason: "Mails wait.", process: newId(), since: endedAt, seen_at: new Date() })
    .execute();
  const figures = await scrape(other);
  expect(figures.get("swellmates_backups_wanted")).toBe(1);
  expect(figures.get("swellmates_last_backup_timestamp_seconds")).toBe(endedAt.getTime() / 1000);
  expect(figures.get('swellmates_fault{name="mail"}')).toBe(1);
  expect(figures.get('swellmates_fault{name="disk"}')).toBe(0);
  await other.close();
});

describe("on a server that runs no jobs", () => {
  let idle: TestApp;
  beforeAll(async () => {
    idle = await openTestApp({ METRICS_TOKEN, WORKER: "off" });
    // Its mail waits.
    await idle.person("bo");
  });
  afterAll(() => idle.close());

  // Over two seconds: PostgreSQL stops each of two readings after one.
  test("a database that is held up costs its own figures alone", async () => {
    await idle.database.transact(async (tx) => {
      await sql`lock table jobs.job, uploads in access exclusive mode`.execute(tx);
      await scrape(idle);
      const figures = await scrape(idle);
      expect(figures.get('swellmates_figure_failures_total{figure="jobs_waiting"}')).toBeGreaterThan(0);
      expect(figures.has('swellmates_jobs_waiting{queue="mail"}')).toBe(false);
      expect(figures.get('swellmates_database_connections{state="max"}')).toBeGreaterThan(1);
    });
  }, 20_000);

  test("waiting jobs and the age of the oldest show by queue, up to ten thousand", async () => {
    const { db } = idle.database;
    await sql`update jobs.job set start_after = now() - interval '1 hour' where name = 'mail'`.execute(db);
    await sql`insert into jobs.job (name, data) select 'mail', '{}' from generate_series(1, 12000)`.execute(db);
    const figures = await scrape(idle);
    expect(figures.get('swellmates_jobs_waiting{queue="mail"}')).toBe(10_000);
    expect(figures.get('swellmates_jobs_oldest_seconds{queue="mail"}')).toBeGreaterThan(3600);
    expect(figures.get('swellmates_jobs_running{queue="mail"}')).toBe(0);
  });
});
