import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { calls } from "#contract/calls.ts";
import { type Client, type TestApp, type TestPerson, openTestApp, rows } from "../../testing/app.ts";
import { closeNight, newTrip } from "../../testing/builders.ts";
import { jpeg } from "../fixtures/pictures.ts";
import { add, open, settled } from "../fixtures/uploading.ts";
import { unzip } from "../zip/fixtures/unzip.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp({ FFMPEG: "off" });
});
afterAll(() => swell.close());

/** Ana runs a public squad with a trip. Bo took the only photo, which is the trip's cover and a receipt about him. Cleo and Dora are on the crew. */
async function newWorld() {
  const made = await newTrip(swell, { crew: ["ana", "bo", "cleo", "dora"], awards: ["Best Wipeout"] });
  const { ana, squad, trip } = made;
  const [bo, cleo, dora] = [made.bo!, made.cleo!, made.dora!];
  const category = made.categories[0]!;
  await ana.put(`/api/squads/${squad}`, { name: "Dawn Patrol", isPublic: true });
  const photo = String((await add(swell, bo, `/api/trips/${trip}`, await jpeg(), { caption: "Oops" })).body["id"]);
  await settled(bo, `/api/trips/${trip}`);
  await dora.post(`/api/media/${photo}/like`);
  await sql`update squads set last_photo_on = current_date where id = ${squad}`.execute(swell.database.db);
  const startsAt = new Date(Date.now() + 3_600_000).toJSON();
  expect((await ana.post(`/api/trips/${trip}/night`, { startsAt, timeZone: "Europe/Lisbon" })).status).toBe(201);
  const proof = { nomineeId: bo.id, mediaId: photo };
  expect((await dora.post(`/api/categories/${category}/receipts`, proof)).status).toBe(201);
  return { ana, bo, cleo, dora, squad, trip, category, photo };
}
type World = Awaited<ReturnType<typeof newWorld>>;

/** The night of the world is over: Bo has won, with his photo as the proof. */
async function playNight({ ana, bo, cleo, dora, trip, category }: World) {
  for (const voter of [ana, bo, cleo, dora])
    await voter.post(`/api/categories/${category}/vote`, { nomineeId: (voter === bo ? ana : bo).id });
  await closeNight(trip, [ana, bo, cleo, dora]);
  const night = `/api/trips/${trip}/night`;
  let state = (await ana.post(`${night}/start`, {})).body;
  for (let position = 0; !state["isLast"]; position += 1) state = (await ana.post(`${night}/next`, { position })).body;
  await ana.post(`${night}/end`, {});
}

/** The calls that answer a person with this photo, of all that read something of its world. The export has a test of its own below. */
async function callsWith(person: Client, { squad, trip, category, photo, bo }: World): Promise<string[]> {
  const ids: Record<string, string> = { squads: squad, trips: trip, categories: category, media: photo };
  const found: string[] = [];
  for (const call of Object.keys(calls)) {
    const [method, path] = call.split(" ") as [string, string];
    if (method !== "GET" || path === "/api/account/export") continue;
    const id = ids[path.split("/").find((part) => part in ids) ?? ""] ?? bo.id;
    const { text } = await person.get(path.replace(":id", id).replace(/:\w+/g, bo.id));
    if (text.includes(photo)) found.push(call);
  }
  return found;
}

/** What else shows that the photo is there. */
async function tracesFor(person: TestPerson, { trip, squad, photo }: World) {
  const picture = async (who: Client, query: string) => (await who.get(`/objects/${photo}${query}`)).status === 200;
  const isAt = async (place: string) =>
    (await person.get(`${place}/media/position?photo=${photo}`)).body["index"] !== null;
  const { body: outline } = await person.get(`/api/trips/${trip}/media/outline`);
  const does = async (call: string, body: object) => [200, 201].includes((await person.post(call, body)).status);
  const row = swell.database.db.selectFrom("trips").select("photo_count").where("id", "=", trip);
  const traces = {
    outline: String(outline["shapes"]).length > 0,
    people: rows(outline["people"]).length > 0,
    position: await isAt(`/api/trips/${trip}`),
    positionInSquad: await isAt(`/api/squads/${squad}`),
    thumb: await picture(person, "?size=thumb"),
    large: await picture(person, "?size=large"),
    original: await picture(person, ""),
    download: await picture(person, "?download=1"),
    thumbForVisitors: await picture(swell.visitor, "?size=thumb"),
    like: await does(`/api/media/${photo}/like`, {}),
    unlike: await does(`/api/media/${photo}/like`, {}),
    place: (await person.get(`/api/media/${photo}/place`)).status === 200,
    zip: await does("/api/media/zip", { ids: [photo] }),
    zipOfTrip: await does("/api/media/zips", { tripId: trip }),
    counted: (await row.executeTakeFirstOrThrow()).photo_count === 1,
  };
  return Object.entries(traces).flatMap(([name, isThere]) => (isThere ? [name] : []));
}

/** The calls that show a held photo to those who know of it. */
const listed = ["GET /api/trips/:id/takedowns", "GET /api/squads/:id/takedowns"];
/** The uploader and the organizers hear of the request. */
const told = [...listed, "GET /api/inbox"];
const pictures = ["thumb", "large", "original", "download"];
const ask = (person: Client, photo: string) => person.post(`/api/media/${photo}/takedown`, {});

describe("a photo that somebody asks to take down", () => {
  // It takes over two seconds, because it makes every call again and again: nothing else finds a new call that shows photos.
  test("is in the answer of no call for other people, and comes back whole", async () => {
    const world = await newWorld();
    const { ana, bo, cleo, dora, photo } = world;
    const before = { calls: await callsWith(cleo, world), traces: await tracesFor(cleo, world) };
    expect(before.calls).toEqual(
      expect.arrayContaining([
        "GET /api/dashboard",
        "GET /api/squads/:id",
        "GET /api/squads/:id/media",
        "GET /api/squads/:id/trips",
        "GET /api/trips/:id",
        "GET /api/trips/:id/media",
        "GET /api/trips/:id/receipts",
        "GET /api/trips",
        "GET /api/recent-media",
        "GET /api/public/recent-media",
        "GET /api/users/:id/highlights",
      ]),
    );
    expect(before.traces).toHaveLength(15);
    const saved = String((await cleo.post("/api/media/zips", { ids: [photo] })).body["url"]);
    expect((await cleo.get(saved)).status).toBe(200);

    expect((await ask(dora, photo)).status).toBe(204);
    expect([await callsWith(cleo, world), await tracesFor(cleo, world)]).toEqual([[], []]);
    expect(await callsWith(swell.visitor, world)).toEqual([]);
    expect((await cleo.get(saved)).status).toBe(404);
    // Those who know of it open its picture. Their galleries leave it out too.
    for (const person of [ana, bo, dora]) {
      expect(await tracesFor(person, world)).toEqual(pictures);
      expect(await callsWith(person, world)).toEqual(person === dora ? listed : told);
    }
    const { bytes } = await open(swell, bo, "/api/account/export");
    expect(unzip(bytes).map(({ name }) => name)).toContainEqual(expect.stringMatching(/^photos\/.*wave\.jpg$/));

    expect((await ana.post(`/api/media/${photo}/takedown/decision`, { decision: "keep" })).status).toBe(204);
    expect({ calls: await callsWith(cleo, world), traces: await tracesFor(cleo, world) }).toEqual(before);
  });

  test("is on no card of an Awards Night that is over", async () => {
    const world = await newWorld();
    await playNight(world);
    const shown = await callsWith(world.cleo, world);
    expect(shown).toEqual(expect.arrayContaining(["GET /api/trips/:id/night/cards", "GET /api/trips/:id/awards"]));
    await ask(world.dora, world.photo);
    expect(await callsWith(world.cleo, world)).toEqual([]);
    expect(await callsWith(world.ana, world)).toEqual(told);
  });
});
