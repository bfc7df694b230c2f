import { readdir } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openBlobs } from "../../platform/blobs/open-blobs.ts";
import { type Client, type TestApp, openTestApp } from "../../testing/app.ts";
import { newSquad, newTrip } from "../../testing/builders.ts";
import { freshDatabase } from "../../testing/database.ts";
import { clean } from "./cleaning.ts";
import { cleaningStore } from "./cleaning-store.ts";
import { takeStore } from "./ownership.ts";
import { ownershipStore } from "./ownership-store.ts";
import { jpeg } from "../fixtures/pictures.ts";
import { add, addressFor, put, settled } from "../fixtures/uploading.ts";
import { dayMs } from "../../platform/durations.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

/** The files stored under these ids. */
async function filesOf(...ids: string[]): Promise<string[]> {
  const entries = await readdir(path.join(swell.parts.config.dataDir, "blobs"), { recursive: true });
  return entries
    .map((entry) => path.basename(entry))
    .filter((name) => ids.some((id) => name.startsWith(id)))
    .toSorted();
}
const cleanAt = (now: Date, isShort = false) =>
  clean(openBlobs(swell.parts.config), cleaningStore(swell.database), now, isShort);
async function deleteForGood(person: Client, id: string) {
  await person.delete(`/api/media/${id}`);
  await person.delete(`/api/media/${id}/trash`);
}
const idOf = (url: string) => /uploads\/([^?]+)/.exec(url)![1]!;

test("the files of a photo that is deleted for good are removed at once", async () => {
  const { ana, trip } = await newTrip(swell, { crew: ["ana"] });
  const { body } = await add(swell, ana, `/api/trips/${trip}`, await jpeg());
  const id = String(body["id"]);
  await settled(ana, `/api/trips/${trip}`);
  await vi.waitFor(
    async () => expect(await filesOf(id)).toEqual([`${id}.medium`, `${id}.original`, `${id}.thumb`]),
    20_000,
  );
  await deleteForGood(ana, id);
  await vi.waitFor(async () => expect(await filesOf(id)).toEqual([]), { timeout: 20_000 });
});

test("a photo that is deleted while it is rendered leaves no files", async () => {
  const { ana, trip } = await newTrip(swell, { crew: ["ana"] });
  const bytes = await Promise.all([1, 2, 3, 4].map(() => jpeg({ width: 3000, height: 2000 })));
  const added = await Promise.all(bytes.map((photo) => add(swell, ana, `/api/trips/${trip}`, photo)));
  const ids = added.map(({ body }) => String(body["id"]));
  await Promise.all(ids.map((id) => deleteForGood(ana, id)));
  const control = await add(swell, ana, `/api/trips/${trip}`, await jpeg());
  await settled(ana, `/api/trips/${trip}`);
  await vi.waitFor(async () => expect(await filesOf(String(control.body["id"]))).toHaveLength(3), 20_000);
  await vi.waitFor(async () => expect(await filesOf(...ids)).toEqual([]), { timeout: 20_000 });
});

test("the files of a deleted trip or squad are removed at once", async () => {
  const { ana, trip, squad } = await newTrip(swell, { crew: ["ana"] });
  const ofTrip = String((await add(swell, ana, `/api/trips/${trip}`, await jpeg())).body["id"]);
  const ofSquad = String((await add(swell, ana, `/api/squads/${squad}`, await jpeg())).body["id"]);
  await settled(ana, `/api/squads/${squad}`);
  await ana.delete(`/api/trips/${trip}`);
  await vi.waitFor(async () => expect(await filesOf(ofTrip)).toEqual([]), { timeout: 20_000 });
  expect(await filesOf(ofSquad)).toContain(`${ofSquad}.original`);
  await ana.delete(`/api/squads/${squad}`, { confirm: "Dawn Patrol" });
  await vi.waitFor(async () => expect(await filesOf(ofTrip, ofSquad)).toEqual([]), { timeout: 20_000 });
});

test("the files of a trip or squad are removed when its last member leaves", async () => {
  const { ana, squad } = await newSquad(swell, "ana");
  const dates = { startDate: "2026-07-04T00:00:00.000Z", endDate: "2026-07-11T00:00:00.000Z" };
  const made = await ana.post("/api/trips", { name: "Baja", location: "Mexico", ...dates });
  for (const [album, confirm] of [
    [`/api/trips/${String(made.body["id"])}`, "Baja"],
    [`/api/squads/${squad}`, "Dawn Patrol"],
  ] as const) {
    const id = String((await add(swell, ana, album, await jpeg())).body["id"]);
    await settled(ana, album);
    expect((await ana.post(`${album}/leave`, { confirm })).body).toEqual({ deleted: true });
    await vi.waitFor(async () => expect(await filesOf(id)).toEqual([]), { timeout: 20_000 });
  }
});

test("the clean-up removes nothing while the files belong to another database", async () => {
  const { ana, trip } = await newTrip(swell, { crew: ["ana"] });
  const { body } = await add(swell, ana, `/api/trips/${trip}`, await jpeg());
  const id = String(body["id"]);
  const blobs = openBlobs(swell.parts.config);
  const other = await freshDatabase();
  await takeStore({ blobs, store: ownershipStore(other) });
  await other.drop();
  await deleteForGood(ana, id);
  const rounds = () =>
    sql<{
      n: number;
    }>`select count(*)::int n from jobs.job where name = 'media-cleaning' and state in ('created', 'active', 'retry')`
      .execute(swell.database.db)
      .then(({ rows }) => rows[0]?.n);
  await vi.waitFor(async () => expect(await rounds()).toBe(0), { timeout: 20_000 });
  expect(await filesOf(id)).toContain(`${id}.original`);
  await takeStore({ blobs, store: ownershipStore(swell.database) });
  const next = String((await add(swell, ana, `/api/trips/${trip}`, await jpeg())).body["id"]);
  await deleteForGood(ana, next);
  await vi.waitFor(async () => expect(await filesOf(id, next)).toEqual([]), { timeout: 20_000 });
});

test("the file of a duplicate is removed, the first one stays", async () => {
  const { ana, trip } = await newTrip(swell, { crew: ["ana"] });
  const bytes = await jpeg();
  const first = String((await add(swell, ana, `/api/trips/${trip}`, bytes)).body["id"]);
  const url = await addressFor(ana);
  await put(swell, ana, url, bytes);
  expect(await filesOf(idOf(url))).toHaveLength(1);
  await ana.put(`/api/trips/${trip}/media`, { mediaURL: url });
  await cleanAt(new Date());
  expect(await filesOf(idOf(url))).toEqual([]);
  expect(await filesOf(first)).toContain(`${first}.original`);
});

test("an unregistered upload is removed after a day; a registered one stays", async () => {
  const { ana, trip } = await newTrip(swell, { crew: ["ana"] });
  const kept = String((await add(swell, ana, `/api/trips/${trip}`, await jpeg())).body["id"]);
  const url = await addressFor(ana);
  await put(swell, ana, url, await jpeg());
  await cleanAt(new Date(Date.now() + dayMs - 60_000));
  expect(await filesOf(idOf(url))).toHaveLength(1);
  await cleanAt(new Date(Date.now() + dayMs + 60_000));
  expect(await filesOf(idOf(url))).toEqual([]);
  expect(await filesOf(kept)).toContain(`${kept}.original`);
  expect((await ana.put(`/api/trips/${trip}/media`, { mediaURL: url })).body["code"]).toBe("upload_missing");
});

test("a file whose commit failed is removed after a day, unless its address is reused", async () => {
  const { ana, trip } = await newTrip(swell, { crew: ["ana"] });
  const [lost, again] = [await addressFor(ana), await addressFor(ana)];
  const run = (text: string) => sql.raw(text).execute(swell.database.db);
  await run(`create function refuse() returns trigger language plpgsql as 'begin raise exception ''no''; end'`);
  await run(`create constraint trigger refused after insert on uploads deferrable initially deferred
    for each row execute function refuse()`);
  for (const url of [lost, again]) expect((await put(swell, ana, url, await jpeg())).status).toBe(500);
  await run("drop function refuse cascade");
  expect((await put(swell, ana, again, await jpeg())).status).toBe(200);
  await ana.put(`/api/trips/${trip}/media`, { mediaURL: again });
  expect(await filesOf(idOf(lost))).toContain(`${idOf(lost)}.original`);
  await cleanAt(new Date(Date.now() + dayMs + 60_000));
  expect(await filesOf(idOf(lost))).toEqual([]);
  expect(await filesOf(idOf(again))).toContain(`${idOf(again)}.original`);
});

test("an unregistered upload is removed after an hour while the disk is short", async () => {
  const ana = await swell.person("ana");
  const url = await addressFor(ana);
  await put(swell, ana, url, await jpeg());
  const inAnHour = new Date(Date.now() + 3_660_000);
  await cleanAt(inAnHour);
  expect(await filesOf(idOf(url))).toContain(`${idOf(url)}.original`);
  await cleanAt(inAnHour, true);
  expect(await filesOf(idOf(url))).toEqual([]);
});

test("an unused profile photo or cover is removed after a day; used ones stay", async () => {
  const { ana, trip, squad } = await newTrip(swell, { crew: ["ana"] });
  const image = async (call: string, field: string) => {
    const url = await addressFor(ana);
    await put(swell, ana, url, await jpeg());
    return String((await ana.put(call, { [field]: url })).body["objectPath"]);
  };
  const dates = { startDate: "2026-07-04", endDate: "2026-07-11" };
  const shown: string[] = [];
  const dropped: string[] = [];
  for (const round of [dropped, shown]) {
    const face = await image("/api/profile-images", "profileImageURL");
    const cover = await image("/api/squad-photos", "squadPhotoURL");
    const hero = await image("/api/trip-photos", "tripPhotoURL");
    await ana.patch("/api/auth/user", { profileImageUrl: face });
    await ana.put(`/api/squads/${squad}`, { name: "Dawn Patrol", photoUrl: cover });
    await ana.put(`/api/trips/${trip}`, { name: "Ericeira", location: "Portugal", ...dates, photoUrl: hero });
    round.push(...[face, cover, hero].map((objectPath) => objectPath.slice("/objects/".length)));
  }
  dropped.push((await image("/api/profile-images", "profileImageURL")).slice("/objects/".length));
  await cleanAt(new Date(Date.now() + dayMs + 60_000));
  const originals = async (ids: string[]) => (await filesOf(...ids)).filter((name) => name.endsWith(".original"));
  expect(await originals(shown)).toHaveLength(3);
  expect(await originals(dropped)).toEqual([]);
  await ana.patch("/api/auth/user", { profileImageUrl: null });
  await cleanAt(new Date(Date.now() + dayMs + 60_000));
  expect(await originals(shown)).toHaveLength(2);
});
