import { hash, randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Client, type TestApp, type TestPerson, openTestApp, rows } from "../../testing/app.ts";
import { newSquad, newTrip } from "../../testing/builders.ts";
import { livePhoto } from "../fixtures/live-photo.ts";
import { jpeg, phonePhoto } from "../fixtures/pictures.ts";
import { add } from "../fixtures/uploading.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp({ FFMPEG: "off", WORKER: "off" });
});
afterAll(() => swell.close());

/** Ana and Bo are on a trip of a squad that expects Tom. */
let ana: TestPerson;
let bo: TestPerson;
let squad: string;
let invite: string;
let album: string;
let tom: string;
beforeEach(async () => {
  const made = await newTrip(swell, { crew: ["ana", "bo"] });
  ({ ana, squad } = made);
  bo = made.bo!;
  album = `/api/trips/${made.trip}`;
  tom = await expectIn(ana, squad, "Tom");
  invite = await made.inviteOf();
});

const expectIn = async (who: Client, id: string, name: string) =>
  String(rows((await who.post(`/api/squads/${id}/expected`, { names: [name] })).body)[0]!["id"]);
const ownersIn = async (who: Client) =>
  rows((await who.get(`${album}/media`)).body).map(({ uploader }) => uploader?.["id"]);
const sitDown = (person: object) =>
  swell.visitor.post(`/api/squads/${squad}/seats`, { ...person, invite, key: randomBytes(24).toString("base64url") });

test("a photo of somebody who is expected is theirs, and news of its sender", async () => {
  const { status, body } = await add(swell, bo, album, await jpeg(), { personId: tom, caption: "Dawn" });
  expect(status).toBe(201);
  expect(body).toMatchObject({ uploader: { id: tom, firstName: "Tom" }, caption: "Dawn" });
  const entries = rows((await ana.get("/api/inbox")).body);
  expect(entries.map(({ text }) => String(text)).join(" ")).toContain("Bo added 1 photo");
  expect((await bo.delete(`/api/media/${String(body["id"])}`)).status).toBe(403);
  expect((await ana.delete(`/api/media/${String(body["id"])}`)).status).toBe(204);
});

test("whoever takes the name has its photos", async () => {
  await add(swell, bo, album, await jpeg(), { personId: tom });
  expect((await sitDown({ expected: tom })).status).toBe(201);
  expect(await ownersIn(ana)).toEqual([tom]);
});

test("photos of a name follow it into the member with whom it is merged", async () => {
  await add(swell, bo, album, await jpeg(), { personId: tom });
  const merged = await ana.post(`/api/squads/${squad}/merges`, { userId: tom, intoId: bo.id });
  expect(merged.status).toBeLessThan(300);
  expect(await ownersIn(ana)).toEqual([bo.id]);
});

test("nobody adds photos of somebody who is here, of strangers or of others' names", async () => {
  const dora = await newSquad(swell, "dora");
  const elsewhere = await expectIn(dora.ana, dora.squad, "Tom");
  const taken = await expectIn(ana, squad, "Uli");
  await sitDown({ expected: taken });
  const nobody = "01890000-0000-7000-8000-000000000000";
  for (const personId of [ana.id, dora.ana.id, elsewhere, taken, nobody]) {
    const { status, body } = await add(swell, bo, album, await jpeg(), { personId });
    expect({ status, key: body["key"] }).toEqual({ status: 403, key: "photos_for_expected_only" });
    const known = await bo.post(`${album}/media/known`, { sha256: ["a".repeat(64)], personId });
    expect(known.status).toBe(403);
  }
  expect(await ownersIn(ana)).toEqual([]);
  expect((await add(swell, bo, album, await jpeg(), { personId: bo.id })).status).toBe(201);
});

test("a trip without a squad has no such names", async () => {
  const plan = { name: "Solo", location: "Ericeira", startDate: "2026-01-01", endDate: "2026-01-02" };
  const trip = String((await ana.post("/api/trips", plan)).body["id"]);
  expect((await add(swell, ana, `/api/trips/${trip}`, await jpeg(), { personId: tom })).status).toBe(403);
});

test.each([7, "Tom", "", null, ["x"], "a\u0000b"])(
  "%j is refused as a person, and changes nothing",
  async (personId) => {
    expect((await add(swell, bo, album, await jpeg(), { personId })).status).toBe(400);
    expect(await ownersIn(ana)).toEqual([]);
  },
);

test("the same file again is a duplicate, and its sender is not one of its adders", async () => {
  const bytes = await jpeg();
  const first = await add(swell, bo, album, bytes, { personId: tom });
  const known = await bo.post(`${album}/media/known`, { sha256: [hash("sha256", bytes)], personId: tom });
  expect(rows(known.body["known"])).toHaveLength(1);
  const again = await add(swell, bo, album, bytes, { personId: tom });
  expect(again).toMatchObject({ status: 200, body: { id: first.body["id"], duplicate: true } });
  // Nobody else has added it, so it goes.
  expect((await ana.delete(`/api/media/${String(first.body["id"])}`)).status).toBe(204);
  expect(await ownersIn(ana)).toEqual([]);
});

test("the halves of a Live Photo of somebody who is expected find each other", async () => {
  const { still, clip } = await livePhoto();
  await add(swell, bo, album, clip, { personId: tom, fileName: "IMG_1.MOV" });
  await add(swell, bo, album, still, { personId: tom, fileName: "IMG_1.HEIC" });
  expect(await ownersIn(ana)).toEqual([tom]);
});

test("the time of a note counts only if the file says nothing", async () => {
  const takenAtHint = "2024-02-03T04:05:06.000Z";
  const hinted = await add(swell, ana, album, await jpeg(), { takenAtHint, fileName: "IMG-20250714-WA0001.jpg" });
  expect(hinted.body["takenAt"]).toBe(takenAtHint);
  const ofFile = await add(swell, ana, album, await phonePhoto(), { takenAtHint });
  expect(ofFile.body["takenAt"]).not.toBe(takenAtHint);
  const library = { creationTime: "2023-01-02T03:04:05.000Z" };
  const ofLibrary = await add(swell, ana, album, await jpeg(), { takenAtHint, metadata: library });
  expect(ofLibrary.body["takenAt"]).toBe(library.creationTime);
});

test("a note may date a print of 1826, and no photo before that or in the future", async () => {
  const fileName = "IMG-20250714-WA0001.jpg";
  const takenAt = async (takenAtHint: string) =>
    String((await add(swell, ana, album, await jpeg(), { takenAtHint, fileName })).body["takenAt"]);
  expect(await takenAt("1826-07-01T00:00:00.000Z")).toBe("1826-07-01T00:00:00.000Z");
  for (const bad of ["1825-12-31T23:59:59.000Z", "2999-01-01T00:00:00Z", "1970-01-01T00:00:00Z"])
    expect(await takenAt(bad)).toContain("2025-07-14");
  for (const takenAtHint of [5, "yesterday", "", null, "2024-02-03", "2024-02-03T04:05:06Z\u0000"])
    expect((await add(swell, ana, album, await jpeg(), { takenAtHint })).status).toBe(400);
});
