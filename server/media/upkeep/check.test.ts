import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openBlobs } from "../../platform/blobs/open-blobs.ts";
import { newId } from "../../platform/db/id.ts";
import { environmentFor } from "../../testing/s3.ts";
import { type TestApp, type TestPerson, openTestApp } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { type TestDatabase, freshDatabase } from "../../testing/database.ts";
import { type Finding, check } from "./check.ts";
import { checkStore } from "./check-store.ts";
import { demandStore, holdStore } from "./ownership.ts";
import { ownershipStore } from "./ownership-store.ts";
import { settledVideos } from "../fixtures/settled-videos.ts";
import { jpeg, stored } from "../fixtures/pictures.ts";
import { add, addressFor, open, put } from "../fixtures/uploading.ts";

// Videos are prepared at the lowest priority.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });
let swell: TestApp;
let ana: TestPerson;
let place: string;
beforeAll(async () => {
  swell = await openTestApp({ FFMPEG: "off" });
  const made = await newTrip(swell, { crew: ["ana"] });
  ana = made.ana;
  place = `/api/trips/${made.trip}`;
});
afterAll(() => swell.close());

const later = new Date(Date.now() + 2 * 24 * 3600 * 1000);

let hasFfmpeg = false;
async function findings(now = later, send?: (queue: { name: string }, task: { id: string }) => Promise<void>) {
  const found: Finding[] = [];
  const parts = {
    blobs: openBlobs(swell.parts.config),
    store: checkStore(swell.database),
    hasFfmpeg,
    ...(send && { send }),
  };
  for await (const finding of check(parts, now)) found.push(finding);
  return found.map(({ kind, key }) => `${kind} ${key}`).toSorted();
}

test("a video without a playback version is found once ffmpeg is installed", async () => {
  const id = String((await add(swell, ana, place, stored("videos/turned.mov"))).body["id"]);
  await settledVideos(ana, place);
  const own = async () => (await findings()).filter((finding) => finding.includes(id));
  expect(await own()).toEqual([]);
  hasFfmpeg = true;
  expect(await own()).toEqual([`untranscoded ${id}/video`]);
  hasFfmpeg = false;
});

test("files without rows and rows without files are found and repaired where possible", async () => {
  const blobs = openBlobs(swell.parts.config);
  const ids: string[] = [];
  const files = [...(await Promise.all([1, 2, 3, 4].map(() => jpeg()))), stored("videos/wave.mp4")];
  for (const bytes of files) ids.push(String((await add(swell, ana, place, bytes)).body["id"]));
  const [whole, lost, changed, unrendered, video] = ids as [string, string, string, string, string];
  const waiting = await addressFor(ana);
  await put(swell, ana, waiting, await jpeg());
  await settledVideos(ana, place);
  await expect.poll(() => blobs.sizeOf(`${unrendered}/medium`), { timeout: 20_000 }).not.toBeNull();
  await expect.poll(() => findings(), { timeout: 20_000 }).toEqual([]);

  const stray = newId();
  await blobs.put(`${stray}/original`, Buffer.from("nobody's"));
  await blobs.remove(`${lost}/original`);
  await blobs.put(`${changed}/original`, Buffer.from("cut"));
  await blobs.remove(`${unrendered}/thumb`);
  await blobs.remove(`${video}/video`);
  const all = [
    `changed ${changed}/original`,
    `lost ${lost}/original`,
    `stray ${stray}/original`,
    `unrendered ${unrendered}/thumb`,
    `untranscoded ${video}/video`,
  ];
  expect(await findings()).toEqual(all);
  expect(await findings()).toEqual(all);
  // Files of new uploads do not count.
  expect(await findings(new Date())).toEqual([]);

  const sent: string[] = [];
  const send = async (queue: { name: string }, { id }: { id: string }) => void sent.push(`${queue.name} ${id}`);
  expect(await findings(later, send)).toEqual(all);
  expect(sent.toSorted()).toEqual([`media-grid ${unrendered}`, `media-play ${video}`]);
  expect(await blobs.sizeOf(`${stray}/original`)).toBeNull();
  expect((await open(swell, ana, `/objects/${whole}`)).status).toBe(200);
});

/** Runs the command on this database and the files of the app. */
async function command(args: readonly string[], database: TestDatabase, more: Record<string, string> = {}) {
  const client = await database.dedicated();
  const { host, port, user, database: name } = client;
  await client.end();
  const env = {
    ...process.env,
    DATA_DIR: swell.parts.config.dataDir,
    DATABASE_URL: `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(host)}&port=${port}`,
    ...(await environmentFor(swell.database)),
    ...more,
  };
  const program = path.join(import.meta.dirname, "../../commands/check-blobs.ts");
  return new Promise<{ code: number; said: string }>((resolve) => {
    execFile(process.execPath, [program, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), said: stdout + stderr }),
    );
  });
}

test("the command prints its result, also while the server runs", async () => {
  const { said } = await command([], swell.database);
  expect(said).toBe("Every photo has its files, and every file its photo.\n");
});

test("the command makes no database, and removes nothing for a foreign database", async () => {
  const blobs = openBlobs(swell.parts.config);
  const photo = String((await add(swell, ana, place, await jpeg())).body["id"]);
  // Old enough for the command to report it.
  const old = `018${newId().slice(3)}`;
  await blobs.put(`${old}/original`, Buffer.from("long ago"));
  const empty = await mkdtemp(path.join(os.tmpdir(), "swellmates-check-"));
  const none = await command(["--repair"], swell.database, { DATA_DIR: empty, DATABASE_URL: "" });
  expect(none).toEqual({ code: 1, said: expect.stringMatching(/^There is no database: DATABASE_URL is not set/) });
  expect(await readdir(empty)).toEqual([]);
  await rm(empty, { recursive: true });

  const other = await freshDatabase();
  expect((await command(["--repair"], other)).said).toMatch(/^Nothing says yet that .* start it once/);
  await holdStore({ blobs, store: ownershipStore(swell.database), place });
  const foreign = await command(["--repair"], other);
  expect(foreign).toEqual({ code: 1, said: expect.stringContaining("belong to another database") });
  await other.db.schema.dropTable("migrations").execute();
  expect((await command(["--repair"], other)).said).toMatch(/^No server was ever started on this database/);
  await other.drop();
  expect([await blobs.sizeOf(`${old}/original`), await blobs.sizeOf(`${photo}/thumb`)]).not.toContain(null);
  expect((await command(["--repair"], swell.database)).said).toBe(
    `${old}/original belongs to no photo: removed\nEvery photo has its files, and every file its photo.\n`,
  );
});

test("the command removes over a tenth of the originals only with --remove-many", async () => {
  const blobs = openBlobs(swell.parts.config);
  await holdStore({ blobs, store: ownershipStore(swell.database), place });
  const old = Array.from({ length: 11 }, () => `018${newId().slice(3)}`);
  for (const id of old) await blobs.put(`${id}/original`, Buffer.from("long ago"));
  const refused = await command(["--repair"], swell.database);
  expect(refused).toEqual({ code: 1, said: expect.stringMatching(/^11 of \d+ originals belong to no photo/) });
  for (const id of old) expect(await blobs.sizeOf(`${id}/original`)).not.toBeNull();
  expect((await command(["--repair", "--remove-many"], swell.database)).code).toBe(0);
  for (const id of old) expect(await blobs.sizeOf(`${id}/original`)).toBeNull();
  expect((await command(["--remove-many"], swell.database)).code).toBe(2);
});

test("the command assigns the photos to a restored database", async () => {
  const blobs = openBlobs(swell.parts.config);
  const restored = await freshDatabase();
  expect((await command(["--take-over"], restored)).code).toBe(0);
  const parts = { blobs, place };
  await holdStore({ ...parts, store: ownershipStore(restored) });
  await expect(demandStore({ ...parts, store: ownershipStore(swell.database) })).rejects.toThrow(/another database/);
  await restored.drop();
});
