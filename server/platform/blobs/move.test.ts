import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { newId } from "../db/id.ts";
import { sqlText } from "../db/sql-text.ts";
import { add, open, settled } from "../../media/fixtures/uploading.ts";
import { jpeg } from "../../media/fixtures/pictures.ts";
import { takeStore } from "../../media/upkeep/ownership.ts";
import { ownershipStore } from "../../media/upkeep/ownership-store.ts";
import { type TestApp, openTestApp } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { freshDatabase } from "../../testing/database.ts";
import { environmentOf, hasStore, newBucketSettings } from "../../testing/s3.ts";
import type { BlobKey, Blobs } from "./blobs.ts";
import { pattern } from "../../testing/blobs-compliance.ts";
import { diskBlobs } from "./disk.ts";
import { type MoveMode, move, openJournal } from "./move.ts";
import { openBlobs } from "./open-blobs.ts";
import type { S3Settings } from "./s3-client.ts";

vi.setConfig({ hookTimeout: 120_000, testTimeout: 120_000 });

const mediaJobs = {
  name: "media_jobs",
  text: sqlText`select count(*)::int from jobs.job where name like 'media-%' and state < 'completed'`,
};

describe("a moved blob", () => {
  let dir: string;
  let from: Blobs;
  let to: Blobs;
  beforeAll(async () => {
    dir = await mkdtemp(path.join(os.tmpdir(), "swellmates-move-"));
    [from, to] = [diskBlobs(path.join(dir, "from")), diskBlobs(path.join(dir, "to"))];
  });
  afterAll(() => rm(dir, { recursive: true }));

  const go = async (mode: MoveMode, more: { to?: Blobs; sum?: string } = {}) => {
    const journal = await openJournal(path.join(dir, "journal.txt"));
    const outcomes: Record<string, string> = {};
    const parts = { from, to: more.to ?? to, journal, sumOf: async () => more.sum };
    for await (const { key, outcome } of move(parts, mode)) outcomes[key] = outcome;
    return outcomes;
  };

  test("is read back and compared, and its source is removed only after that", async () => {
    const key: BlobKey = `${newId()}/original`;
    await from.put(key, pattern(300_000));
    expect(await go("look")).toEqual({ [key]: "left" });
    expect(await go("remove")).toEqual({ [key]: "left" });
    expect(await go("copy", { sum: "0".repeat(64) })).toEqual({ [key]: "changed" });
    expect(await go("remove")).toEqual({ [key]: "left" });
    expect(await go("copy")).toEqual({ [key]: "moved" });
    expect(await go("copy")).toEqual({ [key]: "there" });
    await to.put(key, pattern(3));
    expect(await go("remove")).toEqual({ [key]: "left" });
    expect(await go("copy")).toEqual({ [key]: "moved" });
    expect(await go("remove")).toEqual({ [key]: "removed" });
    expect([await from.sizeOf(key), await to.sizeOf(key)]).toEqual([null, 300_000]);
  });

  test("never overwrites the photo as it was uploaded", async () => {
    const key: BlobKey = `${newId()}/original`;
    const [whole, spoilt] = [pattern(1000), Buffer.alloc(1000, 7)];
    const sum = createHash("sha256").update(whole).digest("hex");
    await to.put(key, whole);
    await from.put(key, spoilt);
    expect(await go("copy", { sum })).toEqual({ [key]: "changed" });
    expect((await to.open(key))?.body).toEqual(Buffer.from(whole));
    expect(await go("remove")).toEqual({ [key]: "left" });
    await from.put(key, whole);
    expect(await go("copy", { sum })).toEqual({ [key]: "there" });
    expect(await go("remove")).toEqual({ [key]: "removed" });
  });

  test("counts as not moved when the copy differs", async () => {
    const key: BlobKey = `${newId()}/large`;
    await from.put(key, pattern(1000));
    const garbling: Blobs = { ...to, put: async (other) => to.put(other, Buffer.alloc(1000, 1)) };
    await expect(go("copy", { to: garbling })).rejects.toThrow(`${key} did not arrive as it was sent`);
    expect(await to.sizeOf(key)).toBeNull();
    expect(await go("look")).toEqual({ [key]: "left" });
  });
});

describe.skipIf(!hasStore)("the command (needs Ceph's radosgw)", () => {
  let swell: TestApp;
  let settings: S3Settings;
  let env: Record<string, string | undefined>;
  beforeAll(async () => {
    settings = await newBucketSettings();
    swell = await openTestApp({
      S3_BUCKET: "",
      S3_ENDPOINT: "",
      S3_REGION: "",
      S3_ACCESS_KEY_ID: "",
      S3_SECRET_ACCESS_KEY: "",
    });
    const { dataDir } = swell.parts.config;
    await takeStore({ blobs: openBlobs({ dataDir }), store: ownershipStore(swell.database) });
    const client = await swell.database.dedicated();
    const { host, port, user, database: name } = client;
    await client.end();
    const DATABASE_URL = `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(host)}&port=${port}`;
    env = { PATH: process.env["PATH"], DATA_DIR: swell.parts.config.dataDir, DATABASE_URL, ...environmentOf(settings) };
  });
  afterAll(() => swell.close());

  const launch = (...args: string[]) =>
    spawn(process.execPath, [path.resolve(import.meta.dirname, "../../commands/move-blobs.ts"), ...args], { env });
  const ended = async (child: ChildProcess) => {
    const [said] = await Promise.all([
      Promise.all([buffer(child.stdout!), buffer(child.stderr!)]),
      new Promise((resolve) => child.once("close", resolve)),
    ]);
    return { code: child.exitCode, said: said[0].toString(), complaint: said[1].toString() };
  };
  const run = async (...args: string[]) => ended(launch(...args));
  const journalled = async () => {
    const folder = path.join(swell.parts.config.dataDir, "moves");
    const files = await readdir(folder).catch(() => []);
    const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), "utf8")));
    return texts.join("").split("\n").length - 1;
  };

  test("moves all blobs to the bucket and back, also after a kill -9", { tags: "long" }, async () => {
    const { ana, trip } = await newTrip(swell, { crew: ["ana"] });
    const bytes = await jpeg();
    const saved = await add(swell, ana, `/api/trips/${trip}`, bytes);
    await settled(ana, `/api/trips/${trip}`);
    // The larger rendition comes after the thumbnail.
    await vi.waitFor(async () => expect(await swell.database.one(mediaJobs, [])).toBe(0), 30_000);
    const photo = String(saved.body["filePath"]);
    const folder = openBlobs({ dataDir: swell.parts.config.dataDir });
    for (let n = 0; n < 60; n++) await folder.put(`${newId()}/large`, pattern(400_000));
    const keysIn = async (blobs: Blobs) => {
      const keys: string[] = [];
      for await (const key of blobs.list()) keys.push(key);
      return keys.toSorted();
    };
    const all = await keysIn(folder);

    const looked = await run("--to", "s3", "--dry-run");
    expect([looked.code, looked.said]).toEqual([
      0,
      expect.stringContaining(`${all.length} files to move to the bucket, 0 there`),
    ]);
    const killed = launch("--to", "s3");
    await vi.waitFor(async () => expect(await journalled()).toBeGreaterThan(5), { timeout: 60_000, interval: 20 });
    killed.kill("SIGKILL");
    await ended(killed);
    const before = await journalled();
    expect(before).toBeLessThan(all.length);
    const early = await run("--to", "s3", "--remove");
    expect([early.code, early.said]).toEqual([1, expect.stringContaining("left alone: move them first")]);
    const moved = await run("--to", "s3");
    expect([moved.code, moved.complaint]).toEqual([0, expect.not.stringContaining("rror")]);

    const bucket = openBlobs({ dataDir: swell.parts.config.dataDir, s3: settings });
    expect(await keysIn(bucket)).toEqual(all);
    const other = await openTestApp(
      { ...environmentOf(settings), DATA_DIR: swell.parts.config.dataDir },
      swell.database,
    );
    expect((await open(other, ana, photo)).bytes.equals(bytes)).toBe(true);
    expect((await run("--to", "s3", "--remove")).code).toBe(0);
    expect(await keysIn(folder)).toEqual([]);
    expect((await open(other, ana, `${photo}?size=thumb`)).status).toBe(200);
    await other.close();

    expect((await run("--to", "disk")).code).toBe(0);
    expect(await keysIn(folder)).toEqual(all);
    expect((await open(swell, ana, photo)).bytes.equals(bytes)).toBe(true);
    expect((await run("--to", "disk", "--remove")).code).toBe(0);
    expect(await keysIn(bucket)).toEqual([]);
  });

  test("reports an original that differs from the upload, and exits with 1", async () => {
    const { ana, trip } = await newTrip(swell, { crew: ["ana"] });
    const saved = await add(swell, ana, `/api/trips/${trip}`, await jpeg({ width: 311 }));
    await settled(ana, `/api/trips/${trip}`);
    const key: BlobKey = `${String(saved.body["id"])}/original`;
    await openBlobs({ dataDir: swell.parts.config.dataDir }).put(key, pattern(100));
    const moved = await run("--to", "s3");
    expect(moved.code).toBe(1);
    expect(moved.said).toContain(`${key} differs from its upload: copied only if the target has no better copy`);
    const removed = await run("--to", "s3", "--remove");
    expect([removed.code, removed.said]).toEqual([1, expect.stringContaining("1 file not known to be in the bucket")]);
  });

  test("moves and removes nothing that belongs to another database", async () => {
    const blobs = openBlobs({ dataDir: swell.parts.config.dataDir });
    const key: BlobKey = `${newId()}/large`;
    await blobs.put(key, pattern(100));
    const other = await freshDatabase();
    await takeStore({ blobs, store: ownershipStore(other) });
    await other.drop();
    const said = expect.stringContaining("belong to another database");
    expect(await run("--to", "s3")).toMatchObject({ code: 1, complaint: said });
    expect(await run("--to", "s3", "--remove")).toMatchObject({ code: 1, complaint: said });
    expect(await openBlobs({ dataDir: swell.parts.config.dataDir, s3: settings }).sizeOf(key)).toBeNull();
  });

  test("refuses wrong arguments with its usage, and wrong keys with one line", async () => {
    expect(await run()).toMatchObject({ code: 2, complaint: expect.stringContaining("blobs:move -- --to s3|disk") });
    expect((await run("--to", "tape")).code).toBe(2);
    expect((await run("--to", "s3", "--dry-run", "--remove")).code).toBe(2);
    env = { ...env, S3_SECRET_ACCESS_KEY: "wrong" };
    const wrong = await run("--to", "s3");
    expect(wrong).toMatchObject({ code: 1, complaint: expect.stringContaining("S3_SECRET_ACCESS_KEY is wrong") });
    expect(wrong.complaint.trim()).not.toContain("\n");
  });
});
