import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { News } from "#contract/seen.ts";
import { type Client, type TestApp, type TestPerson, openTestApp, rows } from "../../testing/app.ts";
import { jpeg } from "../fixtures/pictures.ts";
import { add } from "../fixtures/uploading.ts";
import { newTrip } from "../../testing/builders.ts";
import { addLikedPhoto } from "../../testing/liked-photo.ts";

let swell: TestApp;
let ana: TestPerson;
let bo: TestPerson;
let squad: string;
let trip: string;
beforeAll(async () => {
  swell = await openTestApp({ WORKER: "off" });
});
afterAll(() => swell.close());
/** Ana and Bo are in a squad with a trip, and have been since the first of June. */
beforeEach(async () => {
  const made = await newTrip(swell, { crew: ["ana", "bo"] });
  ({ ana, squad, trip } = made);
  bo = made.bo!;
  await sql`update squad_members set joined_at = '2026-06-01T00:00:00Z' where squad_id = ${squad}`.execute(
    swell.database.db,
  );
});

const at = (day: number) => new Date(Date.UTC(2026, 6, day));
/** A photo that somebody adds on a day of July. */
const added = (by: TestPerson, day: number, tripId: string | null = trip) =>
  addLikedPhoto(swell, { squadId: squad, tripId, uploaderId: by.id }, 0, { created_at: at(day) });
const anotherTrip = async () => {
  const dates = { startDate: "2026-08-01T00:00:00.000Z", endDate: "2026-08-02T00:00:00.000Z" };
  return String(
    (await ana.post("/api/trips", { squadId: squad, name: "Peniche", location: "Portugal", ...dates })).body["id"],
  );
};

const newsOf = async (person: Client, url = `/api/trips/${trip}`) =>
  (await person.get(url)).body["news"] as unknown as News | null;
const see = (person: Client, day: number, url = `/api/trips/${trip}`) =>
  person.put(`${url}/seen`, { until: at(day).toJSON() });
/** The counts on the cards of the trip and the squad, wherever they are. */
async function countsFor(person: Client) {
  const of = async (url: string) => (await person.get(url)).body;
  const [dashboard, page, { trip: shown }] = [
    await of("/api/dashboard"),
    await of(`/api/squads/${squad}`),
    await of(`/api/trips/${trip}`),
  ];
  const countsOf = (id: string, lists: readonly unknown[]) =>
    (lists as { id: string; newPhotos: number }[][]).map((list) => list.find((one) => one.id === id)!.newPhotos);
  const trips = countsOf(trip, [
    dashboard["trips"],
    await of("/api/trips"),
    await of(`/api/squads/${squad}/trips`),
    page["trips"],
    [shown],
  ]);
  const squads = countsOf(squad, [dashboard["squads"], await of("/api/squads"), [page["squad"]]]);
  expect([new Set(trips).size, new Set(squads).size]).toEqual([1, 1]);
  return { trip: trips[0], squad: squads[0] };
}

test("photos of others are new until they are seen, on every card", async () => {
  await added(ana, 1);
  await added(ana, 2);
  await added(bo, 3);
  expect(await countsFor(bo)).toEqual({ trip: 2, squad: 2 });
  expect(await countsFor(ana)).toEqual({ trip: 1, squad: 1 });
  expect(await newsOf(bo)).toEqual({ count: 2, since: "2026-06-01T00:00:00.000Z", until: at(3).toJSON() });

  expect(await see(bo, 1)).toMatchObject({ status: 204 });
  expect(await countsFor(bo)).toEqual({ trip: 1, squad: 1 });
  await see(bo, 3);
  expect(await countsFor(bo)).toEqual({ trip: 0, squad: 0 });
  expect(await countsFor(ana)).toEqual({ trip: 1, squad: 1 });
  await added(ana, 4);
  expect(await newsOf(bo)).toEqual({ count: 1, since: at(3).toJSON(), until: at(4).toJSON() });
});

test("photos from before somebody joined are old to them", async () => {
  await added(ana, 1);
  const cleo = await swell.person("cleo");
  const { body } = await ana.get(`/api/squads/${squad}`);
  const invite = new URL(String(body["squad"]!["inviteUrl"])).searchParams.get("invite");
  await cleo.post(`/api/trips/${squad}/join`, { invite });
  expect(await countsFor(cleo)).toEqual({ trip: 0, squad: 0 });
  await addLikedPhoto(swell, { squadId: squad, tripId: trip, uploaderId: ana.id }, 0, {
    created_at: new Date(Date.now() + 1000),
  });
  expect(await countsFor(cleo)).toEqual({ trip: 1, squad: 1 });
});

test("a look never moves back, nor into the future", async () => {
  await see(bo, 5);
  await see(bo, 2);
  expect((await newsOf(bo))?.since).toBe(at(5).toJSON());
  await bo.put(`/api/trips/${trip}/seen`, { until: "9999-12-31T00:00:00Z" });
  expect(Date.parse((await newsOf(bo))!.since)).toBeLessThanOrEqual(Date.now());
});

test.each(["yesterday", "0000-01-01T00:00:00Z", "1969-12-31T00:00:00Z", 5, null, undefined])(
  "a look until %j is refused and changes nothing",
  async (until) => {
    const before = await newsOf(bo);
    const refused = await bo.put(`/api/trips/${trip}/seen`, { until });
    expect(refused).toMatchObject({ status: 400, body: { error: "Please enter a valid date" } });
    expect(await newsOf(bo)).toEqual(before);
  },
);

test("what is seen in the squad is seen on its trips", async () => {
  await added(ana, 1);
  await added(ana, 2, null);
  await see(bo, 2, `/api/squads/${squad}`);
  expect(await countsFor(bo)).toEqual({ trip: 0, squad: 0 });
});

test("the squad's look follows once all before is seen on the trips", async () => {
  const peniche = await anotherTrip();
  await added(ana, 1);
  await added(ana, 2, peniche);
  await added(ana, 3);
  await see(bo, 3);
  expect(await countsFor(bo)).toEqual({ trip: 0, squad: 2 });
  await see(bo, 2, `/api/trips/${peniche}`);
  expect(await countsFor(bo)).toEqual({ trip: 0, squad: 1 });
  await see(bo, 4);
  expect(await countsFor(bo)).toEqual({ trip: 0, squad: 0 });
});

test("two looks at once leave the later one", async () => {
  await Promise.all([3, 5, 1, 4, 2].map((day) => see(bo, day)));
  expect((await newsOf(bo))?.since).toBe(at(5).toJSON());
});

test("strangers of a public squad have nothing new, and cannot look", async () => {
  await ana.put(`/api/squads/${squad}`, { name: "Dawn Patrol", isPublic: true });
  await added(ana, 1);
  const zoe = await swell.person("zoe");
  expect(await newsOf(zoe)).toBeNull();
  expect(await newsOf(zoe, `/api/squads/${squad}`)).toBeNull();
  expect((await see(zoe, 2)).status).toBe(403);
  expect((await see(zoe, 2, `/api/squads/${squad}`)).status).toBe(403);
  const { body } = await zoe.get(`/api/trips/${trip}`);
  expect(body["trip"]).toMatchObject({ newPhotos: 0 });
});

test("the crew of a squadless trip has news of its own", async () => {
  const dates = { startDate: "2026-08-01T00:00:00.000Z", endDate: "2026-08-02T00:00:00.000Z" };
  const alone = String((await ana.post("/api/trips", { name: "Peniche", location: "Portugal", ...dates })).body["id"]);
  await sql`update trip_members set joined_at = '2026-06-01T00:00:00Z' where trip_id = ${alone}`.execute(
    swell.database.db,
  );
  const place = { squadId: squad, tripId: alone, uploaderId: bo.id };
  await addLikedPhoto(swell, place, 0, { squad_id: null, created_at: at(1) });
  expect(await newsOf(ana, `/api/trips/${alone}`)).toMatchObject({ count: 1 });
  await see(ana, 1, `/api/trips/${alone}`);
  expect(await newsOf(ana, `/api/trips/${alone}`)).toMatchObject({ count: 0 });
});

test("deleted photos are not new, and restored ones are as new as before", async () => {
  const id = await added(ana, 1);
  await ana.delete(`/api/media/${id}`);
  expect(await countsFor(bo)).toEqual({ trip: 0, squad: 0 });
  await ana.post(`/api/media/${id}/restore`);
  expect(await countsFor(bo)).toEqual({ trip: 1, squad: 1 });
});

test("a gallery can be asked for what others added after a time alone", async () => {
  await added(ana, 1);
  const [two] = [await added(ana, 2), await added(bo, 3)];
  for (const url of [`/api/trips/${trip}`, `/api/squads/${squad}`]) {
    const since = `since=${at(1).toJSON()}`;
    const { body } = await bo.get(`${url}/media/outline?${since}`);
    expect(String(body["shapes"])).toHaveLength(1);
    expect(body["photoCount"]).toBe(3);
    expect(rows((await bo.get(`${url}/media?${since}`)).body).map((item) => item["id"])).toEqual([two]);
    expect((await bo.get(`${url}/media/position?${since}&photo=${two}`)).body).toEqual({ index: 0 });
    expect((await bo.get(`${url}/media/outline?since=tuesday`)).status).toBe(400);
  }
});

test("a zip can hold only what others added after a time", async () => {
  for (const person of [ana, bo]) await add(swell, person, `/api/trips/${trip}`, await jpeg());
  for (const place of [{ tripId: trip }, { squadId: squad }]) {
    const zip = await bo.post("/api/media/zips", { ...place, since: at(1).toJSON() });
    expect(zip).toMatchObject({ status: 201, body: { count: 1 } });
  }
});

test("counts end at a hundred", async () => {
  await sql`insert into media (id, purpose, uploader_id, squad_id, trip_id, file_name, file_type, file_size, sha256, crc32, width, height, taken_at, created_at)
    select gen_random_uuid(), 'gallery', ${ana.id}, ${squad}::uuid, ${trip}::uuid, 'wave.jpg', 'image/jpeg', 1, sha256(n::text::bytea), 1, 4, 3, now(),
      timestamptz '2026-07-01' + n * interval '1 minute' from generate_series(1, 150) n`.execute(swell.database.db);
  expect(await countsFor(bo)).toEqual({ trip: 100, squad: 100 });
});

test("photos of an example are never new", async () => {
  const zoe = await swell.person("zoe");
  await zoe.post("/api/init-demo");
  const { body } = await zoe.get("/api/dashboard");
  const [example] = rows(body["trips"]);
  expect(example).toMatchObject({ newPhotos: 0 });
  expect(rows(body["squads"])[0]).toMatchObject({ isDemo: true, newPhotos: 0 });
  const page = (await zoe.get(`/api/trips/${String(example!["id"])}`)).body;
  expect(rows(page["media"]).length).toBeGreaterThan(0);
  expect(page["news"]).toMatchObject({ count: 0, until: null });
});

test("looks end with their person", async () => {
  await see(bo, 2);
  const looks = () => swell.database.db.selectFrom("looks").selectAll().where("user_id", "=", bo.id).execute();
  expect(await looks()).toHaveLength(2);
  await swell.database.db.deleteFrom("people").where("id", "=", bo.id).execute();
  expect(await looks()).toEqual([]);
});
