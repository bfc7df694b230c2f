import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "../platform/db/id.ts";
import { jpeg } from "../media/fixtures/pictures.ts";
import { add, settled } from "../media/fixtures/uploading.ts";
import { type Client, type TestApp, openTestApp, rows } from "../testing/app.ts";
import { newTrip } from "../testing/builders.ts";
import { photoColumns } from "../testing/photo-columns.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

let world: Awaited<ReturnType<typeof newTrip>>;
/** Three photos without likes, the earliest first. */
let first: string;
let second: string;
let third: string;
beforeEach(async () => {
  world = await newTrip(swell, { crew: ["ana", "bo"] });
  [first, second, third] = await Promise.all([addPhoto(1), addPhoto(2), addPhoto(3)]);
});

async function addPhoto(day: number, state: "processing" | "ready" | "failed" = "ready", fileType = "image/jpeg") {
  const id = newId();
  const { squad, trip, ana } = world;
  await swell.database.db
    .insertInto("media")
    .values({
      ...photoColumns(),
      id,
      purpose: "gallery",
      uploader_id: ana.id,
      squad_id: squad,
      trip_id: trip,
      sha256: Buffer.from(id.padEnd(32).slice(-32)),
      file_type: fileType,
      taken_at: new Date(Date.UTC(2026, 6, day)),
      state,
    })
    .execute();
  return id;
}

const like = async (person: Client, id: string) =>
  expect((await person.post(`/api/media/${id}/like`, {})).status).toBe(200);
const coverFor = async (person: Client) => (await person.get(`/api/trips/${world.trip}`)).body["trip"]!["coverUrl"];
const cover = () => coverFor(world.ana);

test("a trip without a cover wears its most liked photo, of equals the earliest", async () => {
  const { ana, bo } = world;
  expect(await cover()).toBe(`/objects/${first}`);
  await like(ana, third);
  expect(await cover()).toBe(`/objects/${third}`);
  await like(bo!, second);
  expect(await cover()).toBe(`/objects/${second}`);
  await like(ana, third);
  await like(bo!, second);
  expect(await cover()).toBe(`/objects/${first}`);
});

test("the dashboard, the squad's page and all lists show the same cover", async () => {
  const { ana, squad, trip } = world;
  await like(ana, second);
  const lists = await Promise.all([
    ana.get("/api/dashboard").then(({ body }) => rows(body["trips"])),
    ana.get(`/api/squads/${squad}`).then(({ body }) => rows(body["trips"])),
    ana.get("/api/trips").then(({ body }) => rows(body)),
  ]);
  for (const list of lists)
    expect(list.find((row) => String(row["id"]) === trip)).toMatchObject({ coverUrl: `/objects/${second}` });
});

test("a deleted photo is no cover until it is restored", async () => {
  const { ana } = world;
  await like(ana, third);
  expect((await ana.delete(`/api/media/${third}`)).status).toBe(204);
  expect(await cover()).toBe(`/objects/${first}`);
  expect((await ana.post(`/api/media/${third}/restore`, {})).status).toBeLessThan(300);
  expect(await cover()).toBe(`/objects/${third}`);
});

test("a video is a cover, and a photo without a picture is none", async () => {
  const [video, processing, failed] = await Promise.all([
    addPhoto(4, "ready", "video/mp4"),
    addPhoto(0, "processing"),
    addPhoto(0, "failed"),
  ]);
  const { ana, bo } = world;
  for (const id of [processing, failed]) await Promise.all([like(ana, id), like(bo!, id)]);
  expect(await cover()).toBe(`/objects/${first}`);
  await like(ana, video);
  expect(await cover()).toBe(`/objects/${video}`);
});

test("two people who like two photos at once leave the right cover", async () => {
  const { ana, bo } = world;
  for (let round = 0; round < 5; round++) {
    await Promise.all([like(ana, second), like(bo!, third), like(ana, third)]);
    expect(await cover()).toBe(`/objects/${third}`);
    await Promise.all([like(bo!, third), like(ana, second), like(ana, third)]);
    expect(await cover()).toBe(`/objects/${first}`);
  }
});

test("a trip keeps its own cover, and wears the most liked photo again without it", async () => {
  const { ana, trip } = world;
  await like(ana, second);
  const { name, location, startDate, endDate } = (await ana.get(`/api/trips/${trip}`)).body["trip"]!;
  const edit = async (photoUrl: string | null) =>
    (await ana.put(`/api/trips/${trip}`, { name, location, startDate, endDate, photoUrl })).body;
  await swell.database.db.updateTable("trips").set({ photo_url: "/objects/own" }).where("id", "=", trip).execute();
  expect(await cover()).toBe("/objects/own");
  expect(await edit(null)).toMatchObject({ photoUrl: null, coverUrl: `/objects/${second}` });
});

test("a person who may not see the trip gets 404 for its cover", async () => {
  const { trip, squad, ana } = await newTrip(swell, { crew: ["ana"] });
  const zoe = await swell.person("zoe");
  await add(swell, ana, `/api/trips/${trip}`, await jpeg());
  await settled(ana, `/api/trips/${trip}`);
  const url = `${(await ana.get(`/api/trips/${trip}`)).body["trip"]!["coverUrl"]}?size=medium`;
  const statuses = async () =>
    Promise.all([ana, zoe, swell.visitor].map(async (person) => (await person.get(url)).status));
  expect(await statuses()).toEqual([200, 404, 404]);
  await ana.put(`/api/squads/${squad}`, { name: "Dawn Patrol", isPublic: true });
  expect(await statuses()).toEqual([200, 200, 200]);
});

test("a card with an invite code shows no photo of a private trip", async () => {
  const { ana, trip, squad, inviteOf } = world;
  await like(ana, first);
  const card = await swell.visitor.get(`/api/public/squads/${squad}?invite=${await inviteOf()}`);
  expect(card.status).toBe(200);
  expect(card.text).not.toContain(first);
  expect((await swell.visitor.get(`/api/trips/${trip}`)).status).toBe(401);
});

test("an index finds the cover without a sort of the trip's photos", async () => {
  const plan = await swell.database.db.transaction().execute(async (tx) => {
    // Few rows would be sorted.
    await sql`set local enable_sort = off`.execute(tx);
    return sql`explain select url from trips t cross join lateral cover_of(t.id, t.photo_url)`.execute(tx);
  });
  expect(JSON.stringify(plan.rows)).toContain("best_liked_of_trip");
  expect(JSON.stringify(plan.rows)).not.toContain("Sort");
});
