import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openBlobs } from "../../blobs/open-blobs.ts";
import { newId } from "../../db/id.ts";
import { environmentFor } from "../../testing/s3.ts";
import { type TestApp, type TestPerson, openTestApp } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { type Finding, check } from "./check.ts";
import { checkStore } from "./check-store.ts";
import { settledFilms } from "../fixtures/films.ts";
import { jpeg, stored } from "../fixtures/pictures.ts";
import { add, addressFor, open, put } from "../fixtures/uploading.ts";

// Preparing films gives way to everything else on the machine.
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

test("a video that could not be played here is missing its film once there is a program for it", async () => {
  const id = String((await add(swell, ana, place, stored("films/turned.mov"))).body["id"]);
  await settledFilms(ana, place);
  const own = async () => (await findings()).filter((finding) => finding.includes(id));
  expect(await own()).toEqual([]);
  hasFfmpeg = true;
  expect(await own()).toEqual([`unplayed ${id}/video`]);
  hasFfmpeg = false;
});

test("files without rows and rows without files are found, and what can be repaired is", async () => {
  const blobs = openBlobs(swell.parts.config);
  const ids: string[] = [];
  const files = [...(await Promise.all([1, 2, 3, 4].map(() => jpeg()))), stored("films/wave.mp4")];
  for (const bytes of files) ids.push(String((await add(swell, ana, place, bytes)).body["id"]));
  const [whole, lost, changed, undrawn, film] = ids as [string, string, string, string, string];
  const waiting = await addressFor(ana);
  await put(swell, ana, waiting, await jpeg());
  await settledFilms(ana, place);
  await expect.poll(() => blobs.sizeOf(`${undrawn}/medium`), { timeout: 20_000 }).not.toBeNull();
  await expect.poll(() => findings(), { timeout: 20_000 }).toEqual([]);

  const stray = newId();
  await blobs.put(`${stray}/original`, Buffer.from("nobody's"));
  await blobs.remove(`${lost}/original`);
  await blobs.put(`${changed}/original`, Buffer.from("cut"));
  await blobs.remove(`${undrawn}/thumb`);
  await blobs.remove(`${film}/video`);
  const all = [
    `changed ${changed}/original`,
    `lost ${lost}/original`,
    `stray ${stray}/original`,
    `undrawn ${undrawn}/thumb`,
    `unplayed ${film}/video`,
  ];
  expect(await findings()).toEqual(all);
  expect(await findings()).toEqual(all);
  // What has only just come may still be on its way.
  expect(await findings(new Date())).toEqual([]);

  const sent: string[] = [];
  const send = async (queue: { name: string }, { id }: { id: string }) => void sent.push(`${queue.name} ${id}`);
  expect(await findings(later, send)).toEqual(all);
  expect(sent.toSorted()).toEqual([`media-grid ${undrawn}`, `media-play ${film}`]);
  expect(await blobs.sizeOf(`${stray}/original`)).toBeNull();
  expect((await open(swell, ana, `/objects/${whole}`)).status).toBe(200);
});

test("the command names them, says how it went, and can be run while the server runs", async () => {
  const { config, database } = swell.parts;
  const client = await database.dedicated();
  const { host, port, user, database: name } = client;
  await client.end();
  const url = `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(host)}&port=${port}`;
  const env = {
    ...process.env,
    DATA_DIR: config.dataDir,
    DATABASE_URL: url,
    ...(await environmentFor(swell.database)),
  };
  const command = promisify(execFile);
  const { stdout } = await command(process.execPath, [path.join(import.meta.dirname, "../../check-blobs.ts")], { env });
  expect(stdout).toBe("Every photo has its files, and every file its photo.\n");
});
