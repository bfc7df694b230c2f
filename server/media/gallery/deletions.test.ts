import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Tx } from "../../platform/db/connect.ts";
import { newId } from "../../platform/db/id.ts";
import { type TestApp, type TestPerson, openTestApp, rows } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { holding } from "../../testing/holding.ts";
import { livePhoto } from "../fixtures/live-photo.ts";
import { jpeg } from "../fixtures/pictures.ts";
import { add, addressFor, open, put } from "../fixtures/uploading.ts";
import { registerWrites } from "../photos/media-store.ts";
import { type RegisterWrites, inTrip, register } from "../photos/register.ts";
import { closeList, holdList, removeMany, takeBack } from "./gallery-delete-store.ts";

let swell: TestApp;
let ana: TestPerson;
let bo: TestPerson;
let trip: string;
let squad: string;
let bytes: Buffer;
let photo: string;

beforeAll(async () => {
  swell = await openTestApp({ FFMPEG: "off" });
  const made = await newTrip(swell, { crew: ["ana", "bo"] });
  [ana, bo, trip, squad] = [made.ana, made.bo!, made.trip, made.squad];
});
afterAll(() => swell.close());

beforeEach(async () => {
  bytes = await jpeg();
  photo = await added(ana, bytes);
  // Whoever makes its picture would wait for its row too.
  await expect.poll(() => pictureOf(photo), { timeout: 20_000 }).toBe("ready");
});
const pictureOf = async (id: string) =>
  (await swell.database.db.selectFrom("media").select("state").where("id", "=", id).executeTakeFirst())?.state;

const added = async (person: TestPerson, picture: Buffer) =>
  String((await add(swell, person, `/api/trips/${trip}`, picture)).body["id"]);

const name = async (person: TestPerson, ...ids: string[]) => {
  const { status, body } = await person.post("/api/media/deletions", { ids });
  expect(status).toBe(201);
  return String(body["id"]);
};
const finish = (person: TestPerson, lists: readonly string[], after?: number) =>
  person.post("/api/media/deletions/finish", { lists, after });
const undo = (person: TestPerson, ...lists: string[]) => person.post("/api/media/deletions/undo", { lists });
const isThere = async (id: string) =>
  rows((await bo.get(`/api/trips/${trip}/media`)).body).some((item) => String(item["id"]) === id);
const known = async (sum: string) =>
  rows((await bo.post(`/api/trips/${trip}/media/known`, { sha256: [sum] })).body["known"]).map(String);
const sumOf = async (id: string) => {
  const row = await swell.database.db
    .selectFrom("media")
    .select("sha256")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return row.sha256.toString("hex");
};
const stateOf = async (list: string) =>
  swell.database.db.selectFrom("deletions").select(["state", "media_ids"]).where("id", "=", list).executeTakeFirst();

/** Resolves once somebody waits for what another one holds. */
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

/** Bo's copy, registered by himself step by step. */
async function registering(
  tx: Tx,
  mediaURL: string,
  change: (writes: RegisterWrites) => Partial<RegisterWrites> = () => ({}),
) {
  const place = inTrip({ tripId: trip, squadId: squad } as Parameters<typeof inTrip>[0]);
  const registration = {
    address: mediaURL,
    userId: bo.id,
    album: place,
    fileName: "a.jpg",
    caption: null,
    takenAt: undefined,
  };
  const writes = registerWrites(tx);
  return register({ ...writes, ...change(writes) }, registration, new Date());
}
const sent = async () => {
  const address = await addressFor(bo);
  expect((await put(swell, bo, address, bytes)).status).toBe(200);
  return address;
};

describe("who adds a photo that somebody is about to delete", () => {
  test("sends its bytes, and it stays for everyone", async () => {
    const sum = await sumOf(photo);
    expect(await known(sum)).toEqual([sum]);
    const other = await added(ana, await jpeg());
    const list = await name(ana, photo, other);
    expect(await known(sum)).toEqual([]);
    const again = await add(swell, bo, `/api/trips/${trip}`, bytes);
    expect(again.body).toMatchObject({ id: photo, duplicate: true });
    expect(await known(sum)).toEqual([sum]);
    expect((await finish(ana, [list])).status).toBe(204);
    expect([await isThere(photo), await isThere(other)]).toEqual([true, false]);
    expect((await open(swell, bo, `/objects/${photo}`)).bytes.equals(bytes)).toBe(true);
  });

  test("need not send it when that was undone", async () => {
    const sum = await sumOf(photo);
    const list = await name(ana, photo);
    expect((await undo(ana, list)).status).toBe(204);
    expect(await known(sum)).toEqual([sum]);
  });

  test("sends the film of a Live Photo too", async () => {
    const { still, clip: film } = await livePhoto();
    const stillId = await added(ana, still);
    await added(ana, film);
    const { sha256 } = await swell.database.db
      .selectFrom("media")
      .select("sha256")
      .where("still_id", "=", stillId)
      .executeTakeFirstOrThrow();
    const filmSum = sha256.toString("hex");
    expect(await known(filmSum)).toEqual([filmSum]);
    const list = await name(ana, stillId);
    expect(await known(filmSum)).toEqual([]);
    expect((await add(swell, bo, `/api/trips/${trip}`, film)).body).toMatchObject({ id: stillId, duplicate: true });
    expect((await finish(ana, [list])).status).toBe(204);
    expect(await isThere(stillId)).toBe(true);
  });

  test("keeps it also when it would be deleted while that is being written", async () => {
    const list = await name(ana, photo);
    const address = await sent();
    const adding = await holding(swell.database, (tx) => registering(tx, address));
    expect(adding.result).toEqual({ outcome: "duplicate", id: photo });
    const finishing = finish(ana, [list]);
    await someoneWaits();
    await adding.letGo();
    expect((await finishing).status).toBe(204);
    expect(await isThere(photo)).toBe(true);
    expect((await bo.put(`/api/trips/${trip}/media`, { mediaURL: address, fileName: "a.jpg" })).body).toMatchObject({
      id: photo,
    });
  });

  test("is the first to add it when it was deleted a moment before", async () => {
    const list = await name(ana, photo);
    const address = await sent();
    let isFirst = true;
    const done = await swell.database.transact((tx) =>
      registering(tx, address, ({ add: adding }) => ({
        async add(media) {
          const isAdded = await adding(media);
          // In the very moment between looking for it and holding it.
          if (isFirst) expect((await finish(ana, [list])).status).toBe(204);
          isFirst = false;
          return isAdded;
        },
      })),
    );
    expect(done.outcome).toBe("new");
    expect([await isThere(photo), await isThere(done.outcome === "new" ? done.id : "")]).toEqual([false, true]);
  });

  test("waits for a deletion that is being written, and is the first then", async () => {
    const list = await name(ana, photo);
    const address = await sent();
    const deleting = await holding(swell.database, async (tx) => {
      const ids = await holdList(tx, ana.id, list);
      await removeMany(tx, ids!);
      await closeList(tx, list);
    });
    const adding = bo.put(`/api/trips/${trip}/media`, { mediaURL: address, fileName: "a.jpg" });
    await someoneWaits();
    await deleting.letGo();
    const { body } = await adding;
    expect(body["duplicate"] ?? false).toBe(false);
    expect(await isThere(String(body["id"]))).toBe(true);
    expect((await open(swell, ana, `/objects/${String(body["id"])}`)).bytes.equals(bytes)).toBe(true);
  });
});

describe("a list of photos to delete", () => {
  test("that is taken back deletes nothing, however often either is asked for", async () => {
    const list = await name(ana, photo);
    expect(await undo(bo, list)).toMatchObject({ status: 404 });
    for (let round = 0; round < 2; round += 1) expect((await undo(ana, list)).status).toBe(204);
    expect(await finish(ana, [list])).toMatchObject({ status: 404, body: { code: "not_found" } });
    expect(await finish(ana, [list], 1)).toMatchObject({ status: 404 });
    expect(await isThere(photo)).toBe(true);
  });

  test("that is done is not taken back, and says so", async () => {
    const [list, later] = [await name(ana, photo), await name(ana, photo)];
    expect((await finish(ana, [list])).status).toBe(204);
    expect(await undo(ana, list)).toMatchObject({
      status: 409,
      body: { error: "It is too late to undo this: these photos are deleted." },
    });
    expect((await undo(ana, list, later)).body["error"]).toMatch(/^It was too late for some/);
    expect(await stateOf(later)).toMatchObject({ state: "undone" });
    expect(await undo(ana, newId())).toMatchObject({ status: 404 });
  });

  test("that is being taken back waits for that before it deletes", async () => {
    const list = await name(ana, photo);
    const undoing = await holding(swell.database, (tx) => takeBack(tx, ana.id, [list]));
    const finishing = finish(ana, [list]);
    await someoneWaits();
    await undoing.letGo();
    expect((await finishing).status).toBe(404);
    expect(await isThere(photo)).toBe(true);
  });

  test("that is left to the server is finished by it, and one that was taken back is not", async () => {
    const kept = await added(ana, await jpeg());
    const [due, undone, theirs] = [await name(ana, photo), await name(ana, kept), await name(ana, photo)];
    expect((await finish(ana, [due, undone], 1)).status).toBe(204);
    // Asked for again it is still one job.
    expect((await finish(ana, [due], 1)).status).toBe(204);
    expect((await undo(ana, undone)).status).toBe(204);
    expect(await finish(bo, [theirs], 1)).toMatchObject({ status: 404 });
    expect(await isThere(photo)).toBe(true);
    await expect.poll(() => isThere(photo), { timeout: 20_000 }).toBe(false);
    const left = () =>
      sql<{ state: string }>`select state from jobs.job where name = 'media-deletions'
        and data->>'list' in (${due}, ${undone}, ${theirs})`.execute(swell.database.db);
    await expect
      .poll(async () => (await left()).rows, { timeout: 20_000 })
      .toEqual([{ state: "completed" }, { state: "completed" }]);
    expect(await isThere(kept)).toBe(true);
    expect((await undo(ana, due)).status).toBe(409);
  });

  test("is finished with the rights that its person has then, and if those are gone the photos stay", async () => {
    const theirs = await added(bo, await jpeg());
    const list = await name(ana, theirs);
    const { db } = swell.database;
    const asRole = (role: "admin" | "member") =>
      db
        .updateTable("squad_members")
        .set({ role })
        .where("squad_id", "=", squad)
        .where("user_id", "=", ana.id)
        .execute();
    const asMaker = (id: string) => db.updateTable("trips").set({ created_by: id }).where("id", "=", trip).execute();
    await asRole("member");
    await asMaker(bo.id);
    expect((await finish(ana, [list], 1)).status).toBe(204);
    await expect.poll(() => stateOf(list), { timeout: 20_000 }).toEqual({ state: "undone", media_ids: [] });
    await asRole("admin");
    await asMaker(ana.id);
    expect(await isThere(theirs)).toBe(true);
  });

  test("is not forgotten while the server has it to do", async () => {
    const [due, named] = [await name(ana, photo), await name(ana, photo)];
    expect((await finish(ana, [due], 3600)).status).toBe(204);
    await sql`update deletions set created_at = now() - interval '25 hours'`.execute(swell.database.db);
    await name(bo, await added(bo, await jpeg()));
    expect(await stateOf(due)).toEqual({ state: "due", media_ids: [photo] });
    expect(await stateOf(named)).toBeUndefined();
  });
});
