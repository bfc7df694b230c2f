import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { MediaItem } from "#contract/media-item.ts";
import { type Client, type TestApp, openTestApp } from "../testing/app.ts";
import { newTrip } from "../testing/builders.ts";
import { settledFilms } from "./fixtures/films.ts";
import { livePhoto } from "./fixtures/live-photo.ts";
import { jpeg } from "./fixtures/pictures.ts";
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
