import { afterAll, beforeAll, expect, test } from "vitest";
import type { KindName } from "#contract/activity.ts";
import type { LiveEvent } from "#contract/live.ts";
import { addLikedPhoto } from "../testing/liked-photo.ts";
import { type TestApp, type TestPerson, openTestApp } from "../testing/app.ts";
import { newTrip } from "../testing/builders.ts";
import { openActivity } from "./activity.ts";
import { forgetActivity } from "./activity-store.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

const rowsOf = (trip: string) =>
  swell.database.db.selectFrom("activity").selectAll().where("trip_id", "=", trip).orderBy("id").execute();
const kindsOf = async (trip: string): Promise<KindName[]> => (await rowsOf(trip)).map(({ kind }) => kind);

async function newNight() {
  const made = await newTrip(swell, { crew: ["ana", "bo", "cleo"], awards: ["Best Wave", "Best Wipeout"] });
  const [ana, bo, cleo] = made.people as [TestPerson, TestPerson, TestPerson];
  const vote = (who: TestPerson, n: number) =>
    who.post(`/api/categories/${made.categories[n]}/vote`, { nomineeId: bo.id });
  return { ...made, ana, bo, cleo, vote };
}

test("a vote, a changed vote, a skip and a receipt write no row", async () => {
  const { ana, bo, cleo, trip, categories, vote } = await newNight();
  const startsAt = new Date(Date.now() + 3_600_000).toJSON();
  expect((await ana.post(`/api/trips/${trip}/night`, { startsAt, timeZone: "Europe/Lisbon" })).status).toBe(201);
  const before = await swell.database.db.selectFrom("activity").selectAll().execute();
  for (const who of [ana, bo, ana]) expect((await vote(who, 0)).status).toBe(200);
  expect((await cleo.post(`/api/categories/${categories[1]}/skip`)).status).toBe(200);
  const receipt = { nomineeId: bo.id, text: "He fell." };
  expect((await ana.post(`/api/categories/${categories[0]}/receipts`, receipt)).status).toBe(201);
  expect(await swell.database.db.selectFrom("activity").selectAll().execute()).toEqual(before);
});

test("results come out without an actor or a person", async () => {
  const { ana, bo, cleo, trip, categories, vote } = await newNight();
  for (const who of [ana, bo, cleo]) await vote(who, 0);
  const results = (await rowsOf(trip)).filter(({ kind }) => kind === "results_out");
  expect(results).toMatchObject([{ actor_id: null, person_id: null, category_id: categories[0] }]);
});

test("a like tells the uploader alone, and a like that is taken back tells nobody", async () => {
  const { bo, trip, squad } = await newNight();
  const uploader = await swell.person("uma");
  const photo = await addLikedPhoto(swell, { squadId: squad, tripId: trip, uploaderId: uploader.id }, 0);
  const like = () => bo.post(`/api/media/${photo}/like`);
  await like();
  expect((await rowsOf(trip)).at(-1)).toMatchObject({
    kind: "photo_liked",
    actor_id: bo.id,
    person_id: uploader.id,
    media_id: photo,
  });
  await like();
  expect(await kindsOf(trip)).not.toContain("photo_liked");
});

test("a like of one’s own photo writes no row", async () => {
  const { bo, trip, squad } = await newNight();
  const photo = await addLikedPhoto(swell, { squadId: squad, tripId: trip, uploaderId: bo.id }, 0);
  await bo.post(`/api/media/${photo}/like`);
  expect(await kindsOf(trip)).not.toContain("photo_liked");
});

test("a change that is rolled back has no row and tells nobody", async () => {
  const { trip } = await newNight();
  const told: LiveEvent[] = [];
  const activity = openActivity({ tell: (...events) => void told.push(...events) });
  const before = await kindsOf(trip);
  const change = swell.database.transact(async (tx) => {
    await activity.note(tx, "award_added", { trip });
    throw new Error("rolled back");
  });
  await expect(change).rejects.toThrow("rolled back");
  expect(told).toEqual([]);
  expect(await kindsOf(trip)).toEqual(before);
});

test("hints go out after the commit, once, also when the work runs again", async () => {
  const { trip } = await newNight();
  const told: LiveEvent[] = [];
  const activity = openActivity({ tell: (...events) => void told.push(...events) });
  const before = await kindsOf(trip);
  let tries = 0;
  await swell.database.transact(async (tx) => {
    await activity.note(tx, "award_added", { trip });
    expect(told).toEqual([]);
    if (++tries === 1) throw Object.assign(new Error("again"), { code: "40001" });
  });
  expect(told).toEqual([{ scope: "trip", id: trip, kind: "categories" }]);
  expect(await kindsOf(trip)).toHaveLength(before.length + 1);
});

test("rows go after 90 days", async () => {
  const { trip } = await newNight();
  const days = (count: number) => new Date(Date.now() - count * 86_400_000);
  const row = { kind: "award_added", trip_id: trip } as const;
  const { db } = swell.database;
  const before = await kindsOf(trip);
  await db
    .insertInto("activity")
    .values({ ...row, id: crypto.randomUUID() })
    .execute();
  const old = await db
    .insertInto("activity")
    .values({ ...row, id: crypto.randomUUID() })
    .returning("id")
    .executeTakeFirstOrThrow();
  // The database alone sets the time.
  await db
    .updateTable("activity")
    .set({ created_at: days(91) } as never)
    .where("id", "=", old.id)
    .execute();
  await forgetActivity(swell.database);
  expect(await kindsOf(trip)).toHaveLength(before.length + 1);
});
