import { hash } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Outline } from "#contract/gallery.ts";
import type { MediaItem } from "#contract/media-item.ts";
import { type Client, type Reply, type TestApp, client, openTestApp, rows } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { unzip } from "../zip/fixtures/unzip.ts";
import { settledFilms } from "../fixtures/films.ts";
import { heic } from "../fixtures/heic.ts";
import { exifWith, filmWith, livePhoto, makerNote } from "../fixtures/live-photo.ts";
import { add, addressFor, open, put } from "../fixtures/uploading.ts";

// Preparing films gives way to everything else on the machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });
let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp({ FFMPEG: "off" });
});
afterAll(() => swell.close());

const itemsOf = async (person: Client, place: string) =>
  (await settledFilms(person, place)) as unknown as readonly MediaItem[];
const addAs = (person: Client, place: string, fileName: string, bytes: Buffer, more: object = {}) =>
  add(swell, person, place, bytes, { fileName, ...more });

test.each([
  ["JPG", "still"],
  ["HEIC", "film"],
] as const)("a Live Photo (%s) whose %s comes first is one photo that plays", async (kind, first) => {
  const { ana, trip } = await newTrip(swell, { crew: ["ana"] });
  const place = `/api/trips/${trip}`;
  const { still: jpeg, film, contentId } = await livePhoto();
  const still = kind === "JPG" ? jpeg : heic({ exif: exifWith(makerNote(contentId)) });
  const halves = [
    [`IMG_1234.${kind}`, still],
    ["IMG_1234.MOV", film],
  ] as const;
  const told: unknown[] = [];
  for (const [name, bytes] of first === "still" ? halves : halves.toReversed())
    told.push((await addAs(ana, place, name, bytes)).body["id"]);
  const [item, ...others] = await itemsOf(ana, place);
  expect(others).toEqual([]);
  expect(item).toMatchObject({
    fileName: `IMG_1234.${kind}`,
    fileType: kind === "JPG" ? "image/jpeg" : "image/heic",
    playback: "ready",
    durationMs: 3000,
  });
  // Whichever was added is now that photo.
  expect(told[1]).toBe(item!.id);
  const moment = await open(swell, ana, `${item!.filePath}?size=video`);
  expect(moment).toMatchObject({ status: 200, headers: { "content-type": "video/mp4" } });
  expect(item!.live).toMatchObject({ fileName: "IMG_1234.MOV", fileType: "video/quicktime", fileSize: film.length });
  expect((await open(swell, ana, item!.live!.filePath)).bytes.equals(film)).toBe(true);
  expect((await open(swell, ana, item!.filePath)).bytes.equals(still)).toBe(true);
});

/** A zip's files by their names. */
const filesIn = (bytes: Buffer) => new Map(unzip(bytes).map((file) => [file.name, file.bytes]));

test("every way to have originals back gives both files, side by side and byte for byte", async () => {
  const { ana, bo, trip } = await newTrip(swell, { crew: ["ana", "bo"] });
  const place = `/api/trips/${trip}`;
  const { still, film } = await livePhoto();
  const same = await livePhoto();
  for (const each of [{ still, film }, same]) {
    await addAs(ana, place, "IMG_1234.JPG", each.still);
    // A phone may have named it otherwise; side by side they are called alike.
    await addAs(ana, place, "IMG_E1234.MOV", each.film);
  }
  const [item] = await itemsOf(ana, place);
  for (const wanted of [{ tripId: trip }, { tripId: trip, person: "others", kind: "photo" }]) {
    const made = await bo!.post("/api/media/zips", wanted);
    expect(made.body).toMatchObject({ count: 2 });
    const url = String(made.body["url"]);
    const whole = await open(swell, bo!, url);
    expect(whole.headers["content-length"]).toBe(String(made.body["size"]));
    const files = filesIn(whole.bytes);
    const names = [...files.keys()].map((name) => name.slice("2025-07-14 09.41.07 ".length));
    expect(names).toEqual([
      "Ana Berg IMG_1234.JPG",
      "Ana Berg IMG_1234.MOV",
      "Ana Berg IMG_1234 (2).JPG",
      "Ana Berg IMG_1234 (2).MOV",
    ]);
    const bytes = [...files.values()];
    expect(bytes.map((one) => [still, film, same.still, same.film].findIndex((sent) => sent.equals(one)))).toEqual([
      0, 1, 2, 3,
    ]);
    const range = { range: "bytes=9000-", "if-range": String(whole.headers["etag"]) };
    expect((await open(swell, bo!, url, range)).bytes.equals(whole.bytes.subarray(9000))).toBe(true);
  }
  const chosen = await bo!.post("/api/media/zips", { ids: [item!.id, item!.live!.filePath.slice("/objects/".length)] });
  expect(chosen.body).toMatchObject({ count: 1, videoCount: 0 });
  expect(unzip((await open(swell, bo!, String(chosen.body["url"]))).bytes)).toHaveLength(2);
  const kept = filesIn((await open(swell, ana, "/api/account/export")).bytes);
  expect(kept.get("photos/2025-07-14 IMG_1234 (2).MOV")?.equals(same.film)).toBe(true);
  expect(JSON.parse(String(kept.get("media.json")))).toMatchObject([
    { purpose: "gallery", filmOf: null },
    { purpose: "live", file: "photos/2025-07-14 IMG_1234.MOV" },
    { purpose: "gallery" },
    { purpose: "live" },
  ]);
});

/** What pages count: in all, by kind, by person, on the trip, in public. */
async function countsOf(person: Client, trip: string) {
  const outline = (await person.get(`/api/trips/${trip}/media/outline`)).body as unknown as Outline;
  const of = async (query: string) => rows((await person.get(`/api/trips/${trip}/media?${query}`)).body).length;
  const shown = (await person.get(`/api/trips/${trip}`)).body["trip"]!;
  const { rows: counters } = await sql<{
    total: number;
  }>`select sum(value)::int total from counters where name = 'photos'`.execute(swell.database.db);
  return {
    shapes: outline.shapes.length,
    days: outline.days.reduce((sum, [, count]) => sum + count, 0),
    outline: [outline.photoCount, outline.videoCount],
    people: outline.people.map(({ count }) => count),
    kinds: [await of("kind=photo"), await of("kind=video")],
    trip: [shown["photoCount"], shown["videoCount"]],
    recent: rows((await person.get("/api/recent-media?limit=100")).body).length,
    counters: counters[0]!.total,
  };
}

test("a film that has found its still is counted nowhere, and open pages are told", async () => {
  const { ana, bo, trip, squad } = await newTrip(swell, { crew: ["ana", "bo"] });
  await ana.put(`/api/squads/${squad}`, { name: "Dawn Patrol", isPublic: true });
  const place = `/api/trips/${trip}`;
  const { still, film } = await livePhoto();
  const version = async () => (await bo!.get(`${place}/media/outline`)).headers["etag"];
  await addAs(ana, place, "IMG_1.MOV", film);
  const before = await countsOf(bo!, trip);
  expect(before).toMatchObject({ outline: [0, 1], kinds: [0, 1], trip: [0, 1], recent: 1, people: [1] });
  const known = await version();
  await addAs(ana, place, "IMG_1.JPG", still);
  expect(await version()).not.toBe(known);
  const one = { shapes: 1, days: 1, outline: [1, 0], people: [1], kinds: [1, 0], trip: [1, 0], recent: 1 };
  expect(await countsOf(bo!, trip)).toEqual({ ...one, counters: before.counters });
  const seen = rows((await swell.visitor.get("/api/public/recent-media")).body);
  expect(seen.filter((item) => item["live"] !== null || String(item["fileType"]).startsWith("video/"))).toEqual([]);
  const [item] = await itemsOf(bo!, place);
  const filmPath = item!.live!.filePath;
  // A link to the film leads to its photo.
  const link = `${place}/media/position?photo=${filmPath.slice("/objects/".length)}`;
  expect((await bo!.get(link)).body).toEqual({ index: 0 });
  // Not a picture of its own any more, and its original for members alone, as that of the still.
  expect((await bo!.get(`${filmPath}?size=thumb`)).status).toBe(404);
  expect((await swell.visitor.get(filmPath)).status).toBe(404);
  expect((await swell.visitor.get(item!.filePath)).status).toBe(403);
  expect((await swell.visitor.get(`${item!.filePath}?size=video`)).status).toBe(200);
  await ana.delete(`/api/media/${item!.id}`);
  expect(await countsOf(bo!, trip)).toEqual({
    shapes: 0,
    days: 0,
    outline: [0, 0],
    people: [],
    kinds: [0, 0],
    trip: [0, 0],
    recent: 0,
    counters: before.counters - 1,
  });
});

test("both halves that come at the same moment, to two servers, become one photo each time", async () => {
  const second = await openTestApp({ FFMPEG: "off", DATA_DIR: swell.parts.config.dataDir }, swell.database);
  try {
    const { ana, trip } = await newTrip(swell, { crew: ["ana"] });
    const place = `/api/trips/${trip}`;
    const there = client(second.app, ana.cookie);
    const pairs = await Promise.all(Array.from({ length: 6 }, () => livePhoto()));
    for (const [n, { still, film }] of pairs.entries()) {
      const halves = [
        { from: ana, bytes: still, fileName: `IMG_${n}.JPG` },
        { from: there, bytes: film, fileName: `IMG_${n}.MOV` },
      ];
      const waiting: (() => Promise<Reply>)[] = [];
      for (const { from, bytes, fileName } of n % 2 ? halves : halves.toReversed()) {
        const mediaURL = await addressFor(ana);
        await put(swell, ana, mediaURL, bytes);
        waiting.push(() => from.put(`${place}/media`, { mediaURL, fileName }));
      }
      const replies = await Promise.all(waiting.map((register) => register()));
      expect(replies.map(({ status, text }) => (status === 201 ? "" : text))).toEqual(["", ""]);
    }
    const items = rows((await ana.get(`${place}/media`)).body);
    expect(items.map((item) => String(item["fileName"])).toSorted()).toEqual(pairs.map((_, n) => `IMG_${n}.JPG`));
    expect(items.filter((item) => item["live"] === null)).toEqual([]);
  } finally {
    await second.close();
  }
});

test("only what belongs together is joined", async () => {
  const { ana, bo, trip, squad } = await newTrip(swell, { crew: ["ana", "bo"] });
  const place = `/api/trips/${trip}`;
  const { still, film, contentId } = await livePhoto();
  const names = async (url = place) =>
    rows((await ana.get(`${url}/media`)).body).map((item) => String(item["fileName"]));
  const longer = Buffer.concat([film, Buffer.from("\0\0\0\x0cfree\0\0\0\0", "latin1")]);
  await addAs(bo!, place, "another person's.mov", longer);
  await addAs(ana, `/api/squads/${squad}`, "outside of the trip.mov", longer);
  // Same name, and nothing that says they belong together.
  await addAs(ana, place, "IMG_1.MOV", filmWith({}));
  await addAs(ana, place, "IMG_1.JPG", still);
  expect((await names(`/api/squads/${squad}`)).toSorted()).toEqual([
    "IMG_1.JPG",
    "IMG_1.MOV",
    "another person's.mov",
    "outside of the trip.mov",
  ]);

  // The first of two films wins, and keeps its place.
  await addAs(ana, place, "first.mov", film);
  await addAs(ana, place, "second.mov", filmWith({ "com.apple.quicktime.content.identifier": contentId, x: "2" }));
  expect((await names()).toSorted()).toEqual(["IMG_1.JPG", "IMG_1.MOV", "another person's.mov", "second.mov"]);
  const items = rows((await ana.get(`${place}/media`)).body) as unknown as MediaItem[];
  const joined = items.find(({ fileName }) => fileName === "IMG_1.JPG")!;
  expect((await open(swell, ana, joined.live!.filePath)).bytes.equals(film)).toBe(true);
});

test.each([
  ["liked", async (person: Client, id: string) => person.post(`/api/media/${id}/like`)],
  ["captioned", async (person: Client, id: string) => person.patch(`/api/media/${id}`, { caption: "What a drop" })],
  ["deleted", async (person: Client, id: string) => person.delete(`/api/media/${id}`)],
])("a film that is %s meanwhile stays apart", async (_case, touch) => {
  const { ana, trip } = await newTrip(swell, { crew: ["ana"] });
  const place = `/api/trips/${trip}`;
  const { still, film } = await livePhoto();
  const { body } = await addAs(ana, place, "IMG_1.MOV", film);
  expect((await touch(ana, String(body["id"]))).status).toBeLessThan(300);
  const saved = await addAs(ana, place, "IMG_1.JPG", still);
  expect(saved.body["live"]).toBeNull();
});

test("either half uploaded again is known before its bytes travel, and makes no second photo", async () => {
  const { ana, bo, trip } = await newTrip(swell, { crew: ["ana", "bo"] });
  const place = `/api/trips/${trip}`;
  const { still, film } = await livePhoto();
  await addAs(ana, place, "IMG_1.JPG", still);
  const mediaURL = await addressFor(ana);
  await put(swell, ana, mediaURL, film);
  const register = () => ana.put(`${place}/media`, { mediaURL, fileName: "IMG_1.MOV" });
  const made = await register();
  // The answer was lost on the way.
  expect(await register()).toMatchObject({ status: 200, body: { id: made.body["id"], fileName: "IMG_1.JPG" } });
  const sha256 = [still, film].map((bytes) => hash("sha256", bytes));
  const { body } = await bo!.post(`${place}/media/known`, { sha256 });
  expect((body["known"] as unknown as string[]).toSorted()).toEqual(sha256.toSorted());
  for (const bytes of [still, film]) {
    const again = await addAs(bo!, place, "again", bytes);
    expect(again).toMatchObject({ status: 200, body: { id: made.body["id"], duplicate: true } });
  }
  expect(rows((await ana.get(`${place}/media`)).body)).toHaveLength(1);
});
