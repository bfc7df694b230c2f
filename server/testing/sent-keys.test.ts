import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { jpeg } from "../media/fixtures/pictures.ts";
import { add } from "../media/fixtures/uploading.ts";
import { turnOff, turnOn } from "../platform/http/read-only-store.ts";
import { forgetKeys, takeKey } from "../schema/sent-keys-store.ts";
import { type TestApp, openTestApp } from "./app.ts";
import { newTrip, passDay } from "./builders.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

const keyed = (key: string = randomUUID()) => ({ "idempotency-key": `"${key}"` });

async function evening() {
  const made = await newTrip(swell, { crew: ["ana", "bo", "cleo", "dora"], awards: ["Best Wipeout", "Early Bird"] });
  const { ana, bo, cleo, dora, trip } = made;
  const photo = await add(swell, ana, `/api/trips/${trip}`, await jpeg({ width: 60, height: 40 }));
  const [award, other] = made.categories;
  return { ...made, bo: bo!, cleo: cleo!, dora: dora!, award: award!, other: other!, photo: String(photo.body["id"]) };
}

/** How many requests of a person the server remembers. */
async function keysOf(person: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int n from sent_keys where person_id = ${person}`.execute(
    swell.database.db,
  );
  return rows[0]!.n;
}

test("a vote that comes again changes nothing and answers how things stand", async () => {
  const { bo, cleo, dora, award } = await evening();
  const vote = (nominee: string, key?: string) =>
    bo.post(`/api/categories/${award}/vote`, { nomineeId: nominee }, key === undefined ? {} : keyed(key));
  const key = randomUUID();
  expect(await vote(cleo.id, key)).toMatchObject({ status: 200, body: { nomineeId: cleo.id } });
  // Meanwhile they have changed it on another device.
  await vote(dora.id);
  expect(await vote(cleo.id, key)).toMatchObject({
    status: 200,
    body: { nomineeId: dora.id, progress: { votesReceived: 1, totalVotesNeeded: 4, isComplete: false } },
  });
  expect((await bo.get(`/api/categories/${award}/my-vote`)).body["nomineeId"]).toBe(dora.id);
});

test("a vote that came in before the close is no late one when it comes again", async () => {
  const { ana, bo, cleo, dora, trip, award } = await evening();
  await passDay(swell, trip);
  const vote = (who: typeof bo, key = randomUUID()) =>
    who.post(`/api/categories/${award}/vote`, { nomineeId: cleo.id }, keyed(key));
  const key = randomUUID();
  for (const who of [bo, cleo, dora]) await vote(who, who === bo ? key : randomUUID());
  const closed = await ana.post(`/api/categories/${award}/close`);
  expect(closed.status).toBe(200);
  expect(await vote(bo, key)).toMatchObject({ status: 200, body: { progress: { isClosed: true, votesReceived: 3 } } });
  const late = await vote(ana);
  expect(late).toMatchObject({ status: 409, body: { code: "voting_closed" } });
  expect(await keysOf(ana.id)).toBe(0);
});

test("twenty votes with one key at once are one vote, and twenty likes one like", async () => {
  const { bo, cleo, award, photo, trip } = await evening();
  const key = randomUUID();
  const votes = await Promise.all(
    Array.from({ length: 20 }, () => bo.post(`/api/categories/${award}/vote`, { nomineeId: cleo.id }, keyed(key))),
  );
  expect(votes.map(({ status }) => status)).toEqual(votes.map(() => 200));
  const likes = await Promise.all(
    Array.from({ length: 20 }, () => bo.post(`/api/media/${photo}/like`, {}, keyed(`${key.slice(0, -1)}0`))),
  );
  expect(likes.map(({ body }) => body)).toEqual(likes.map(() => ({ liked: true, likes: 1 })));
  const mood = keyed();
  await Promise.all(
    Array.from({ length: 20 }, () => bo.patch(`/api/trips/${trip}/members/me`, { mood: "stoked" }, mood)),
  );
  expect(await keysOf(bo.id)).toBe(3);
});

test("a like says what is wanted, whatever it was before", async () => {
  const { bo, photo } = await evening();
  const like = async (body: object, key?: string) => (await bo.post(`/api/media/${photo}/like`, body, keyed(key))).body;
  expect(await like({ liked: true })).toEqual({ liked: true, likes: 1 });
  expect(await like({ liked: true })).toEqual({ liked: true, likes: 1 });
  expect(await like({ liked: false })).toEqual({ liked: false, likes: 0 });
  expect(await like({ liked: false })).toEqual({ liked: false, likes: 0 });
  const key = randomUUID();
  expect(await like({}, key)).toEqual({ liked: true, likes: 1 });
  expect(await like({}, key)).toEqual({ liked: true, likes: 1 });
  expect(await like({})).toEqual({ liked: false, likes: 0 });
});

test("reactions and moods that come again undo nothing", async () => {
  const { bo, photo, trip } = await evening();
  const react = (emoji: string | null, headers = {}) => bo.put(`/api/media/${photo}/reaction`, { emoji }, headers);
  const first = keyed();
  expect((await react("🔥", first)).body["mine"]).toBe("🔥");
  await react("👏");
  expect((await react("🔥", first)).body["mine"]).toBe("👏");
  const feel = (mood: string, headers = {}) => bo.patch(`/api/trips/${trip}/members/me`, { mood }, headers);
  const old = keyed();
  await feel("sleepy", old);
  await feel("stoked");
  expect((await feel("sleepy", old)).body["mood"]).toBe("stoked");
});

test("a key belongs to one request of one person", async () => {
  const { bo, cleo, award, other, photo } = await evening();
  const key = randomUUID();
  const used = { status: 422, body: { code: "key_used", error: "This key belongs to another request." } };
  await bo.post(`/api/media/${photo}/like`, { liked: true }, keyed(key));
  expect(await bo.post(`/api/media/${photo}/like`, { liked: false }, keyed(key))).toMatchObject(used);
  expect(await bo.put(`/api/media/${photo}/reaction`, { emoji: "🔥" }, keyed(key))).toMatchObject(used);
  expect(await bo.post(`/api/categories/${award}/vote`, { nomineeId: bo.id }, keyed(key))).toMatchObject(used);
  const forVote = randomUUID();
  await bo.post(`/api/categories/${award}/vote`, { nomineeId: bo.id }, keyed(forVote));
  expect(await bo.post(`/api/categories/${other}/vote`, { nomineeId: bo.id }, keyed(forVote))).toMatchObject(used);
  expect(await cleo.post(`/api/media/${photo}/like`, { liked: true }, keyed(key))).toMatchObject({
    status: 200,
    body: { likes: 2 },
  });
});

test("what is kept of a vote's key depends on no choice", async () => {
  const { bo, cleo, award } = await evening();
  const key = randomUUID();
  const rowOf = async () =>
    (await sql`select key_hash, request_hash from sent_keys where person_id = ${bo.id}`.execute(swell.database.db))
      .rows;
  await bo.post(`/api/categories/${award}/vote`, { nomineeId: cleo.id }, keyed(key));
  const first = await rowOf();
  await swell.database.db.deleteFrom("sent_keys").where("person_id", "=", bo.id).execute();
  await bo.post(`/api/categories/${award}/vote`, { nomineeId: bo.id }, keyed(key));
  expect(await rowOf()).toEqual(first);
});

test("a request that was refused may come again", async () => {
  const { bo, award, photo } = await evening();
  const key = keyed();
  expect((await bo.post(`/api/categories/${award}/vote`, { nomineeId: randomUUID() }, key)).status).toBe(400);
  expect((await bo.post(`/api/categories/${award}/vote`, { nomineeId: bo.id }, key)).status).toBe(200);
  // The server keeps for a second whether it is read-only.
  const turn = (isOn: boolean) =>
    swell.database.transact(async (tx) => {
      await (isOn ? turnOn(tx, null) : turnOff(tx));
    });
  const liking = keyed();
  await turn(true);
  const react = () => bo.put(`/api/media/${photo}/reaction`, { emoji: null });
  await expect.poll(async () => (await react()).status, { timeout: 5000 }).toBe(503);
  const refused = await bo.post(`/api/media/${photo}/like`, { liked: true }, liking);
  await turn(false);
  expect(refused).toMatchObject({ status: 503, body: { code: "read_only" } });
  await expect.poll(async () => (await react()).status, { timeout: 5000 }).toBe(200);
  expect((await bo.post(`/api/media/${photo}/like`, { liked: true }, liking)).body).toEqual({ liked: true, likes: 1 });
});

test("what fails leaves no key behind", async () => {
  const { bo } = await evening();
  const sent = { key: Buffer.from(randomUUID()), request: Buffer.from("like") };
  const stopped = swell.database.transact(async (tx) => {
    expect(await takeKey(tx, bo.id, sent)).toBe(true);
    throw new Error("The server stops here.");
  });
  await expect(stopped).rejects.toThrow("stops here");
  expect(await keysOf(bo.id)).toBe(0);
  expect(await swell.database.transact((tx) => takeKey(tx, bo.id, sent))).toBe(true);
});

test.each(["", "one", '"1"', '"00000000-0000-0000-0000-00000000000g"'])("%j is no key", async (key) => {
  const { bo, photo } = await evening();
  const { status } = await bo.post(`/api/media/${photo}/like`, {}, { "idempotency-key": key });
  expect(status).toBe(400);
});

test("keys are forgotten after two weeks, and with the account", async () => {
  const { bo, photo } = await evening();
  for (const liked of [true, false]) await bo.post(`/api/media/${photo}/like`, { liked }, keyed());
  const { db } = swell.database;
  await sql`update sent_keys set sent_on = sent_on - 15 where key_hash = (
    select key_hash from sent_keys where person_id = ${bo.id} limit 1)`.execute(db);
  await forgetKeys(swell.database);
  expect(await keysOf(bo.id)).toBe(1);
  await bo.delete("/api/account", { confirm: bo.email, password: bo.password });
  expect(await keysOf(bo.id)).toBe(0);
});
