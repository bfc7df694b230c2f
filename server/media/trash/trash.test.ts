import { hash } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TrashedItem } from "#contract/trash.ts";
import { openBlobs } from "../../platform/blobs/open-blobs.ts";
import { newId } from "../../platform/db/id.ts";
import { type Client, type TestApp, type TestPerson, openTestApp, rows } from "../../testing/app.ts";
import { holdTransaction } from "../../testing/hold-transaction.ts";
import { livePhoto } from "../fixtures/live-photo.ts";
import { jpeg } from "../fixtures/pictures.ts";
import { add, addressFor, open, put } from "../fixtures/uploading.ts";
import { clean } from "../upkeep/cleaning.ts";
import { cleaningStore } from "../upkeep/cleaning-store.ts";
import { moveOut, moveToTrash } from "./store.ts";

let swell: TestApp;
let everyone: Record<"ana" | "bo" | "cleo" | "zoe", TestPerson>;
beforeAll(async () => {
  // No job makes pictures here, which would lock the photos for a moment.
  swell = await openTestApp({ FFMPEG: "off", WORKER: "off" });
  everyone = await swell.people("ana", "bo", "cleo", "zoe");
});
afterAll(() => swell.close());

/** Ana is the admin. Bo and Cleo are members, and Bo has a photo. Zoe is a stranger. */
let ana: TestPerson;
let bo: TestPerson;
let cleo: TestPerson;
let zoe: TestPerson;
let trip: string;
let squad: string;
let place: string;
let bytes: Buffer;
let photo: string;
beforeEach(() => openWorld(everyone));
async function openWorld(people: typeof everyone) {
  ({ ana, bo, cleo, zoe } = people);
  squad = String((await ana.post("/api/squads", { name: "Dawn Patrol" })).body["id"]);
  await swell.database.db
    .insertInto("squad_members")
    .values([bo, cleo].map(({ id }) => ({ id: newId(), squad_id: squad, user_id: id, role: "member" as const })))
    .execute();
  const dates = { startDate: "2026-07-04T00:00:00.000Z", endDate: "2026-07-11T00:00:00.000Z" };
  const made = await ana.post("/api/trips", { squadId: squad, name: "Ericeira", location: "Portugal", ...dates });
  trip = String(made.body["id"]);
  place = `/api/trips/${trip}`;
  bytes = await jpeg();
  photo = await added(bo, bytes);
}

const added = async (person: TestPerson, file: Buffer, more: object = {}) =>
  String((await add(swell, person, place, file, more)).body["id"]);
const remove = async (person: Client, id = photo) => (await person.delete(`/api/media/${id}`)).status;
const restore = async (person: Client, id = photo) => (await person.post(`/api/media/${id}/restore`)).status;
const deleteForGood = async (person: Client, id = photo) => (await person.delete(`/api/media/${id}/trash`)).status;
const galleryOf = async (person: Client, url = place) =>
  rows((await person.get(`${url}/media`)).body).map((item) => String(item["id"]));
const trashOf = async (person: Client, url = place) =>
  rows((await person.get(`${url}/trash`)).body) as unknown as readonly TrashedItem[];
const idsInTrash = async (person: Client, url = place) => (await trashOf(person, url)).map(({ id }) => id);
const known = async (...files: Buffer[]) =>
  rows(
    (await bo.post(`${place}/media/known`, { sha256: files.map((file) => hash("sha256", file)) })).body["known"],
  ).map(String);
const cleanAt = (now: Date) => clean(openBlobs(swell.parts.config), cleaningStore(swell.database), now);
const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600 * 1000);

/** The stored counts, and the same counted anew. */
async function counts() {
  const { rows: found } = await sql<Record<string, unknown>>`select
    (select json_build_array(photo_count, video_count) from trips where id = ${trip}) counted,
    (select json_build_array(count(*) filter (where file_type like 'image/%'), count(*) filter (where file_type like 'video/%'))
      from media where trip_id = ${trip} and purpose = 'gallery') there,
    (select version from gallery_versions where place_id = ${trip}) version`.execute(swell.database.db);
  return found[0]!;
}
/** Photos, videos, and the version of the gallery. */
async function trueCounts() {
  const { counted, there, version } = await counts();
  expect(counted).toEqual(there);
  return { photos: counted, version: Number(version) };
}

/** Resolves once a statement waits for what another transaction holds. */
const someoneWaits = () =>
  expect
    .poll(
      async () => {
        const { rows: found } = await sql`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(swell.database.db);
        return found.length;
      },
      { timeout: 20_000, interval: 20 },
    )
    .toBeGreaterThan(0);

describe("a deleted photo", () => {
  test("is gone for everyone at once, and comes back as it was", async () => {
    await ana.put(`/api/squads/${squad}`, { name: "Dawn Patrol", isPublic: true });
    await bo.patch(`/api/media/${photo}`, { caption: "At dawn" });
    await ana.post(`/api/media/${photo}/like`);
    const squadUrl = `/api/squads/${squad}`;
    const seen = async () => ({
      trip: await galleryOf(cleo),
      squad: await galleryOf(cleo, squadUrl),
      latest: (await cleo.get("/api/recent-media")).text.includes(photo),
      public: (await swell.visitor.get("/api/public/recent-media")).text.includes(photo),
      thumb: (await cleo.get(`/objects/${photo}?size=thumb`)).status,
      publicThumb: (await swell.visitor.get(`/objects/${photo}?size=thumb`)).status,
      original: (await cleo.get(`/objects/${photo}`)).status,
      outline: String((await cleo.get(`${place}/media/outline`)).body["shapes"]).length,
      position: (await cleo.get(`${place}/media/position?photo=${photo}`)).body["index"],
      zip: (await cleo.post("/api/media/zip", { ids: [photo] })).status,
      like: (await cleo.post(`/api/media/${photo}/like`)).status,
      unlike: (await cleo.post(`/api/media/${photo}/like`)).status,
      place: (await cleo.get(`/api/media/${photo}/place`)).status,
    });
    const shown = await seen();
    expect(shown).toMatchObject({ trip: [photo], squad: [photo], latest: true, public: true, outline: 1, zip: 200 });
    const before = await trueCounts();

    expect(await remove(bo)).toBe(204);
    expect(await seen()).toEqual({
      trip: [],
      squad: [],
      latest: false,
      public: false,
      thumb: 404,
      publicThumb: 404,
      original: 404,
      outline: 0,
      position: null,
      zip: 404,
      like: 404,
      unlike: 404,
      place: 404,
    });
    const between = await trueCounts();
    expect(between).toMatchObject({ photos: [0, 0] });
    expect(between.version).toBeGreaterThan(before.version);

    expect(await restore(bo)).toBe(204);
    expect(await seen()).toEqual(shown);
    const after = await trueCounts();
    expect(after).toMatchObject({ photos: [1, 0] });
    expect(after.version).toBeGreaterThan(between.version);
    const [item] = rows((await ana.get(`${place}/media`)).body);
    expect(item).toMatchObject({ caption: "At dawn", likes: 1, liked: true });
  });

  test("comes back private when its squad was made private meanwhile", async () => {
    await ana.put(`/api/squads/${squad}`, { name: "Dawn Patrol", isPublic: true });
    await remove(bo);
    await ana.put(`/api/squads/${squad}`, { name: "Dawn Patrol", isPublic: false });
    await restore(bo);
    await trueCounts();
    expect((await swell.visitor.get(`/objects/${photo}?size=thumb`)).status).toBe(404);
  });

  test("can be deleted, restored and deleted for good repeatedly", async () => {
    expect([await remove(bo), await remove(bo)]).toEqual([204, 204]);
    expect([await restore(bo), await restore(bo)]).toEqual([204, 204]);
    expect(await deleteForGood(bo)).toBe(404);
    await remove(bo);
    expect([await deleteForGood(bo), await deleteForGood(bo), await restore(bo), await remove(bo)]).toEqual([
      204, 404, 404, 404,
    ]);
    await trueCounts();
    await cleanAt(new Date());
    expect(await openBlobs(swell.parts.config).sizeOf(`${photo}/original`)).toBeNull();
  });
});

describe("the trash", () => {
  const mayRestore = async (person: Client) => [
    await idsInTrash(person),
    await idsInTrash(person, `/api/squads/${squad}`),
    (await person.get(`/objects/${photo}?size=thumb`)).status,
    (await open(swell, person, `/objects/${photo}`)).bytes.equals(bytes),
  ];
  const all = () => [[photo], [photo], 200, true];
  const nothing = [[], [], 404, false];

  test("shows a photo to the person who deleted it and to organizers", async () => {
    await remove(bo);
    expect(await mayRestore(bo)).toEqual(all());
    expect(await mayRestore(ana)).toEqual(all());
    expect(await mayRestore(cleo)).toEqual(nothing);
    for (const person of [cleo, zoe])
      expect([await restore(person), await deleteForGood(person), await remove(person)]).toEqual([404, 404, 404]);
    expect((await zoe.get(`${place}/trash`)).status).toBe(404);
    const [item] = await trashOf(ana);
    expect(item).toMatchObject({ fileName: "wave.jpg", uploader: { id: bo.id }, trashedBy: { id: bo.id } });
    expect(Date.parse(item!.expiresAt) - Date.parse(item!.trashedAt)).toBe(30 * 24 * 3600 * 1000);
  });

  test("hides a photo from its uploader when an organizer deleted it", async () => {
    await remove(ana);
    expect(await mayRestore(bo)).toEqual(nothing);
    expect([await remove(bo), await restore(bo)]).toEqual([404, 404]);
    expect(await restore(ana)).toBe(204);
    expect(await galleryOf(bo)).toEqual([photo]);
  });

  test("shows trip organizers all of their trip, also among the squad's photos", async () => {
    await swell.database.db.updateTable("trips").set({ created_by: cleo.id }).where("id", "=", trip).execute();
    const ofSquad = String((await add(swell, bo, `/api/squads/${squad}`, await jpeg())).body["id"]);
    for (const id of [photo, ofSquad]) await remove(bo, id);
    expect(await idsInTrash(cleo, `/api/squads/${squad}`)).toEqual([photo]);
    expect(await idsInTrash(ana, `/api/squads/${squad}`)).toEqual([ofSquad, photo]);
    expect(await idsInTrash(ana)).toEqual([photo]);
  });

  test("closes to people who leave", async () => {
    await remove(bo);
    expect((await bo.post(`/api/squads/${squad}/leave`)).status).toBe(200);
    await swell.database.db.deleteFrom("trip_members").where("user_id", "=", bo.id).execute();
    expect([await restore(bo), (await bo.get(`/objects/${photo}`)).status]).toEqual([404, 404]);
  });

  test("comes in pages, the latest deletion first", async () => {
    const ids = [photo];
    for (let i = 0; i < 4; i += 1) ids.push(await added(bo, await jpeg()));
    await bo.post("/api/media/delete", { ids: ids.slice(0, 3) });
    await remove(bo, ids[3]);
    await remove(bo, ids[4]);
    const found: string[] = [];
    let url: string | undefined = `${place}/trash?limit=2`;
    for (let pages = 0; url; pages += 1) {
      expect(pages).toBeLessThan(3);
      const page = await bo.get(url);
      found.push(...rows(page.body).map((item) => String(item["id"])));
      url = /<([^>]+)>/.exec(String(page.headers["link"] ?? ""))?.[1];
    }
    expect(found).toEqual([ids[4], ids[3], ...ids.slice(0, 3).toSorted().toReversed()]);
    expect((await bo.get(`${place}/trash?cursor=nonsense`)).status).toBe(400);
  });
});

describe("a selection of photos", () => {
  test("is deleted as a whole or not at all, and restored", async () => {
    const theirs = await added(ana, await jpeg());
    const [own, both] = [
      [photo, await added(bo, await jpeg())],
      [photo, theirs],
    ];
    const send = async (person: Client, call: string, ids: readonly string[]) =>
      (await person.post(`/api/media/${call}`, { ids })).status;
    expect(await send(bo, "delete", both)).toBe(403);
    expect(await send(zoe, "delete", [photo])).toBe(404);
    expect(await galleryOf(bo)).toHaveLength(3);
    // A photo that is gone already does not count.
    expect(await send(bo, "delete", [...own, newId()])).toBe(200);
    expect(await galleryOf(bo)).toEqual([theirs]);
    expect(await send(bo, "restore", both)).toBe(403);
    expect(await send(cleo, "restore", own)).toBe(404);
    expect(await send(bo, "restore", own)).toBe(204);
    expect((await galleryOf(bo)).toSorted()).toEqual([...own, theirs].toSorted());
    expect(await trueCounts()).toMatchObject({ photos: [3, 0] });
  });

  test("has at most a thousand photos", async () => {
    const ids = Array.from({ length: 1001 }, () => newId());
    for (const call of ["delete", "restore"]) {
      expect((await bo.post(`/api/media/${call}`, { ids })).status).toBe(400);
      expect((await bo.post(`/api/media/${call}`, { ids: [] })).status).toBe(400);
    }
  });
});

describe("a file that is added again while its photo is in the trash", () => {
  test("is a new photo, and the old one stays in the trash", async () => {
    const other = await added(bo, await jpeg());
    await bo.post("/api/media/delete", { ids: [photo, other] });
    expect(await known(bytes)).toEqual([]);
    const again = await add(swell, cleo, place, bytes);
    expect(again).toMatchObject({ status: 201 });
    expect(again.body["duplicate"]).toBeUndefined();
    const copy = String(again.body["id"]);
    expect(await bo.post(`/api/media/${photo}/restore`)).toMatchObject({
      status: 409,
      body: { error: "This photo stays in the trash: somebody has added the same file again." },
    });
    expect((await bo.post("/api/media/restore", { ids: [photo, other] })).body["error"]).toMatch(/^1 of 2 photos stay/);
    expect((await galleryOf(bo)).toSorted()).toEqual([copy, other].toSorted());
    expect(await idsInTrash(bo)).toEqual([photo]);
    // Both can be in the trash.
    expect(await remove(cleo, copy)).toBe(204);
    expect(await restore(bo)).toBe(204);
    expect((await open(swell, cleo, `/objects/${photo}`)).bytes.equals(bytes)).toBe(true);
    expect(await trueCounts()).toMatchObject({ photos: [2, 0] });
  });

  test("waits for a deletion that is being written, and is new then", async () => {
    const mediaURL = await addressFor(cleo);
    await put(swell, cleo, mediaURL, bytes);
    const deleting = await holdTransaction(swell.database, (tx) => moveToTrash(tx, bo.id, [photo], new Date()));
    const adding = cleo.put(`${place}/media`, { mediaURL, fileName: "a.jpg" });
    await someoneWaits();
    await deleting.release();
    expect(await adding).toMatchObject({ status: 201, body: { uploader: { id: cleo.id } } });
  });

  test("waits for a restore that is being written, and is a duplicate then", async () => {
    await remove(bo);
    const mediaURL = await addressFor(cleo);
    await put(swell, cleo, mediaURL, bytes);
    const restoring = await holdTransaction(swell.database, (tx) => moveOut(tx, [photo]));
    const adding = cleo.put(`${place}/media`, { mediaURL, fileName: "a.jpg" });
    await someoneWaits();
    await restoring.release();
    expect(await adding).toMatchObject({ status: 200, body: { id: photo, duplicate: true } });
    await trueCounts();
  });
});

describe("a Live Photo", () => {
  let still: Buffer;
  let clip: Buffer;
  let live: string;
  let clipPath: string;
  beforeEach(async () => {
    ({ still, clip } = await livePhoto());
    live = await added(bo, still, { fileName: "IMG_1.JPG" });
    await added(bo, clip, { fileName: "IMG_1.MOV" });
    const item = rows((await bo.get(`${place}/media`)).body).find(({ id }) => String(id) === live);
    clipPath = String(item!["live"]!["filePath"]);
    expect(await trueCounts()).toMatchObject({ photos: [2, 0] });
  });

  test("goes and comes back with both halves", async () => {
    expect(await remove(bo, live)).toBe(204);
    expect(await known(still, clip)).toEqual([]);
    expect(await idsInTrash(bo)).toEqual([live]);
    expect([(await cleo.get(clipPath)).status, (await cleo.get(`/objects/${live}?size=video`)).status]).toEqual([
      404, 404,
    ]);
    expect((await open(swell, bo, clipPath)).bytes.equals(clip)).toBe(true);
    expect((await bo.get(`${clipPath}?size=thumb`)).status).toBe(404);
    // Nobody can restore or delete the clip alone.
    const clipId = clipPath.slice("/objects/".length);
    expect([await restore(bo, clipId), await deleteForGood(bo, clipId)]).toEqual([404, 404]);
    expect(await restore(bo, live)).toBe(204);
    expect(await known(still, clip)).toHaveLength(2);
    expect((await open(swell, cleo, clipPath)).bytes.equals(clip)).toBe(true);
    expect(await trueCounts()).toMatchObject({ photos: [2, 0] });
  });

  test("stays in the trash as a whole when its clip was added again", async () => {
    await remove(bo, live);
    expect((await add(swell, cleo, place, clip)).status).toBe(201);
    expect(await restore(bo, live)).toBe(409);
    expect(await idsInTrash(bo)).toEqual([live]);
    expect(await trueCounts()).toMatchObject({ photos: [1, 1] });
  });

  test("is deleted for good with both files", async () => {
    await remove(bo, live);
    expect(await deleteForGood(bo, live)).toBe(204);
    const left = await swell.database.db.selectFrom("media").select("id").where("trip_id", "=", trip).execute();
    expect(left).toEqual([{ id: photo }]);
  });
});

describe("at the same moment", () => {
  test("two people delete and restore the same photos, and the counts stay true", async () => {
    const ids = [photo];
    for (let i = 0; i < 5; i += 1) ids.push(await added(bo, await jpeg()));
    for (let round = 0; round < 5; round += 1) {
      const call = round % 2 === 0 ? "delete" : "restore";
      const replies = await Promise.all([
        bo.post(`/api/media/${call}`, { ids }),
        ana.post(`/api/media/${call}`, { ids: ids.toReversed() }),
        ana.post(`/api/media/${call}`, { ids: ids.slice(2) }),
      ]);
      // The person who was slower may find nothing that is left to delete, or nothing that is theirs to restore.
      for (const { status } of replies) expect([200, 204, 403, 404]).toContain(status);
      expect(await trueCounts()).toMatchObject({ photos: [round % 2 === 0 ? 0 : ids.length, 0] });
    }
  });

  test("a photo is either restored or deleted for good", async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await added(bo, await jpeg());
      await remove(bo, id);
      const replies = await Promise.all([restore(ana, id), deleteForGood(bo, id)]);
      const isBack = (await galleryOf(bo)).includes(id);
      expect(replies[1]).toBe(isBack ? 404 : 204);
      await trueCounts();
    }
  });
});

describe("after 30 days", () => {
  const blobOf = (id: string) => openBlobs(swell.parts.config).sizeOf(`${id}/original`);

  test("the cleaning removes photos and their files, and not before", async () => {
    const kept = await added(bo, await jpeg());
    await remove(bo);
    await cleanAt(inDays(29.9));
    expect(await idsInTrash(bo)).toEqual([photo]);
    expect(await blobOf(photo)).toBe(bytes.length);
    await cleanAt(inDays(30.1));
    expect(await idsInTrash(bo)).toEqual([]);
    expect(await blobOf(photo)).toBeNull();
    expect(await restore(bo)).toBe(404);
    expect(await galleryOf(bo)).toEqual([kept]);
  });

  test("the cleaning removes more photos than one batch holds", async () => {
    await sql`insert into media (id, purpose, uploader_id, squad_id, trip_id, file_name, file_type, file_size, sha256, crc32, width, height,
        taken_at, trashed_at, trashed_by)
      select gen_random_uuid(), 'trash', ${bo.id}, ${squad}, ${trip}, 'a.jpg', 'image/jpeg', 1, '\\x00', 1, 4, 3, now(), now(), ${bo.id}
      from generate_series(1, 450)`.execute(swell.database.db);
    await cleanAt(inDays(31));
    expect(await idsInTrash(bo)).toEqual([]);
    expect(await galleryOf(bo)).toEqual([photo]);
  });

  test("the cleaning keeps a photo that is just being restored", async () => {
    await remove(bo);
    const restoring = await holdTransaction(swell.database, (tx) => moveOut(tx, [photo]));
    const cleaning = cleanAt(inDays(31));
    await someoneWaits();
    await restoring.release();
    await cleaning;
    expect(await galleryOf(bo)).toEqual([photo]);
    expect(await blobOf(photo)).toBe(bytes.length);
  });
});

test("a deleted account, trip or squad takes its photos from the trash at once", async () => {
  await openWorld({ ...everyone, bo: await swell.person("bo") });
  const [ofAna, ofTrip] = [await added(ana, await jpeg()), await added(cleo, await jpeg())];
  const ofSquad = String((await add(swell, cleo, `/api/squads/${squad}`, await jpeg())).body["id"]);
  // Bo and Ana delete their own photos, and Ana as the admin deletes Cleo's.
  await remove(bo);
  await ana.post("/api/media/delete", { ids: [ofAna, ofTrip, ofSquad] });
  const left = async () =>
    (await swell.database.db.selectFrom("media").select("id").where("squad_id", "=", squad).execute()).map(
      (row) => row.id,
    );
  expect((await left()).toSorted()).toEqual([photo, ofAna, ofTrip, ofSquad].toSorted());
  // Bo leaves his photos to the crew, but not those that he deleted.
  await bo.delete("/api/account", { confirm: bo.email, password: bo.password, photos: "leave" });
  expect((await left()).toSorted()).toEqual([ofAna, ofTrip, ofSquad].toSorted());
  expect((await ana.delete(`/api/trips/${trip}`)).status).toBe(204);
  expect(await left()).toEqual([ofSquad]);
  expect((await ana.delete(`/api/squads/${squad}`, { confirm: "Dawn Patrol" })).status).toBe(204);
  expect(await left()).toEqual([]);
});

test("the trash says when the account of the person who deleted a photo is gone", async () => {
  await openWorld({ ...everyone, cleo: await swell.person("cleo") });
  await swell.database.db
    .updateTable("squad_members")
    .set({ role: "admin" })
    .where("squad_id", "=", squad)
    .where("user_id", "=", cleo.id)
    .execute();
  await remove(cleo);
  await cleo.delete("/api/account", { confirm: cleo.email, password: cleo.password });
  expect(await trashOf(ana)).toMatchObject([{ id: photo, uploader: { id: bo.id }, trashedBy: null }]);
});

test("the export of an account has the originals in the trash", async () => {
  await remove(bo);
  const { bytes: zip } = await open(swell, bo, "/api/account/export");
  expect(zip.includes(bytes)).toBe(true);
  expect(String(zip)).toMatch(/"purpose": "trash",\s+"deletedAt": "20/);
});
