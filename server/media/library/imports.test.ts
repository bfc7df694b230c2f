import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { newId } from "../../platform/db/id.ts";
import { pngBomb } from "../fixtures/pictures.ts";
import { open } from "../fixtures/uploading.ts";
import { type Body, type TestPerson, client, rows } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { photosOf, videoOf } from "../../testing/shots.ts";
import { type WithLibrary, bring, importsIn, openWithLibrary, over, select } from "../../testing/with-library.ts";

let world: WithLibrary;
let ana: TestPerson;
let bo: TestPerson;
let tripId: string;
let squadId: string;
beforeAll(async () => {
  world = await openWithLibrary({ MAX_IMAGE_BYTES: "200000", FFMPEG: "off" });
});
beforeEach(async () => {
  const made = await newTrip(world.swell, { crew: ["ana", "bo"] });
  ({ ana, trip: tripId, squad: squadId } = made);
  bo = made.bo!;
});
afterAll(() => world.close());
afterEach(async () => {
  for (const who of [ana, bo]) await forget(who);
  Object.assign(world.library.switches, { busyCalls: 0, brokenCalls: 0, cutFiles: 0, slownessMs: 0 });
  world.library.switches.expired.clear();
  world.library.switches.refused.clear();
  world.unlinked.clear();
  world.library.forgetSessions();
});

const start = (who: TestPerson, sessionId: string, itemIds: string[], target: object = { tripId }) =>
  who.post("/api/google-photos/import", { sessionId, itemIds, ...target });
const gallery = async (album: string) => rows((await ana.get(`/api/${album}/media?limit=200`)).body);
const status = async (who = ana) => (await who.get(`/api/google-photos/resync?tripId=${tripId}`)).body;
const resync = (who = ana) => who.post("/api/google-photos/resync", { tripId });
const of = (imports: readonly Body[], itemId: string) => imports.find((one) => String(one["itemId"]) === itemId);
const forget = (who = ana) => who.delete(`/api/google-photos/import?tripId=${tripId}`);
const uploadsOf = (userId: string) =>
  world.swell.database.db
    .selectFrom("uploads")
    .select("id")
    .where("user_id", "=", userId)
    .where("media_id", "is", null)
    .execute();

describe("imports", () => {
  test("arrive byte for byte with name and capture time, and end the selection", async () => {
    const shots = await photosOf(3);
    const imports = await bring(world, ana, { tripId }, shots);
    expect(imports).toHaveLength(3);
    for (const one of imports)
      expect(one).toMatchObject({ state: "done", progress: 100, duplicate: false, fault: null });
    const items = await gallery(`trips/${tripId}`);
    for (const shot of shots) {
      const item = items.find(({ id }) =>
        imports.some((one) => one["mediaId"] === id && one["itemId"] === (shot.id as never)),
      )!;
      expect(item).toMatchObject({ fileName: shot.filename, takenAt: new Date(shot.createTime).toISOString() });
      const { bytes } = await open(world.swell, bo, String(item["filePath"]));
      expect(bytes.equals(shot.bytes)).toBe(true);
      expect(world.library.fetched.get(shot.id)).toBe(1);
    }
    await vi.waitFor(() => expect(world.library.sessions()).toEqual([]));
    expect((await status())["existingGooglePhotosIds"]).toEqual(expect.arrayContaining(shots.map(({ id }) => id)));
  });

  test("reach a squad too, and may be videos", async () => {
    const video = await videoOf();
    const [one] = await bring(world, ana, { squadId }, [video]);
    expect(one).toMatchObject({ state: "done", fileName: "PXL_wave.mp4" });
    const items = await gallery(`squads/${squadId}`);
    const item = items.find(({ id }) => id === one!["mediaId"])!;
    expect(item).toMatchObject({ fileType: "video/mp4", trip: null });
    expect((await open(world.swell, ana, String(item["filePath"]))).bytes.equals(video.bytes)).toBe(true);
    expect((await status())["existingGooglePhotosIds"]).not.toContain(video.id);
  });

  test("that are requested several times run once", async () => {
    const shots = await photosOf(2);
    const sessionId = await select(world, ana, shots);
    const ids = shots.map(({ id }) => id);
    const both = await Promise.all([start(ana, sessionId, ids), start(ana, sessionId, ids)]);
    expect(both.map((reply) => reply.status)).toEqual([201, 201]);
    await over(ana, { tripId });
    const again = await bring(world, ana, { tripId }, shots);
    expect(again.every(({ state }) => String(state) === "done")).toBe(true);
    for (const id of ids) expect(world.library.fetched.get(id)).toBe(1);
    const { existingImports, existingGooglePhotosIds } = await status();
    expect(Number(existingImports)).toBe(rows(existingGooglePhotosIds).length);
  });

  test("run again after a deletion, and report duplicates", async () => {
    const [shot] = await photosOf(1);
    const [first] = await bring(world, ana, { tripId }, [shot!]);
    const copies = await bring(world, ana, { tripId }, [{ ...shot!, id: "the same bytes" }]);
    expect(of(copies, "the same bytes")).toMatchObject({ state: "done", duplicate: true, mediaId: first!["mediaId"] });
    await ana.delete(`/api/media/${String(first!["mediaId"])}`);
    expect((await status())["existingGooglePhotosIds"]).not.toContain(shot!.id);
    const imports = await bring(world, ana, { tripId }, [shot!]);
    expect(of(imports, shot!.id)).toMatchObject({ state: "done", duplicate: false });
  });

  test("survive an expired token, an expired URL, a broken connection and one 429", async () => {
    const shots = await photosOf(2);
    const sessionId = await select(world, ana, shots);
    for (const token of world.library.tokens) world.library.switches.expired.add(token);
    world.library.expireAddresses();
    Object.assign(world.library.switches, { cutFiles: 1, busyCalls: 1 });
    await start(
      ana,
      sessionId,
      shots.map(({ id }) => id),
    );
    for (const one of await over(ana, { tripId })) expect(one).toMatchObject({ state: "done", fault: null });
    expect(world.library.switches.cutFiles).toBe(0);
  });

  test("of a dead server run again on another one, once", async () => {
    const [shot] = await photosOf(1);
    const sessionId = await select(world, ana, [shot!]);
    const idle = await world.another({ WORKER: "off" });
    const there = client(idle.app, ana.cookie);
    await there.post("/api/google-photos/import", { sessionId, itemIds: [shot!.id], tripId });
    await world.swell.database.db
      .updateTable("library_imports")
      .set({ state: "running", progress: 50 })
      .where("item_id", "=", shot!.id)
      .execute();
    expect(await over(ana, { tripId })).toMatchObject([{ state: "done", progress: 100 }]);
    expect(await gallery(`trips/${tripId}`)).toHaveLength(1);
    await idle.app.close();
  });
});

describe("an import fails, and the others continue,", () => {
  test("when the file is refused", async () => {
    const [good, text, large, bomb] = await photosOf(4);
    const shots = [
      good!,
      { ...text!, bytes: Buffer.from("<html>") },
      { ...large!, bytes: Buffer.concat([large!.bytes, Buffer.alloc(200_000)]) },
      { ...bomb!, bytes: pngBomb(15_000) },
    ];
    const imports = await bring(world, ana, { tripId }, shots);
    expect(imports.map(({ state }) => String(state))).toEqual(["done", "failed", "failed", "failed"]);
    expect(imports.slice(1).map(({ fault }) => fault)).toEqual([
      { step: "upload", sentence: expect.stringContaining("no photo") },
      { step: "upload", sentence: "This photo is too large: at most 0.1 MB, please." },
      { step: "upload", sentence: expect.stringContaining("million pixels") },
    ]);
    const { canResync, failed } = await status();
    expect(canResync).toBe(false);
    expect(rows(failed).map(({ canRefetch }) => canRefetch)).toEqual([false, false, false]);
    // No import of it can succeed any more, so the selection ends.
    await vi.waitFor(() => expect(world.library.sessions()).toEqual([]));
    expect(await uploadsOf(ana.id)).toEqual([]);
    await forget();
    expect(rows((await status())["failed"])).toEqual([]);
  });

  test("when the library refuses the file; a re-sync fetches it later", async () => {
    const shots = await photosOf(2);
    world.library.switches.refused.add(shots[0]!.id);
    const imports = await bring(world, ana, { tripId }, shots);
    expect(imports.map(({ state }) => String(state))).toEqual(["failed", "done"]);
    expect(imports[0]!["fault"]).toEqual({ step: "download", sentence: expect.stringContaining("Google Photos") });
    expect(await status()).toMatchObject({
      canResync: true,
      failed: [{ id: shots[0]!.id, fileName: "PXL_0.jpg", canRefetch: true }],
    });
    const still = await resync();
    expect(still.body).toMatchObject({ success: false, results: { totalPhotosChecked: 1, imported: [], underWay: 0 } });
    expect(rows(still.body["results"]!["errors"])).toHaveLength(1);
    world.library.switches.refused.clear();
    world.library.expireAddresses();
    const came = await resync();
    expect(came.body).toMatchObject({
      success: true,
      message: "1 of 1 photo is here now.",
      results: { totalPhotosChecked: 1, imported: [{ id: shots[0]!.id }], errors: [] },
    });
    expect((await resync()).body).toMatchObject({ success: true, message: "Nothing is missing." });
    await vi.waitFor(() => expect(world.library.sessions()).toEqual([]));
  });

  test("when the selection has ended; the person must choose it again", async () => {
    const shots = await photosOf(1);
    world.library.switches.refused.add(shots[0]!.id);
    await bring(world, ana, { tripId }, shots);
    world.library.forgetSessions();
    world.library.switches.refused.clear();
    world.library.expireAddresses();
    const { body } = await resync();
    expect(rows(body["results"]!["errors"])).toMatchObject([
      { canRefetch: false, error: expect.stringContaining("choose") },
    ]);
    expect(await status()).toMatchObject({ canResync: false, failed: [{ canRefetch: false }] });
    const again = await bring(world, ana, { tripId }, shots);
    expect(again.at(-1)).toMatchObject({ state: "done" });
    expect(rows((await status())["failed"])).toEqual([]);
  });

  test("when the person has disconnected the library", async () => {
    const shots = await photosOf(1);
    const sessionId = await select(world, ana, shots);
    world.unlinked.add(ana.id);
    await start(ana, sessionId, [shots[0]!.id]);
    const [one] = await over(ana, { tripId });
    expect(one).toMatchObject({
      state: "failed",
      fault: { step: "download", sentence: expect.stringContaining("connect") },
    });
    expect(await resync()).toMatchObject({ status: 401, body: { needsLinking: true } });
    world.unlinked.clear();
    expect((await resync()).body).toMatchObject({ success: true });
  });

  test("when the person was removed from the album", async () => {
    const shots = await photosOf(2, 900);
    world.library.switches.slownessMs = 60;
    const sessionId = await select(world, bo, shots);
    await start(
      bo,
      sessionId,
      shots.map(({ id }) => id),
    );
    await vi.waitFor(async () =>
      expect((await importsIn(bo, { tripId })).some(({ progress }) => Number(progress) >= 20)).toBe(true),
    );
    const before = (await gallery(`trips/${tripId}`)).length;
    await ana.delete(`/api/squads/${squadId}/members/${bo.id}`);
    await ana.delete(`/api/trips/${tripId}/members/${bo.id}`);
    expect((await bo.get(`/api/google-photos/import?tripId=${tripId}`)).status).toBe(404);
    await vi.waitFor(
      async () => {
        const left = await world.swell.database.db
          .selectFrom("library_imports")
          .select(["state", "fault"])
          .where("user_id", "=", bo.id)
          .execute();
        expect(left).toEqual([0, 1].map(() => ({ state: "failed", fault: { key: "album_closed" } })));
      },
      { timeout: 20_000 },
    );
    expect(await gallery(`trips/${tripId}`)).toHaveLength(before);
    expect(await uploadsOf(bo.id)).toEqual([]);
  });

  test("when the person has too many unused uploads", async () => {
    const db = world.swell.database.db;
    const cleo = await world.swell.person("cleo");
    const made = await cleo.post("/api/squads", { name: "Alone" });
    const shots = await photosOf(1);
    const sessionId = await select(world, cleo, shots);
    await db
      .insertInto("uploads")
      .values(
        Array.from({ length: 500 }, () => ({
          id: newId(),
          user_id: cleo.id,
          size: 1,
          found: null,
          refusal: null,
          media_id: null,
        })),
      )
      .execute();
    const refused = await start(cleo, sessionId, [shots[0]!.id], { squadId: String(made.body["id"]) });
    expect(refused).toMatchObject({ status: 429, body: { code: "too_many_requests" } });
  });
});

test("many slow imports of one person do not block others", async () => {
  const [many, single] = [await photosOf(6, 900), await photosOf(1)];
  const all = await select(world, ana, many);
  const one = await select(world, bo, single);
  world.library.switches.slownessMs = 150;
  const begun = many.map(({ id }) => id);
  await start(ana, all, begun);
  await vi.waitFor(async () =>
    expect((await importsIn(ana, { tripId })).filter(({ state }) => String(state) === "running")).toHaveLength(2),
  );
  await start(bo, one, [single[0]!.id]);
  let most = 0;
  for (let isOver = false; !isOver; await sleep(30)) {
    const states = (await importsIn(ana, { tripId })).map(({ state }) => String(state));
    most = Math.max(most, states.filter((state) => state === "running").length);
    isOver = (await importsIn(bo, { tripId })).every(({ state }) => String(state) === "done");
    // Ana's imports are not finished before Bo's.
    expect(states).toContain("waiting");
  }
  expect(most).toBe(2);
});

describe("a cancelled batch", () => {
  test("keeps only the photos that had arrived", async () => {
    const shots = await photosOf(5, 900);
    world.library.switches.slownessMs = 80;
    const sessionId = await select(world, ana, shots);
    await start(
      ana,
      sessionId,
      shots.map(({ id }) => id),
    );
    await vi.waitFor(
      async () => expect((await importsIn(ana, { tripId })).some(({ progress }) => Number(progress) >= 50)).toBe(true),
      {
        timeout: 10_000,
      },
    );
    const before = (await gallery(`trips/${tripId}`)).length;
    expect((await forget()).status).toBe(204);
    const stopped = await over(ana, { tripId });
    expect(stopped.map(({ state }) => String(state))).toEqual(Array(5).fill("cancelled"));
    await sleep(2500);
    expect(await gallery(`trips/${tripId}`)).toHaveLength(before);
    expect(await uploadsOf(ana.id)).toEqual([]);
    await vi.waitFor(() => expect(world.library.sessions()).toEqual([]));
    world.library.switches.slownessMs = 0;
    const again = await bring(world, ana, { tripId }, shots.slice(0, 1));
    expect(of(again, shots[0]!.id)).toMatchObject({ state: "done" });
  });
});
