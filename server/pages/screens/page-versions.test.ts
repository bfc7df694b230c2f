import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { jpeg } from "../../media/fixtures/pictures.ts";
import { add } from "../../media/fixtures/uploading.ts";
import { type Client, type TestApp, type TestPerson, openTestApp, rows } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";

let one: TestApp;
let two: TestApp;
let ana: TestPerson;
let bo: TestPerson;
let cleo: TestPerson;
let squad: string;
let trip: string;
let awards: readonly string[];
let photo: string;

/** Writes go to one server, and the pages are read from the other. */
beforeAll(async () => {
  one = await openTestApp({ WORKER: "off" });
  two = await openTestApp({ WORKER: "off" }, one.database);
  const made = await newTrip(one, { crew: ["ana", "bo", "cleo"], awards: ["Best Wave", "Best Hair"] });
  [ana, bo, cleo] = [made.ana, made.bo!, made.cleo!];
  ({ squad, trip, categories: awards } = made);
  await ana.put(`/api/trips/${trip}/members`, { userIds: [ana.id, bo.id, cleo.id] });
  photo = String((await add(one, bo, `/api/trips/${trip}`, await jpeg())).body["id"]);
});
afterAll(async () => {
  await two.close();
  await one.close();
});

interface Seen {
  readonly text: string;
  readonly etag: string;
}

const addressesOf = (place: { readonly squad: string; readonly trip: string }) => [
  "/api/dashboard",
  `/api/squads/${place.squad}`,
  `/api/trips/${place.trip}`,
  `/api/trips/${place.trip}/media/outline`,
];
const addresses = () => addressesOf({ squad, trip });
const read = async (who: Client, url: string, etag?: string) =>
  two.app.inject({ url, headers: { cookie: who.cookie, ...(etag && { "if-none-match": etag }) } });

/** The same person in a new session, for which no server keeps a page. */
async function newSession(who: TestPerson): Promise<TestPerson> {
  const token = randomBytes(32).toString("base64url");
  const hash = createHash("sha256").update(token).digest();
  await sql`insert into sessions (token_hash, user_id, expires_at)
    select ${hash}, id, now() + interval '1 minute' from users where id = ${who.id}`.execute(one.database.db);
  return { ...who, cookie: `session=${token}` };
}

/** All pages as everybody sees them, by person and address. */
async function look(): Promise<ReadonlyMap<string, Seen>> {
  const seen = new Map<string, Seen>();
  for (const who of [ana, bo, cleo])
    for (const url of addresses()) {
      const { statusCode, payload, headers } = await read(who, url);
      if (statusCode === 200) seen.set(`${who.name} ${url}`, { text: payload, etag: String(headers["etag"]) });
    }
  return seen;
}

/** Expects 304 for pages that are the same as `before`, and only for these, and that nobody gets a page that the server kept too long. */
async function compare(before: ReadonlyMap<string, Seen>, mayDiffer: (same: boolean, status: number) => boolean) {
  let changed = 0;
  for (const who of [ana, bo, cleo])
    for (const url of addresses()) {
      const known = before.get(`${who.name} ${url}`);
      if (!known) continue;
      const again = await read(who, url, known.etag);
      const kept = await read(who, url);
      const plain = await read(await newSession(who), url);
      expect([who.name, url, kept.statusCode, kept.payload]).toEqual([who.name, url, plain.statusCode, plain.payload]);
      expect(kept.headers["etag"]).toBe(plain.headers["etag"]);
      const isSame = plain.statusCode === 200 && plain.payload === known.text;
      if (!isSame) changed += 1;
      expect([who.name, url, isSame, again.statusCode]).toSatisfy(() => mayDiffer(isSame, again.statusCode));
    }
  return changed;
}

test("pages that have not changed are answered with 304", async () => {
  const before = await look();
  expect(before.size).toBe(12);
  expect(await compare(before, (isSame, status) => isSame && status === 304)).toBe(0);
});

/** Renames a trip, and widens its photos, without the triggers that raise versions. Nothing in the product does that. */
const changeSilently = (changed: string) =>
  one.database.transact(async (tx) => {
    await sql`alter table trips disable trigger user`.execute(tx);
    await sql`alter table media disable trigger user`.execute(tx);
    await sql`update trips set name = 'Changed' where id = ${changed}`.execute(tx);
    await sql`update media set width = width * 3 where trip_id = ${changed}`.execute(tx);
    await sql`alter table trips enable trigger user`.execute(tx);
    await sql`alter table media enable trigger user`.execute(tx);
  });

test("a page that has not changed comes from memory for its session alone", async () => {
  const { ana: eve, ...place } = await newTrip(one, { crew: ["ana"] });
  await add(one, eve, `/api/trips/${place.trip}`, await jpeg());
  const before = await Promise.all(addressesOf(place).map(async (url) => [url, await read(eve, url)] as const));
  await changeSilently(place.trip);
  for (const [url, { payload, headers }] of before) {
    const anew = await read(await newSession(eve), url);
    expect([url, anew.headers["etag"], anew.payload === payload]).toEqual([url, headers["etag"], false]);
    expect((await read(eve, url)).payload).toBe(payload);
  }
});

test("a page in memory is not sent once its session has ended", async () => {
  const again = await newSession(ana);
  for (const url of addresses()) expect((await read(again, url)).statusCode).toBe(200);
  await sql`update sessions set expires_at = now() where user_id = ${ana.id} and expires_at < now() + interval '1 hour'`.execute(
    one.database.db,
  );
  for (const url of addresses()) expect((await read(again, url)).statusCode).toBe(401);
});

test("a 304 is only for the viewer who has the page, while the session lives", async () => {
  const etag = (await look()).get(`${ana.name} /api/trips/${trip}`)!.etag;
  expect((await read(await one.person("zoe"), `/api/trips/${trip}`, etag)).statusCode).toBe(404);
  expect((await read({ ...ana, cookie: "" }, `/api/trips/${trip}`, etag)).statusCode).toBe(401);
  expect((await read(ana, "/api/trips/nonsense", etag)).statusCode).toBe(404);
});

const edited = (name: string, day: string) => ({ name, location: "Peniche", startDate: day, endDate: "2026-12-31" });
const vote = (who: Client, award: number, nominee: TestPerson) =>
  who.post(`/api/categories/${awards[award]}/vote`, { nomineeId: nominee.id });

describe("a page is sent again at once after", () => {
  test.each<[string, () => Promise<unknown>]>([
    ["a like", () => ana.post(`/api/media/${photo}/like`)],
    ["a caption", () => bo.patch(`/api/media/${photo}`, { caption: "Clean set" })],
    ["a new photo", async () => add(one, ana, `/api/trips/${trip}`, await jpeg())],
    ["a new photo of the squad", async () => add(one, ana, `/api/squads/${squad}`, await jpeg())],
    [
      "a finished picture",
      () => one.database.db.updateTable("media").set({ state: "ready" }).where("id", "=", photo).execute(),
    ],
    ["a deleted photo", () => bo.delete(`/api/media/${photo}`)],
    ["a restored photo", () => bo.post(`/api/media/${photo}/restore`)],
    ["another bio", () => bo.patch("/api/auth/user", { bio: "Goofy" })],
    [
      "another name",
      () => one.database.db.updateTable("users").set({ first_name: "Boris" }).where("id", "=", bo.id).execute(),
    ],
    ["another mood", () => bo.patch(`/api/trips/${trip}/members/me`, { mood: "salty" })],
    ["an edit of the trip", () => ana.put(`/api/trips/${trip}`, edited("Peniche", "2026-01-01"))],
    ["an edit of the squad", () => ana.put(`/api/squads/${squad}`, { name: "Dusk Patrol" })],
    ["a squad that opens", () => ana.put(`/api/squads/${squad}`, { name: "Dusk Patrol", isPublic: true })],
    ["a new role", () => ana.patch(`/api/squads/${squad}/members/${bo.id}`, { role: "admin" })],
    ["a new award", () => ana.post(`/api/trips/${trip}/categories`, { name: "Best Snack", description: "Yum" })],
    ["an edited award", () => ana.put(`/api/categories/${awards[0]}`, { name: "Biggest Wave", description: "Wow" })],
    ["a vote", () => vote(ana, 0, bo)],
    ["a second vote", () => vote(bo, 0, bo)],
    ["the last vote", () => vote(cleo, 0, bo)],
    ["a vote on another award", () => vote(ana, 1, cleo)],
    ["a trip outside the squad", () => ana.post("/api/trips", edited("Solo", "2026-02-01"))],
    ["a departure from the crew", () => ana.delete(`/api/trips/${trip}/members/${cleo.id}`)],
    ["a return to the crew", () => ana.put(`/api/trips/${trip}/members`, { userIds: [ana.id, bo.id, cleo.id] })],
    ["a deleted award", () => ana.delete(`/api/categories/${awards[1]}`)],
    ["a new trip", () => bo.post("/api/trips", { squadId: squad, ...edited("Nazaré", "2026-02-01") })],
    ["a new squad of mine", () => cleo.post("/api/squads", { name: "Solo" })],
    ["somebody who joins", async () => (await one.person("dora")).post(`/api/trips/${squad}/join`, {})],
    ["a removal from the squad", () => ana.delete(`/api/squads/${squad}/members/${cleo.id}?trips=keep`)],
    ["the end of an account", () => cleo.delete("/api/account", { confirm: cleo.email, password: cleo.password })],
    ["the end of a trip", () => ana.delete(`/api/trips/${trip}`)],
  ])("%s", async (_what, write) => {
    const before = await look();
    const reply = await write();
    if (reply && typeof reply === "object" && "status" in reply) expect(reply.status).toBeLessThan(300);
    expect(await compare(before, (isSame, status) => isSame || status !== 304)).toBeGreaterThan(0);
  });
});

test("the members of a squad with one trip less see it at once", async () => {
  const { body } = await ana.get("/api/dashboard");
  expect(
    rows(body["trips"])
      .map(({ name }) => String(name))
      .toSorted(),
  ).toEqual(["Nazaré", "Solo"]);
});
