import { hash } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Client, type TestApp, type TestPerson, openTestApp, rows } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { livePhoto } from "../fixtures/live-photo.ts";
import { jpeg } from "../fixtures/pictures.ts";
import { add } from "../fixtures/uploading.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp({ FFMPEG: "off", WORKER: "off" });
});
afterAll(() => swell.close());

/** Ana runs the squad. Bo was the first to add the photo. */
let ana: TestPerson;
let bo: TestPerson;
let cleo: TestPerson;
let dora: TestPerson;
let squad: string;
let album: string;
let bytes: Buffer;
let photo: string;
beforeEach(async () => {
  const made = await newTrip(swell, { crew: ["ana", "bo", "cleo", "dora"] });
  ({ ana, squad } = made);
  [bo, cleo, dora] = [made.bo!, made.cleo!, made.dora!];
  album = `/api/trips/${made.trip}`;
  bytes = await jpeg();
  photo = String((await add(swell, bo, album, bytes, { caption: "Bo's words" })).body["id"]);
});

const remove = async (person: Client, id = photo) => (await person.delete(`/api/media/${id}`)).status;
const galleryOf = async (person: Client) =>
  rows((await person.get(`${album}/media`)).body).map(({ id, uploader, caption }) => [id, uploader?.["id"], caption]);
const trashOf = async (person: Client) => rows((await person.get(`${album}/trash`)).body).map(({ id }) => id);
const knows = async (person: Client, file = bytes) =>
  rows((await person.post(`${album}/media/known`, { sha256: [hash("sha256", file)] })).body["known"]).length;

/** The sums that the database keeps of each person, and the same counted anew. */
async function sums() {
  const { rows: found } = await sql<{ kept: unknown; counted: unknown }>`select
    (select json_object_agg(user_id, bytes order by user_id) from user_space where bytes <> 0) kept,
    (select json_object_agg(uploader_id, bytes order by uploader_id) from (
      select uploader_id, sum(file_size) bytes from media where uploader_id is not null group by 1) m) counted`.execute(
    swell.database.db,
  );
  return found[0]!;
}
async function expectTrueSums() {
  const { kept, counted } = await sums();
  expect(kept).toEqual(counted);
}

test("the photo of two uploaders stays with the second when the first deletes it", async () => {
  const again = await add(swell, cleo, album, bytes, { caption: "Cleo's words" });
  expect(again).toMatchObject({ status: 200, body: { id: photo, duplicate: true } });
  await dora.post(`/api/media/${photo}/like`);
  const version = (await dora.get(`${album}/media/outline`)).headers["etag"];
  expect((await bo.post("/api/media/delete", { ids: [photo] })).body).toEqual({ staying: [photo] });
  expect(await galleryOf(dora)).toEqual([[photo, cleo.id, "Cleo's words"]]);
  expect((await dora.get(`${album}/media/outline`)).headers["etag"]).not.toBe(version);
  expect(await trashOf(ana)).toEqual([]);
  await expectTrueSums();
  // Now it is hers alone.
  expect(await remove(bo)).toBe(403);
  expect(await remove(cleo)).toBe(204);
  expect(await galleryOf(dora)).toEqual([]);
  expect(await trashOf(cleo)).toEqual([photo]);
  await expectTrueSums();
});

test("a file that was not sent again, because the album has it, counts as added too", async () => {
  expect(await knows(cleo)).toBe(1);
  expect(await knows(bo)).toBe(1);
  expect(await remove(bo)).toBe(204);
  expect(await galleryOf(dora)).toEqual([[photo, cleo.id, null]]);
});

test("a photo goes from one to the next of those who added it and still belong", async () => {
  for (const person of [cleo, dora, ana]) await add(swell, person, album, bytes);
  expect((await cleo.post(`/api/squads/${squad}/leave`, {})).status).toBe(200);
  expect(await remove(bo)).toBe(204);
  expect(await galleryOf(ana)).toEqual([[photo, dora.id, null]]);
  expect(await remove(dora)).toBe(204);
  expect(await galleryOf(ana)).toEqual([[photo, ana.id, null]]);
  expect(await remove(ana)).toBe(204);
  expect(await galleryOf(ana)).toEqual([]);
  await expectTrueSums();
});

test("an organizer's deletion removes a photo for all who added it", async () => {
  await add(swell, cleo, album, bytes);
  expect((await ana.post("/api/media/delete", { ids: [photo] })).body).toEqual({ staying: [] });
  expect(await galleryOf(cleo)).toEqual([]);
  // Restored, it is the first one's again.
  expect((await ana.post(`/api/media/${photo}/restore`)).status).toBe(204);
  expect(await galleryOf(cleo)).toEqual([[photo, bo.id, "Bo's words"]]);
});

test("of many deleted photos only those that others added stay", async () => {
  await add(swell, cleo, album, bytes);
  const other = String((await add(swell, bo, album, await jpeg())).body["id"]);
  expect((await bo.post("/api/media/delete", { ids: [other, photo] })).body).toEqual({ staying: [photo] });
  expect(await galleryOf(cleo)).toEqual([[photo, cleo.id, null]]);
  expect(await trashOf(bo)).toEqual([other]);
  await expectTrueSums();
});

test("both halves of a Live Photo stay with the second uploader", async () => {
  const { still, clip } = await livePhoto();
  const id = String((await add(swell, bo, album, still, { fileName: "IMG_1.HEIC" })).body["id"]);
  await add(swell, bo, album, clip, { fileName: "IMG_1.MOV" });
  await add(swell, cleo, album, clip, { fileName: "IMG_1.MOV" });
  expect(await remove(bo, id)).toBe(204);
  const { rows: owners } =
    await sql`select distinct uploader_id from media where ${id}::uuid in (id, still_id)`.execute(swell.database.db);
  expect(owners).toEqual([{ uploader_id: cleo.id }]);
  await expectTrueSums();
});

test("photos that go with a deleted account stay with those who added them too", async () => {
  await add(swell, cleo, album, bytes);
  const other = String((await add(swell, bo, album, await jpeg())).body["id"]);
  const closing = { confirm: bo.email, password: bo.password, photos: "take" };
  expect((await bo.delete("/api/account", closing)).status).toBe(204);
  expect(await galleryOf(cleo)).toEqual([[photo, cleo.id, null]]);
  expect(await trashOf(ana)).not.toContain(other);
  await expectTrueSums();
});

test("a second upload during the deletion is either kept or told that it is needed", async () => {
  for (let round = 0; round < 8; round++) {
    const file = await jpeg();
    const id = String((await add(swell, bo, album, file)).body["id"]);
    const [known] = await Promise.all([knows(cleo, file), remove(bo, id)]);
    const found = (await galleryOf(dora)).filter(([one]) => String(one) === id);
    expect(found).toEqual(known === 1 ? [[id, cleo.id, null]] : []);
  }
});
