import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { MediaItem } from "#contract/media-item.ts";
import { openBlobs } from "../../platform/blobs/open-blobs.ts";
import { type TestApp, type TestPerson, openTestApp } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { settledFilms } from "../fixtures/films.ts";
import { livePhoto, livePlace } from "../fixtures/live-photo.ts";
import { add, open } from "../fixtures/uploading.ts";
import { check } from "../upkeep/check.ts";
import { checkStore } from "../upkeep/check-store.ts";
import { clean } from "../upkeep/cleaning.ts";
import { cleaningStore } from "../upkeep/cleaning-store.ts";

// Preparing films gives way to everything else on the machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });
let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp({ FFMPEG: "off" });
});
afterAll(() => swell.close());

const day = 24 * 3600 * 1000;
const blobs = () => openBlobs(swell.parts.config);
const cleanIn = (days: number) => clean(blobs(), cleaningStore(swell.database), new Date(Date.now() + days * day));

/** The parts of what is kept under these ids. */
async function filesOf(...ids: string[]): Promise<string[]> {
  const entries = await readdir(path.join(swell.parts.config.dataDir, "blobs"), { recursive: true });
  const names = entries.map((entry) => path.basename(entry));
  return ids.flatMap((id) =>
    names
      .filter((name) => name.startsWith(id))
      .map((name) => name.slice(id.length + 1))
      .toSorted(),
  );
}

/** A Live Photo whose film has come first, so that pictures had been made of it. */
async function addPair(person: TestPerson, place: string) {
  const { still, film } = await livePhoto();
  await add(swell, person, place, film, { fileName: "IMG_1.MOV" });
  await settledFilms(person, place);
  await add(swell, person, place, still, { fileName: "IMG_1.JPG" });
  const items = (await settledFilms(person, place)) as unknown as readonly MediaItem[];
  const item = items.find(({ live }) => live)!;
  return { still, film, item, filmId: item.live!.filePath.slice("/objects/".length) };
}

test("nothing is kept of a film but its original, for as long as its photo is there", async () => {
  const { ana, trip } = await newTrip(swell, { crew: ["ana"] });
  const { item, filmId } = await addPair(ana, `/api/trips/${trip}`);
  await expect.poll(() => filesOf(filmId), { timeout: 20_000 }).toEqual(["original"]);
  // The larger picture is made once no small one is wanted any more.
  await expect.poll(() => filesOf(item.id), { timeout: 60_000 }).toEqual(["medium", "original", "thumb", "video"]);
  await cleanIn(2);
  expect(await filesOf(filmId)).toEqual(["original"]);
  expect(await filesOf(item.id)).toEqual(["medium", "original", "thumb", "video"]);
  const found = async (send?: () => Promise<void>) => {
    const parts = { blobs: blobs(), store: checkStore(swell.database), hasFfmpeg: false, ...(send && { send }) };
    const keys: string[] = [];
    for await (const { kind, key } of check(parts, new Date(Date.now() + 2 * day))) keys.push(`${kind} ${key}`);
    return keys;
  };
  expect(await found()).toEqual([]);
  await blobs().put(`${filmId}/thumb`, Buffer.from("a picture from before"));
  await blobs().remove(`${item.id}/video`);
  const wrong = [`stray ${filmId}/thumb`, `unplayed ${item.id}/video`];
  expect((await found(async () => {})).toSorted()).toEqual(wrong);
  expect(await found()).toEqual([wrong[1]]);
});

test("the film of a video that plays already is not made again when its still comes", async () => {
  const { ana, trip } = await newTrip(swell, { crew: ["ana"] });
  const place = `/api/trips/${trip}`;
  const { still, film } = await livePhoto();
  const filmId = String((await add(swell, ana, place, film, { fileName: "IMG_1.MOV" })).body["id"]);
  expect(await settledFilms(ana, place)).toMatchObject([{ id: filmId, playback: "ready" }]);
  const made = Buffer.from("made once, for a video");
  await blobs().put(`${filmId}/video`, made);
  await add(swell, ana, place, still, { fileName: "IMG_1.JPG" });
  const [item] = await settledFilms(ana, place);
  expect(item).toMatchObject({ playback: "ready", durationMs: 3000 });
  expect((await open(swell, ana, `/objects/${String(item!["id"])}?size=video`)).bytes.equals(made)).toBe(true);
  await expect.poll(() => filesOf(filmId), { timeout: 20_000 }).toEqual(["original"]);
});

test.each([
  [
    "photo",
    async ({ ana, item }: Gone) => {
      await ana.delete(`/api/media/${item.id}`);
      return ana.delete(`/api/media/${item.id}/trash`);
    },
  ],
  ["trip", ({ ana, trip }: Gone) => ana.delete(`/api/trips/${trip}`)],
  ["squad", ({ ana, squad }: Gone) => ana.delete(`/api/squads/${squad}`, { confirm: "Dawn Patrol" })],
  [
    "person who takes theirs along",
    ({ ana }: Gone) => ana.delete("/api/account", { confirm: ana.email, password: ana.password, photos: "take" }),
  ],
])("both files go with their %s", async (_case, remove) => {
  const { ana, trip, squad } = await newTrip(swell, { crew: ["ana"] });
  const { item, filmId } = await addPair(ana, `/api/trips/${trip}`);
  expect((await remove({ ana, item, trip, squad })).status).toBe(204);
  await cleanIn(0);
  await expect.poll(() => filesOf(item.id, filmId), { timeout: 20_000 }).toEqual([]);
});

interface Gone {
  readonly ana: TestPerson;
  readonly item: MediaItem;
  readonly trip: string;
  readonly squad: string;
}

test("what others are shown of it says nothing of where it was", async () => {
  const { ana, trip, squad } = await newTrip(swell, { crew: ["ana"] });
  await ana.put(`/api/squads/${squad}`, { name: "Dawn Patrol", isPublic: true });
  const { film, item, filmId } = await addPair(ana, `/api/trips/${trip}`);
  const marks = [livePlace, "com.apple.quicktime", "ISO6709", "loci", "Apple iOS", item.live!.fileName];
  expect(marks.slice(0, 3).every((mark) => film.includes(mark))).toBe(true);
  for (const size of ["thumb", "medium", "large", "video"]) {
    const { status, bytes, headers } = await open(swell, { ...swell.visitor }, `${item.filePath}?size=${size}`);
    expect(status).toBe(200);
    const all = Buffer.concat([bytes, Buffer.from(JSON.stringify(headers))]);
    expect(marks.filter((mark) => all.includes(mark))).toEqual([]);
  }
  expect((await ana.get(`/api/media/${item.id}/place`)).body["place"]).toMatchObject({ latitude: 43.480556 });
  const stranger = await swell.person("dora");
  for (const id of [item.id, filmId]) {
    expect((await stranger.get(`/api/media/${id}/place`)).status).toBeGreaterThanOrEqual(403);
    expect((await stranger.get(`/objects/${id}`)).status).toBeGreaterThanOrEqual(403);
  }
});
