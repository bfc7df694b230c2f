import { openActivity } from "../../schema/activity.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { HeldPhoto } from "#contract/takedowns.ts";
import { newId } from "../../platform/db/id.ts";
import { type Client, type TestApp, type TestPerson, openTestApp, rows } from "../../testing/app.ts";
import { holdTransaction } from "../../testing/hold-transaction.ts";
import { addLikedPhoto } from "../../testing/liked-photo.ts";
import { livePhoto } from "../fixtures/live-photo.ts";
import { jpeg } from "../fixtures/pictures.ts";
import { add } from "../fixtures/uploading.ts";
import { takedownWrites } from "./store.ts";
import { returnUnanswered } from "./takedowns.ts";

let swell: TestApp;
let everyone: Record<"ana" | "bo" | "cleo" | "dora" | "eva" | "zoe", TestPerson>;
beforeAll(async () => {
  swell = await openTestApp({ FFMPEG: "off", WORKER: "off" });
  everyone = await swell.people("ana", "bo", "cleo", "dora", "eva", "zoe");
});
afterAll(() => swell.close());

/** Ana is the squad's admin, and Eva made its trip. Bo, Cleo and Dora are members, and Bo has a photo. Zoe is a stranger. */
let { ana, bo, cleo, dora, eva, zoe } = {} as typeof everyone;
let squad: string;
let trip: string;
let photo: string;
beforeEach(async () => {
  ({ ana, bo, cleo, dora, eva, zoe } = everyone);
  await swell.database.db.deleteFrom("takedown_requests").execute();
  squad = String((await ana.post("/api/squads", { name: "Dawn Patrol" })).body["id"]);
  await swell.database.db
    .insertInto("squad_members")
    .values(
      [bo, cleo, dora, eva].map(({ id }) => ({ id: newId(), squad_id: squad, user_id: id, role: "member" as const })),
    )
    .execute();
  const dates = { startDate: "2026-07-04T00:00:00.000Z", endDate: "2026-07-11T00:00:00.000Z" };
  const made = await eva.post("/api/trips", { squadId: squad, name: "Ericeira", location: "Portugal", ...dates });
  trip = String(made.body["id"]);
  photo = await newPhoto();
});

const newPhoto = (tripId: string | null = trip, uploaderId = bo.id) =>
  addLikedPhoto(swell, { squadId: squad, tripId, uploaderId }, 0);
const ask = (person: Client, id = photo, reason?: string) => person.post(`/api/media/${id}/takedown`, { reason });
const takeBack = async (person: Client, id = photo) => (await person.delete(`/api/media/${id}/takedown`)).status;
const decide = (person: Client, decision: string, id = photo) =>
  person.post(`/api/media/${id}/takedown/decision`, { decision });
const heldFor = async (person: Client, place = `trips/${trip}`) =>
  rows((await person.get(`/api/${place}/takedowns`)).body) as unknown as readonly HeldPhoto[];
const isShown = async (person: Client, id = photo) =>
  rows((await person.get(`/api/squads/${squad}/media`)).body).some((item) => (item["id"] as unknown) === id);
const purposeOf = async (id = photo) =>
  (await swell.database.db.selectFrom("media").select("purpose").where("id", "=", id).executeTakeFirst())?.purpose;
const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600 * 1000);
const parts = () => ({ database: swell.database, activity: openActivity(swell.parts.live) });

describe("asking", () => {
  test("hides a photo at once, and asking again changes nothing", async () => {
    expect((await ask(cleo, photo, "That is me")).status).toBe(204);
    expect((await ask(cleo, photo, "Please")).status).toBe(204);
    expect(await isShown(dora)).toBe(false);
    const [item, ...others] = await heldFor(cleo);
    expect(others).toEqual([]);
    expect(item).toMatchObject({
      id: photo,
      uploader: { id: bo.id },
      mayDecide: false,
      requests: [{ reason: "That is me", isMine: true, asker: null }],
    });
    expect(Date.parse(item!.returnsAt) - Date.parse(item!.requests[0]!.askedAt)).toBe(7 * 24 * 3600 * 1000);
  });

  test("names the person to the organizers alone", async () => {
    await ask(cleo, photo, "That is me");
    expect((await heldFor(ana))[0]!.requests).toMatchObject([{ mayBan: true }]);
    expect((await heldFor(eva))[0]!.requests).toMatchObject([{ mayBan: false }]);
    for (const organizer of [ana, eva])
      expect(await heldFor(organizer)).toMatchObject([{ mayDecide: true, requests: [{ asker: { id: cleo.id } }] }]);
    const forUploader = await heldFor(bo);
    expect(forUploader).toMatchObject([{ mayDecide: false, requests: [{ reason: "That is me", asker: null }] }]);
    expect(JSON.stringify(forUploader)).not.toContain(cleo.id);
    expect(await heldFor(dora)).toEqual([]);
    expect((await zoe.get(`/api/trips/${trip}/takedowns`)).status).toBe(404);
  });

  test("never names the person to an organizer whose photo it is", async () => {
    const own = await newPhoto(trip, ana.id);
    await ask(cleo, own);
    expect(await heldFor(ana)).toMatchObject([{ mayDecide: true, requests: [{ asker: null }] }]);
    expect((await decide(ana, "keep", own)).status).toBe(204);
  });

  test("is for members, about photos of others", async () => {
    expect((await ask(zoe)).status).toBe(404);
    expect(await ask(bo)).toMatchObject({ status: 409, body: { key: "takedown_of_own_photo" } });
    expect((await ask(cleo, newId())).status).toBe(404);
    await ask(cleo);
    // Dora does not see it any more.
    expect((await ask(dora)).status).toBe(404);
  });

  test("refuses a long reason", async () => {
    expect((await ask(cleo, photo, "x".repeat(301))).status).toBe(400);
    expect(await isShown(dora)).toBe(true);
  });

  test("takes three open requests of one person", async () => {
    const more = await Promise.all([newPhoto(), newPhoto(), newPhoto()]);
    const statuses = await Promise.all([photo, ...more].map(async (id) => (await ask(cleo, id)).status));
    expect(statuses.toSorted((a, b) => a - b)).toEqual([204, 204, 204, 409]);
    const refused = [photo, ...more][statuses.indexOf(409)]!;
    expect(await isShown(dora, refused)).toBe(true);
    expect((await ask(cleo, refused)).body).toMatchObject({ key: "takedowns_full", code: "too_many" });
    expect(
      await takeBack(
        cleo,
        [photo, ...more].find((id) => id !== refused),
      ),
    ).toBe(204);
    expect((await ask(cleo, refused)).status).toBe(204);
  });

  test("works on a trip without a squad, for its crew", async () => {
    const dates = { startDate: "2026-07-04T00:00:00.000Z", endDate: "2026-07-11T00:00:00.000Z" };
    const alone = String((await ana.post("/api/trips", { name: "Baja", location: "Mexico", ...dates })).body["id"]);
    for (const { id } of [bo, cleo])
      await sql`insert into trip_members (id, trip_id, user_id) values (${newId()}, ${alone}, ${id})`.execute(
        swell.database.db,
      );
    const id = await addLikedPhoto(swell, { squadId: null, tripId: alone, uploaderId: bo.id }, 0);
    expect((await ask(cleo, id)).status).toBe(204);
    expect((await heldFor(ana, `trips/${alone}`)).map((item) => item.id)).toEqual([id]);
    expect((await decide(cleo, "keep", id)).status).toBe(403);
    expect((await decide(ana, "keep", id)).status).toBe(204);
  });
});

describe("taking a request back", () => {
  test("brings the photo back, and it can be asked about again", async () => {
    await ask(cleo);
    expect(await takeBack(cleo)).toBe(204);
    expect(await isShown(dora)).toBe(true);
    expect(await takeBack(cleo)).toBe(204);
    expect((await ask(cleo)).status).toBe(204);
  });

  test("leaves the photo hidden while somebody else asks", async () => {
    await ask(cleo);
    await ask(ana);
    expect(await heldFor(cleo)).toMatchObject([{ requests: [{ isMine: true }] }]);
    expect((await heldFor(bo))[0]!.requests).toHaveLength(2);
    await takeBack(cleo);
    expect([await isShown(dora), await heldFor(cleo), await takeBack(cleo)]).toEqual([false, [], 404]);
    await takeBack(ana);
    expect(await isShown(dora)).toBe(true);
  });
});

describe("a decision", () => {
  test("to keep brings the photo back, and the same person cannot ask again", async () => {
    await ask(cleo);
    for (const person of [bo, cleo]) expect((await decide(person, "keep")).status).toBe(403);
    expect((await decide(dora, "keep")).status).toBe(404);
    expect((await decide(eva, "keep")).status).toBe(204);
    expect(await isShown(dora)).toBe(true);
    expect(await ask(cleo)).toMatchObject({ status: 409, body: { key: "takedown_asked_before" } });
    expect((await ask(dora)).status).toBe(204);
  });

  test("to delete moves the photo to the trash", async () => {
    await ask(cleo);
    expect((await decide(ana, "delete")).status).toBe(204);
    expect([await purposeOf(), await isShown(dora), await heldFor(ana)]).toEqual(["trash", false, []]);
    expect((await cleo.get(`/objects/${photo}?size=thumb`)).status).toBe(404);
    expect(rows((await ana.get(`/api/trips/${trip}/trash`)).body)).toMatchObject([{ id: photo }]);
    expect((await ana.post(`/api/media/${photo}/restore`)).status).toBe(204);
    expect(await isShown(dora)).toBe(true);
  });

  test("about a squad's photo without a trip is for its admins", async () => {
    const ofSquad = await newPhoto(null);
    await ask(cleo, ofSquad);
    expect((await heldFor(eva, `squads/${squad}`)).length).toBe(0);
    expect((await decide(eva, "keep", ofSquad)).status).toBe(404);
    expect((await heldFor(ana, `squads/${squad}`)).map(({ id }) => id)).toEqual([ofSquad]);
    expect((await decide(ana, "keep", ofSquad)).status).toBe(204);
  });

  test("counts once when two organizers decide at the same moment", async () => {
    await ask(cleo);
    const [keep, remove] = await Promise.all([decide(ana, "keep"), decide(eva, "delete")]);
    expect(keep.status + remove.status).toBe(204 + 409);
    expect(await purposeOf()).toBe(keep.status === 204 ? "gallery" : "trash");
    expect((await decide(ana, keep.status === 204 ? "keep" : "delete")).status).toBe(204);
  });

  test("waits for a request that is being written, and ends it too", async () => {
    await ask(cleo);
    const asking = await holdTransaction(swell.database, async (tx) => {
      await takedownWrites(tx).lockPhoto(photo);
      await takedownWrites(tx).add(photo, ana.id, null);
    });
    const deciding = decide(eva, "keep");
    await new Promise((done) => setTimeout(done, 100));
    await asking.release();
    expect((await deciding).status).toBe(204);
    expect(await isShown(dora)).toBe(true);
  });

  test("needs an open request", async () => {
    expect(await decide(ana, "keep")).toMatchObject({ status: 409, body: { key: "takedown_over" } });
    expect((await decide(ana, "hide")).status).toBe(400);
  });
});

describe("a request that nobody answers", () => {
  test("ends after seven days, and the photo is back", async () => {
    await ask(cleo);
    await returnUnanswered(parts(), inDays(6.9));
    expect(await isShown(dora)).toBe(false);
    await returnUnanswered(parts(), inDays(7.1));
    expect(await isShown(dora)).toBe(true);
    const back = /A hidden photo is back in /;
    for (const who of [ana, cleo]) expect((await who.get("/api/inbox")).text).toMatch(back);
    expect((await dora.get("/api/inbox")).text).not.toMatch(back);
    expect(await ask(cleo)).toMatchObject({ status: 409, body: { key: "takedown_asked_before" } });
    // An open request of somebody else has its own seven days.
    await ask(dora);
    await returnUnanswered(parts(), inDays(6.9));
    expect(await isShown(cleo)).toBe(false);
  });

  test("stays without a name when its person leaves or goes", async () => {
    const leaver = await swell.person("fay");
    const join = (id: string) =>
      swell.database.db
        .insertInto("squad_members")
        .values({ id: newId(), squad_id: squad, user_id: id, role: "member" })
        .execute();
    await join(leaver.id);
    await ask(leaver, photo, "That is me");
    expect((await leaver.post(`/api/squads/${squad}/leave`)).status).toBe(200);
    expect(await heldFor(ana)).toMatchObject([{ requests: [{ reason: "That is me", asker: null }] }]);
    expect([await takeBack(leaver), (await leaver.get(`/objects/${photo}?size=thumb`)).status]).toEqual([404, 404]);
    await join(leaver.id);
    expect(await heldFor(leaver)).toHaveLength(1);
    const gone = await leaver.delete("/api/account", { confirm: leaver.email, password: leaver.password });
    expect(gone.status).toBeLessThan(300);
    expect(await heldFor(ana)).toMatchObject([{ requests: [{ reason: "That is me", asker: null, isMine: false }] }]);
    await returnUnanswered(parts(), inDays(8));
    expect(await isShown(dora)).toBe(true);
    expect(await swell.database.db.selectFrom("takedown_requests").selectAll().execute()).toEqual([]);
  });
});

describe("the uploader of a held photo", () => {
  test("deletes it, and restoring it does not undo the request", async () => {
    await ask(cleo);
    expect((await bo.delete(`/api/media/${photo}`)).status).toBe(204);
    expect([await purposeOf(), await heldFor(ana), await heldFor(cleo)]).toEqual(["trash", [], []]);
    expect((await bo.post(`/api/media/${photo}/restore`)).status).toBe(204);
    expect(await isShown(dora)).toBe(false);
    expect(await heldFor(cleo)).toHaveLength(1);
    expect((await cleo.delete(`/api/media/${photo}`)).status).toBe(403);
  });

  test("hands it on to a member who added it too, and it stays hidden", async () => {
    await sql`insert into also_added (media_id, user_id) values (${photo}, ${dora.id})`.execute(swell.database.db);
    await ask(cleo);
    expect(await bo.post("/api/media/delete", { ids: [photo] })).toMatchObject({ body: { staying: [photo] } });
    expect([await isShown(eva), await heldFor(bo), (await heldFor(dora)).length]).toEqual([false, [], 1]);
  });
});

test("the same file does not come in beside a held photo", async () => {
  const bytes = await jpeg();
  const id = String((await add(swell, bo, `/api/trips/${trip}`, bytes)).body["id"]);
  await ask(cleo, id);
  for (const person of [bo, dora])
    expect(await add(swell, person, `/api/trips/${trip}`, bytes)).toMatchObject({
      status: 409,
      body: { key: "photo_is_held" },
    });
  await decide(ana, "keep", id);
  expect(await add(swell, dora, `/api/trips/${trip}`, bytes)).toMatchObject({ status: 200, body: { id } });
});

test("the film of a Live Photo is hidden and comes back with its still", async () => {
  const { still, clip } = await livePhoto();
  const id = String((await add(swell, bo, `/api/trips/${trip}`, still)).body["id"]);
  const film = String((await add(swell, bo, `/api/trips/${trip}`, clip, { fileName: "wave.mov" })).body["id"]);
  const [row] = await swell.database.db.selectFrom("media").select("id").where("still_id", "=", id).execute();
  const clipId = row?.id ?? film;
  const statusFor = async (person: Client) => (await person.get(`/objects/${clipId}`)).status;
  expect(await statusFor(dora)).toBe(200);
  await ask(cleo, id);
  expect([await statusFor(dora), await statusFor(bo), await statusFor(cleo)]).toEqual([404, 200, 200]);
  await decide(ana, "delete", id);
  expect([await purposeOf(id), await purposeOf(clipId)]).toEqual(["trash", "trash"]);
  await ana.post(`/api/media/${id}/restore`);
  expect([await purposeOf(id), await purposeOf(clipId), await statusFor(dora)]).toEqual(["gallery", "live", 200]);
});

test("an admin takes the right to ask from one person, and gives it back", async () => {
  const url = `/api/squads/${squad}/takedown-bans`;
  expect((await eva.put(`${url}/${cleo.id}`)).status).toBe(403);
  expect((await ana.put(`${url}/${zoe.id}`)).status).toBe(404);
  const other = await newPhoto();
  await ask(cleo, other);
  expect([(await ana.put(`${url}/${cleo.id}`)).status, (await ana.put(`${url}/${cleo.id}`)).status]).toEqual([
    204, 204,
  ]);
  expect(rows((await ana.get(url)).body)).toMatchObject([{ id: cleo.id, firstName: "Cleo" }]);
  expect(await ask(cleo)).toMatchObject({ status: 403, body: { key: "takedown_not_allowed" } });
  expect((await heldFor(ana))[0]!.requests).toMatchObject([{ asker: { id: cleo.id }, mayBan: false }]);
  expect((await ask(dora)).status).toBe(204);
  await takeBack(dora);
  expect((await ana.delete(`${url}/${cleo.id}`)).status).toBe(204);
  expect((await ask(cleo)).status).toBe(204);
});

test("the list of held photos comes in pages, the latest first", async () => {
  const others = [await newPhoto(), await newPhoto()];
  for (const [id, person] of [
    [photo, cleo],
    [others[0], dora],
    [others[1], eva],
  ] as const)
    await ask(person, id);
  const found: string[] = [];
  let url: string | undefined = `/api/squads/${squad}/takedowns?limit=2`;
  for (let pages = 0; url; pages += 1) {
    expect(pages).toBeLessThan(3);
    const page = await ana.get(url);
    found.push(...rows(page.body).map((item) => String(item["id"])));
    url = /<([^>]+)>/.exec(String(page.headers["link"] ?? ""))?.[1];
  }
  expect(found).toEqual([others[1], others[0], photo]);
  expect((await ana.get(`/api/squads/${squad}/takedowns?cursor=nonsense`)).status).toBe(400);
  const one = `/api/squads/${squad}/takedowns?photo=${others[0]}`;
  expect(rows((await ana.get(one)).body)).toMatchObject([{ id: others[0], mayDecide: true }]);
  expect(rows((await cleo.get(one)).body)).toEqual([]);
});
