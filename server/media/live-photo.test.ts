import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { MediaItem } from "#contract/media-item.ts";
import { type Client, type TestApp, openTestApp } from "../testing/app.ts";
import { newTrip } from "../testing/builders.ts";
import { unzip } from "../zip/fixtures/unzip.ts";
import { settledFilms } from "./fixtures/films.ts";
import { livePhoto } from "./fixtures/live-photo.ts";
import { add, open } from "./fixtures/uploading.ts";

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

test.each(["still", "film"] as const)("a Live Photo whose %s comes first is one photo that plays", async (first) => {
  const { ana, trip } = await newTrip(swell, { crew: ["ana"] });
  const place = `/api/trips/${trip}`;
  const { still, film } = await livePhoto();
  const halves = [
    ["IMG_1234.JPG", still],
    ["IMG_1234.MOV", film],
  ] as const;
  const told: unknown[] = [];
  for (const [name, bytes] of first === "still" ? halves : halves.toReversed())
    told.push((await addAs(ana, place, name, bytes)).body["id"]);
  const [item, ...others] = await itemsOf(ana, place);
  expect(others).toEqual([]);
  expect(item).toMatchObject({ fileName: "IMG_1234.JPG", fileType: "image/jpeg", playback: "ready", durationMs: 3000 });
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
    const names = [...files.keys()].map((name) => name.slice("2025-07-14 07.41.07 ".length));
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
  expect(chosen.body).toMatchObject({ count: 1 });
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
