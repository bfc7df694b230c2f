import { hash } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Outline } from "#contract/gallery.ts";
import type { MediaItem } from "#contract/media-item.ts";
import { type Client, type Reply, type TestApp, client, openTestApp, rows } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { unzip } from "../zip/fixtures/unzip.ts";
import { settledVideos } from "../fixtures/settled-videos.ts";
import { heic } from "../fixtures/heic.ts";
import { exifWith, videoWith, livePhoto, makerNote } from "../fixtures/live-photo.ts";
import { add, addressFor, open, put } from "../fixtures/uploading.ts";

// Videos are prepared at the lowest priority.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });
let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp({ FFMPEG: "off" });
});
afterAll(() => swell.close());

const itemsOf = async (person: Client, album: string) =>
  (await settledVideos(person, album)) as unknown as readonly MediaItem[];
const addAs = (person: Client, album: string, fileName: string, bytes: Buffer, more: object = {}) =>
  add(swell, person, album, bytes, { fileName, ...more });

test.each([
  ["JPG", "still"],
  ["HEIC", "clip"],
] as const)("a Live Photo (%s) whose %s comes first becomes one photo that plays", async (kind, first) => {
  const { ana, trip } = await newTrip(swell, { crew: ["ana"] });
  const album = `/api/trips/${trip}`;
  const { still: jpeg, clip, contentId } = await livePhoto();
  const still = kind === "JPG" ? jpeg : heic({ exif: exifWith(makerNote(contentId)) });
  const halves = [
    [`IMG_1234.${kind}`, still],
    ["IMG_1234.MOV", clip],
  ] as const;
  const ids: unknown[] = [];
  for (const [name, bytes] of first === "still" ? halves : halves.toReversed())
    ids.push((await addAs(ana, album, name, bytes)).body["id"]);
  const [item, ...others] = await itemsOf(ana, album);
  expect(others).toEqual([]);
  expect(item).toMatchObject({
    fileName: `IMG_1234.${kind}`,
    fileType: kind === "JPG" ? "image/jpeg" : "image/heic",
    playback: "ready",
    durationMs: 3000,
  });
  // Whichever half comes second, its reply names the joined photo.
  expect(ids[1]).toBe(item!.id);
  const playback = await open(swell, ana, `${item!.filePath}?size=video`);
  expect(playback).toMatchObject({ status: 200, headers: { "content-type": "video/mp4" } });
  expect(item!.live).toMatchObject({ fileName: "IMG_1234.MOV", fileType: "video/quicktime", fileSize: clip.length });
  expect((await open(swell, ana, item!.live!.filePath)).bytes.equals(clip)).toBe(true);
  expect((await open(swell, ana, item!.filePath)).bytes.equals(still)).toBe(true);
});

/** The files of a zip by their names. */
const filesIn = (bytes: Buffer) => new Map(unzip(bytes).map((file) => [file.name, file.bytes]));

test("every download of originals contains both files, side by side and byte for byte", async () => {
  const { ana, bo, trip } = await newTrip(swell, { crew: ["ana", "bo"] });
  const album = `/api/trips/${trip}`;
  const { still, clip } = await livePhoto();
  const same = await livePhoto();
  for (const each of [{ still, clip }, same]) {
    await addAs(ana, album, "IMG_1234.JPG", each.still);
    // The phone's name differs; the download names the clip like its still.
    await addAs(ana, album, "IMG_E1234.MOV", each.clip);
  }
  const [item] = await itemsOf(ana, album);
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
    expect(bytes.map((one) => [still, clip, same.still, same.clip].findIndex((sent) => sent.equals(one)))).toEqual([
      0, 1, 2, 3,
    ]);
    const range = { range: "bytes=9000-", "if-range": String(whole.headers["etag"]) };
    expect((await open(swell, bo!, url, range)).bytes.equals(whole.bytes.subarray(9000))).toBe(true);
  }
  const chosen = await bo!.post("/api/media/zips", { ids: [item!.id, item!.live!.filePath.slice("/objects/".length)] });
  expect(chosen.body).toMatchObject({ count: 1, videoCount: 0 });
  expect(unzip((await open(swell, bo!, String(chosen.body["url"]))).bytes)).toHaveLength(2);
  const kept = filesIn((await open(swell, ana, "/api/account/export")).bytes);
  expect(kept.get("photos/2025-07-14 IMG_1234 (2).MOV")?.equals(same.clip)).toBe(true);
  expect(JSON.parse(String(kept.get("media.json")))).toMatchObject([
    { purpose: "gallery", filmOf: null },
    { purpose: "live", file: "photos/2025-07-14 IMG_1234.MOV" },
    { purpose: "gallery" },
    { purpose: "live" },
  ]);
});

/** All counts that pages show: by kind, by person, of the trip. */
async function countsOf(person: Client, trip: string) {
  const outline = (await person.get(`/api/trips/${trip}/media/outline`)).body as unknown as Outline;
  const of = async (query: string) => rows((await person.get(`/api/trips/${trip}/media?${query}`)).body).length;
  const shown = (await person.get(`/api/trips/${trip}`)).body["trip"]!;
  return {
    shapes: outline.shapes.length,
    days: outline.days.reduce((sum, [, count]) => sum + count, 0),
    outline: [outline.photoCount, outline.videoCount],
    people: outline.people.map(({ count }) => count),
    kinds: [await of("kind=photo"), await of("kind=video")],
    trip: [shown["photoCount"], shown["videoCount"]],
    recent: rows((await person.get("/api/recent-media?limit=100")).body).length,
  };
}

test("a clip that is joined with its still is counted nowhere, and open pages reload", async () => {
  const { ana, bo, trip, squad } = await newTrip(swell, { crew: ["ana", "bo"] });
  await ana.put(`/api/squads/${squad}`, { name: "Dawn Patrol", isPublic: true });
  const album = `/api/trips/${trip}`;
  const { still, clip } = await livePhoto();
  const version = async () => (await bo!.get(`${album}/media/outline`)).headers["etag"];
  await addAs(ana, album, "IMG_1.MOV", clip);
  const before = await countsOf(bo!, trip);
  expect(before).toMatchObject({ outline: [0, 1], kinds: [0, 1], trip: [0, 1], recent: 1, people: [1] });
  const known = await version();
  await addAs(ana, album, "IMG_1.JPG", still);
  expect(await version()).not.toBe(known);
  const one = { shapes: 1, days: 1, outline: [1, 0], people: [1], kinds: [1, 0], trip: [1, 0], recent: 1 };
  expect(await countsOf(bo!, trip)).toEqual(one);
  const seen = rows((await swell.visitor.get("/api/public/recent-media")).body);
  expect(seen.filter((item) => item["live"] !== null || String(item["fileType"]).startsWith("video/"))).toEqual([]);
  const [item] = await itemsOf(bo!, album);
  const clipPath = item!.live!.filePath;
  // A link to the clip opens its photo.
  const link = `${album}/media/position?photo=${clipPath.slice("/objects/".length)}`;
  expect((await bo!.get(link)).body).toEqual({ index: 0 });
  // It has no renditions any more, and its original is for members only, like the still's.
  expect((await bo!.get(`${clipPath}?size=thumb`)).status).toBe(404);
  expect((await swell.visitor.get(clipPath)).status).toBe(404);
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
  });
});

test("two halves that come at the same time, to two servers, become one photo", async () => {
  const second = await openTestApp({ FFMPEG: "off", DATA_DIR: swell.parts.config.dataDir }, swell.database);
  try {
    const { ana, trip } = await newTrip(swell, { crew: ["ana"] });
    const album = `/api/trips/${trip}`;
    const there = client(second.app, ana.cookie);
    const pairs = await Promise.all(Array.from({ length: 6 }, () => livePhoto()));
    for (const [n, { still, clip }] of pairs.entries()) {
      const halves = [
        { from: ana, bytes: still, fileName: `IMG_${n}.JPG` },
        { from: there, bytes: clip, fileName: `IMG_${n}.MOV` },
      ];
      const waiting: (() => Promise<Reply>)[] = [];
      for (const { from, bytes, fileName } of n % 2 ? halves : halves.toReversed()) {
        const mediaURL = await addressFor(ana);
        await put(swell, ana, mediaURL, bytes);
        waiting.push(() => from.put(`${album}/media`, { mediaURL, fileName }));
      }
      const replies = await Promise.all(waiting.map((register) => register()));
      expect(replies.map(({ status, text }) => (status === 201 ? "" : text))).toEqual(["", ""]);
    }
    const items = rows((await ana.get(`${album}/media`)).body);
    expect(items.map((item) => String(item["fileName"])).toSorted()).toEqual(pairs.map((_, n) => `IMG_${n}.JPG`));
    expect(items.filter((item) => item["live"] === null)).toEqual([]);
  } finally {
    await second.close();
  }
});

test("only halves of one person, album and identifier are joined", async () => {
  const { ana, bo, trip, squad } = await newTrip(swell, { crew: ["ana", "bo"] });
  const album = `/api/trips/${trip}`;
  const { still, clip, contentId } = await livePhoto();
  const names = async (url = album) =>
    rows((await ana.get(`${url}/media`)).body).map((item) => String(item["fileName"]));
  const longer = Buffer.concat([clip, Buffer.from("\0\0\0\x0cfree\0\0\0\0", "latin1")]);
  await addAs(bo!, album, "another person's.mov", longer);
  await addAs(ana, `/api/squads/${squad}`, "outside of the trip.mov", longer);
  // The same name, and no identifier.
  await addAs(ana, album, "IMG_1.MOV", videoWith({}));
  await addAs(ana, album, "IMG_1.JPG", still);
  expect((await names(`/api/squads/${squad}`)).toSorted()).toEqual([
    "IMG_1.JPG",
    "IMG_1.MOV",
    "another person's.mov",
    "outside of the trip.mov",
  ]);

  // Of two clips the first one is joined.
  await addAs(ana, album, "first.mov", clip);
  await addAs(ana, album, "second.mov", videoWith({ "com.apple.quicktime.content.identifier": contentId, x: "2" }));
  expect((await names()).toSorted()).toEqual(["IMG_1.JPG", "IMG_1.MOV", "another person's.mov", "second.mov"]);
  const items = rows((await ana.get(`${album}/media`)).body) as unknown as MediaItem[];
  const joined = items.find(({ fileName }) => fileName === "IMG_1.JPG")!;
  expect((await open(swell, ana, joined.live!.filePath)).bytes.equals(clip)).toBe(true);
});

test.each([
  ["liked", async (person: Client, id: string) => person.post(`/api/media/${id}/like`)],
  ["captioned", async (person: Client, id: string) => person.patch(`/api/media/${id}`, { caption: "What a drop" })],
  ["deleted", async (person: Client, id: string) => person.delete(`/api/media/${id}`)],
])("a clip that is %s before its still comes stays a video", async (_case, touch) => {
  const { ana, trip } = await newTrip(swell, { crew: ["ana"] });
  const album = `/api/trips/${trip}`;
  const { still, clip } = await livePhoto();
  const { body } = await addAs(ana, album, "IMG_1.MOV", clip);
  expect((await touch(ana, String(body["id"]))).status).toBeLessThan(300);
  const saved = await addAs(ana, album, "IMG_1.JPG", still);
  expect(saved.body["live"]).toBeNull();
});

test("either half uploaded again is recognised by its hash, and adds no second photo", async () => {
  const { ana, bo, trip } = await newTrip(swell, { crew: ["ana", "bo"] });
  const album = `/api/trips/${trip}`;
  const { still, clip } = await livePhoto();
  await addAs(ana, album, "IMG_1.JPG", still);
  const mediaURL = await addressFor(ana);
  await put(swell, ana, mediaURL, clip);
  const register = () => ana.put(`${album}/media`, { mediaURL, fileName: "IMG_1.MOV" });
  const made = await register();
  // As when the reply was lost.
  expect(await register()).toMatchObject({ status: 200, body: { id: made.body["id"], fileName: "IMG_1.JPG" } });
  const sha256 = [still, clip].map((bytes) => hash("sha256", bytes));
  const { body } = await bo!.post(`${album}/media/known`, { sha256 });
  expect((body["known"] as unknown as string[]).toSorted()).toEqual(sha256.toSorted());
  for (const bytes of [still, clip]) {
    const again = await addAs(bo!, album, "again", bytes);
    expect(again).toMatchObject({ status: 200, body: { id: made.body["id"], duplicate: true } });
  }
  expect(rows((await ana.get(`${album}/media`)).body)).toHaveLength(1);
});
