import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { jpeg } from "../media/fixtures/pictures.ts";
import { add, settled } from "../media/fixtures/uploading.ts";
import { folderPlace } from "../platform/backups/places/folder.ts";
import type { Place } from "../platform/backups/places/place.ts";
import type { Blobs } from "../platform/blobs/blobs.ts";
import { openBlobs } from "../platform/blobs/open-blobs.ts";
import { type TestApp, openTestApp } from "../testing/app.ts";
import { newTrip } from "../testing/builders.ts";
import { BackupRuns, type BackupParts, takeBackup } from "./take-backup.ts";
import { takenBackups } from "./taken-store.ts";

let swell: TestApp;
let home: string;
beforeAll(async () => {
  swell = await openTestApp();
  home = await mkdtemp(path.join(os.tmpdir(), "swellmates-backups-"));
});
afterAll(async () => {
  await swell.close();
  await rm(home, { recursive: true, force: true });
});

const partsOf = (blobs: Blobs = openBlobs(swell.parts.config)): BackupParts => ({
  place: folderPlace(path.join(home, "place")),
  database: swell.database,
  cluster: null,
  dataDir: swell.parts.config.dataDir,
  postgresBin: undefined,
  blobs,
  days: 14,
  say: () => {},
});

async function namesIn(place: Place, prefix: string): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const { name } of place.list(prefix)) names.push(name);
  return names;
}

/** A trip with photos that are ready. Returns their ids. */
async function newPhotos(count: number) {
  const { ana, trip } = await newTrip(swell, { crew: ["ana"], awards: [] });
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const { body } = await add(swell, ana, `/api/trips/${trip}`, await jpeg({ width: 300 + i }));
    ids.push(String(body["id"]));
  }
  await settled(ana, `/api/trips/${trip}`);
  return { ana, ids };
}

test("photos that are deleted for good meanwhile are named, and a lost one too", async () => {
  const { ana, ids } = await newPhotos(3);
  const [deleted, lost, kept] = ids as [string, string, string];
  const blobs = openBlobs(swell.parts.config);
  await blobs.remove(`${lost}/original`);
  const taken = await takeBackup(
    partsOf({
      ...blobs,
      async *list() {
        // The database is copied by now.
        for (const route of [`/api/media/${deleted}`, `/api/media/${deleted}/trash`])
          expect((await ana.delete(route)).status).toBe(204);
        await blobs.remove(`${deleted}/original`);
        yield* blobs.list();
      },
    }),
  );
  expect(taken).toMatchObject({ deleted: [deleted], lost: [lost] });
  expect(taken.manifest.tables.find(({ name }) => name === "media")?.rows).toBeGreaterThanOrEqual(3);
  const copied = await namesIn(partsOf().place, "blobs/");
  expect(copied.filter((name) => name.endsWith(`${kept}.original`))).toHaveLength(1);
});

test("two backups of one site do not run at once", async () => {
  const [first, second] = await Promise.allSettled([
    takeBackup(partsOf(), new Date("2030-01-01T00:00:00Z")),
    takeBackup(partsOf(), new Date("2030-01-02T00:00:00Z")),
  ]);
  const refused = [first, second].find(({ status }) => status === "rejected");
  expect(refused).toMatchObject({ reason: expect.any(BackupRuns) });
  expect([first, second].filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("a backup that fails leaves earlier ones, and the next one removes what it left", async () => {
  const parts = partsOf();
  const good = await takeBackup(parts, new Date("2031-01-01T00:00:00Z"));
  const broken: BackupParts = {
    ...parts,
    place: {
      ...parts.place,
      async put(name, source) {
        if (!name.includes("photos.txt")) return parts.place.put(name, source);
        source.destroy();
        throw Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
      },
    },
  };
  await expect(takeBackup(broken, new Date("2031-01-02T00:00:00Z"))).rejects.toThrow("no space left");
  const folders = async () => new Set((await namesIn(parts.place, "backups/")).map((name) => name.split("/")[1]));
  expect(await folders()).toContain("2031-01-02T00-00-00Z");
  await takeBackup(parts, new Date("2031-01-03T00:00:00Z"));
  expect(await folders()).not.toContain("2031-01-02T00-00-00Z");
  expect(await folders()).toContain(good.name);
});

test("the list of backups has each whole one, and none that failed", async () => {
  const parts = partsOf();
  const failing = { ...parts.place, put: () => Promise.reject(new Error("It is full.")) };
  await expect(takeBackup({ ...parts, place: failing }, new Date("2032-01-01T00:00:00Z"))).rejects.toThrow("full");
  const taken = await takeBackup(parts, new Date("2032-01-02T00:00:00Z"));
  const [newest] = await takenBackups(swell.database, 1);
  expect(newest).toEqual({
    name: taken.name,
    place: parts.place.title,
    endedAt: expect.any(Date),
    databaseBytes: expect.any(Number),
    photoFiles: taken.manifest.photos.count,
  });
  expect(newest!.databaseBytes).toBeGreaterThan(1000);
});
