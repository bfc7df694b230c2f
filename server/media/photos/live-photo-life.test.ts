import { readdir } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { MediaItem } from "#contract/media-item.ts";
import { openBlobs } from "../../platform/blobs/open-blobs.ts";
import { type TestApp, type TestPerson, openTestApp } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { settledVideos } from "../fixtures/settled-videos.ts";
import { livePhoto, liveLocation } from "../fixtures/live-photo.ts";
import { add, open } from "../fixtures/uploading.ts";
import { check } from "../upkeep/check.ts";
import { checkStore } from "../upkeep/check-store.ts";
import { clean } from "../upkeep/cleaning.ts";
import { cleaningStore } from "../upkeep/cleaning-store.ts";

// Videos are prepared at the lowest priority.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });
let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp({ FFMPEG: "off" });
});
afterAll(() => swell.close());

const day = 24 * 3600 * 1000;
const blobs = () => openBlobs(swell.parts.config);
const cleanIn = (days: number) => clean(blobs(), cleaningStore(swell.database), new Date(Date.now() + days * day));

/** The parts of the files that are stored under these ids. */
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

/** A Live Photo whose clip came first, so that it had renditions of its own. */
async function addPair(person: TestPerson, album: string) {
  const { still, clip } = await livePhoto();
  await add(swell, person, album, clip, { fileName: "IMG_1.MOV" });
  await settledVideos(person, album);
  await add(swell, person, album, still, { fileName: "IMG_1.JPG" });
  const items = (await settledVideos(person, album)) as unknown as readonly MediaItem[];
  const item = items.find(({ live }) => live)!;
  return { still, clip, item, clipId: item.live!.filePath.slice("/objects/".length) };
}

test("of a clip only the original is stored, for as long as its photo exists", async () => {
  const { ana, trip } = await newTrip(swell, { crew: ["ana"] });
  const { item, clipId } = await addPair(ana, `/api/trips/${trip}`);
  await expect.poll(() => filesOf(clipId), { timeout: 20_000 }).toEqual(["original"]);
  // The larger picture is made once no small one waits.
  await expect.poll(() => filesOf(item.id), { timeout: 60_000 }).toEqual(["medium", "original", "thumb", "video"]);
  await cleanIn(2);
  expect(await filesOf(clipId)).toEqual(["original"]);
  expect(await filesOf(item.id)).toEqual(["medium", "original", "thumb", "video"]);
  const found = async (send?: () => Promise<void>) => {
    const parts = { blobs: blobs(), store: checkStore(swell.database), hasFfmpeg: false, ...(send && { send }) };
    const keys: string[] = [];
    for await (const { kind, key } of check(parts, new Date(Date.now() + 2 * day))) keys.push(`${kind} ${key}`);
    return keys;
  };
  expect(await found()).toEqual([]);
  await blobs().put(`${clipId}/thumb`, Buffer.from("a picture from before"));
  await blobs().remove(`${item.id}/video`);
  const wrong = [`stray ${clipId}/thumb`, `untranscoded ${item.id}/video`];
  expect((await found(async () => {})).toSorted()).toEqual(wrong);
  expect(await found()).toEqual([wrong[1]]);
});

test("a playback version that was made for the video also serves the Live Photo", async () => {
  const { ana, trip } = await newTrip(swell, { crew: ["ana"] });
  const album = `/api/trips/${trip}`;
  const { still, clip } = await livePhoto();
  const clipId = String((await add(swell, ana, album, clip, { fileName: "IMG_1.MOV" })).body["id"]);
  expect(await settledVideos(ana, album)).toMatchObject([{ id: clipId, playback: "ready" }]);
  const made = Buffer.from("made once, for a video");
  await blobs().put(`${clipId}/video`, made);
  await add(swell, ana, album, still, { fileName: "IMG_1.JPG" });
  const [item] = await settledVideos(ana, album);
  expect(item).toMatchObject({ playback: "ready", durationMs: 3000 });
  expect((await open(swell, ana, `/objects/${String(item!["id"])}?size=video`)).bytes.equals(made)).toBe(true);
  await expect.poll(() => filesOf(clipId), { timeout: 20_000 }).toEqual(["original"]);
});

test.each([
  [
    "photo",
    async ({ ana, item }: Owned) => {
      await ana.delete(`/api/media/${item.id}`);
      return ana.delete(`/api/media/${item.id}/trash`);
    },
  ],
  ["trip", ({ ana, trip }: Owned) => ana.delete(`/api/trips/${trip}`)],
  ["squad", ({ ana, squad }: Owned) => ana.delete(`/api/squads/${squad}`, { confirm: "Dawn Patrol" })],
  [
    "uploader's account and photos",
    ({ ana }: Owned) => ana.delete("/api/account", { confirm: ana.email, password: ana.password, photos: "take" }),
  ],
])("both files are deleted with their %s", async (_case, remove) => {
  const { ana, trip, squad } = await newTrip(swell, { crew: ["ana"] });
  const { item, clipId } = await addPair(ana, `/api/trips/${trip}`);
  expect((await remove({ ana, item, trip, squad })).status).toBe(204);
  await cleanIn(0);
  await expect.poll(() => filesOf(item.id, clipId), { timeout: 20_000 }).toEqual([]);
});

interface Owned {
  readonly ana: TestPerson;
  readonly item: MediaItem;
  readonly trip: string;
  readonly squad: string;
}

test("the renditions of a Live Photo reveal no location", async () => {
  const { ana, trip, squad } = await newTrip(swell, { crew: ["ana"] });
  await ana.put(`/api/squads/${squad}`, { name: "Dawn Patrol", isPublic: true });
  const { clip, item, clipId } = await addPair(ana, `/api/trips/${trip}`);
  const marks = [liveLocation, "com.apple.quicktime", "ISO6709", "loci", "Apple iOS", item.live!.fileName];
  expect(marks.slice(0, 3).every((mark) => clip.includes(mark))).toBe(true);
  for (const size of ["thumb", "medium", "large", "video"]) {
    const { status, bytes, headers } = await open(swell, { ...swell.visitor }, `${item.filePath}?size=${size}`);
    expect(status).toBe(200);
    const all = Buffer.concat([bytes, Buffer.from(JSON.stringify(headers))]);
    expect(marks.filter((mark) => all.includes(mark))).toEqual([]);
  }
  expect((await ana.get(`/api/media/${item.id}/place`)).body["place"]).toMatchObject({ latitude: 43.480556 });
  const stranger = await swell.person("dora");
  for (const id of [item.id, clipId]) {
    expect((await stranger.get(`/api/media/${id}/place`)).status).toBeGreaterThanOrEqual(403);
    expect((await stranger.get(`/objects/${id}`)).status).toBeGreaterThanOrEqual(403);
  }
});
