import { mkdtemp, rename, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { jpeg } from "../media/fixtures/pictures.ts";
import { add } from "../media/fixtures/uploading.ts";
import { folderPlace } from "../platform/backups/places/folder.ts";
import type { Place } from "../platform/backups/places/place.ts";
import { openBlobs } from "../platform/blobs/open-blobs.ts";
import { type TestApp, openTestApp } from "../testing/app.ts";
import { newTrip } from "../testing/builders.ts";
import { keepBackingUp } from "./keep-backing-up.ts";
import { photosIn } from "./photos.ts";
import { type BackupParts, takeBackup } from "./take-backup.ts";

let swell: TestApp;
let home: string;
beforeAll(async () => {
  swell = await openTestApp();
  home = await mkdtemp(path.join(os.tmpdir(), "swellmates-keeping-"));
});
afterAll(async () => {
  await swell.close();
  await rm(home, { recursive: true, force: true });
});

const partsOf = (place: Place): BackupParts => ({
  place,
  database: swell.database,
  cluster: null,
  dataDir: swell.parts.config.dataDir,
  postgresBin: undefined,
  blobs: openBlobs(swell.parts.config),
  days: 14,
  say: () => {},
});

/** Lets one round run, and a backup that it begins. Returns how many backups it made, and what failed. */
async function round(parts: BackupParts): Promise<{ taken: number; fault: unknown }> {
  const stopping = new AbortController();
  const told = { taken: 0, fault: null as unknown };
  await keepBackingUp(parts, {
    onTaken: () => told.taken++,
    onRound: (fault) => {
      told.fault = fault;
      stopping.abort();
    },
    signal: stopping.signal,
  });
  return told;
}

test("a folder whose backups are gone gets no new ones by itself", async () => {
  const folder = path.join(home, "disk");
  const parts = partsOf(folderPlace(folder));
  expect(await round(parts)).toEqual({ taken: 1, fault: null });
  expect(await round(parts)).toEqual({ taken: 0, fault: null });
  await rename(folder, `${folder}-unmounted`);
  const { taken, fault } = await round(parts);
  expect({ taken, fault: String(fault) }).toEqual({
    taken: 0,
    fault: `Error: The backups that were made in the folder ${folder} are gone: is its disk mounted? If you removed them, run npm run backup once.`,
  });
  // Somebody looks after it.
  await takeBackup(parts);
  expect(await round(parts)).toEqual({ taken: 0, fault: null });
});

test("new photos go to the place while a whole backup is made", async () => {
  const place = folderPlace(path.join(home, "slow"));
  const [stopping, release] = [new AbortController(), Promise.withResolvers<void>()];
  const slow: Place = {
    ...place,
    async put(name, source) {
      if (name.includes("/tables/")) await release.promise;
      await place.put(name, source);
    },
  };
  const taken = vi.fn<() => void>();
  const keeping = keepBackingUp(partsOf(slow), {
    onTaken: taken,
    onRound: () => {},
    signal: stopping.signal,
    everyMs: 50,
  });
  const { ana, trip } = await newTrip(swell, { crew: ["ana"], awards: [] });
  const { body } = await add(swell, ana, `/api/trips/${trip}`, await jpeg({ width: 321 }));
  await vi.waitFor(async () => expect(await photosIn(place)).toContain(`${String(body["id"])}/original`), 10_000);
  expect(taken).not.toHaveBeenCalled();
  release.resolve();
  await vi.waitFor(() => expect(taken).toHaveBeenCalledOnce(), 10_000);
  stopping.abort();
  await keeping;
});
