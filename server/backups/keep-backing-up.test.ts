import { mkdtemp, rename, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { folderPlace } from "../platform/backups/places/folder.ts";
import { openBlobs } from "../platform/blobs/open-blobs.ts";
import { type TestApp, openTestApp } from "../testing/app.ts";
import { keepBackingUp } from "./keep-backing-up.ts";
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

/** Lets one round run. Returns how many backups it made, and what failed. */
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
  const parts: BackupParts = {
    place: folderPlace(folder),
    database: swell.database,
    cluster: null,
    dataDir: swell.parts.config.dataDir,
    postgresBin: undefined,
    blobs: openBlobs(swell.parts.config),
    days: 14,
    say: () => {},
  };
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
