import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openBlobs } from "../../platform/blobs/open-blobs.ts";
import type { Handler, Jobs, Queue } from "../../platform/jobs/jobs.ts";
import { type TestApp, openTestApp } from "../../testing/app.ts";
import { settledVideos } from "../fixtures/settled-videos.ts";
import { halves } from "../fixtures/halves.ts";
import { type PlaybackParts, playbackQueueOf, playbackTask, workOnPlayback } from "./playback-jobs.ts";
import { playbackStore } from "./playback-store.ts";
import type { PictureTask } from "./rendition-jobs.ts";

// Videos are prepared at the lowest priority.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 });
let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp({ FFMPEG: "off" });
});
afterAll(() => swell.close());

/** Servers with a fake `play`, beside the real one. */
async function world() {
  const pair = await halves(swell);
  await settledVideos(pair.ana, `/api/trips/${pair.trip}`);
  const blobs = openBlobs(swell.parts.config);
  await blobs.remove(`${pair.clipId}/video`);
  const store = playbackStore(swell.database);
  const server = (make: (id: string) => Promise<void>) => {
    let handler: Handler<PictureTask> | undefined;
    const made: string[] = [];
    const jobs = { handle: (_queue: Queue<PictureTask>, given: Handler<PictureTask>) => (handler = given) };
    const play: PlaybackParts["play"] = async ({ id }) => {
      made.push(id);
      await make(id);
      await blobs.put(`${id}/video`, Buffer.from(`the video of ${id}`));
      return { playback: "ready", durationMs: 3000 };
    };
    workOnPlayback({
      jobs: jobs as unknown as Jobs,
      blobs,
      store,
      activity: { note: async () => {}, tell: () => {}, watch: () => {} },
      play,
    });
    return { made, work: (id: string) => handler!([{ id: "job", task: { id }, isLast: false, isRetry: false }]) };
  };
  const files = async () => ({
    clip: await blobs.sizeOf(`${pair.clipId}/video`),
    photo: await blobs.withFile(`${pair.stillId}/video`, (file) => readFile(file, "utf8")),
  });
  return { ...pair, blobs, store, server, files, joined: () => swell.database.transact(pair.join) };
}
test("a clip whose still comes while it is transcoded is not transcoded again", { tags: "long" }, async () => {
  const { clipId, stillId, server, files, joined, items } = await world();
  const { made, work } = server(async (id) => void (id === clipId && (await joined())));
  expect(await work(clipId)).toEqual(new Map());
  expect(await work(stillId)).toEqual(new Map());
  expect(made).toEqual([clipId]);
  const { clip, photo } = await files();
  expect(clip).toBeNull();
  expect(photo).toBe(`the video of ${clipId}`);
  expect(await items()).toMatchObject([{ id: stillId, playback: "ready", durationMs: 3000 }]);
});

test("two servers that transcode a clip and its photo at once leave one file", async () => {
  const { clipId, stillId, server, files, joined } = await world();
  const second = server(async () => {});
  const first = server(async () => {
    await joined();
    await second.work(stillId);
  });
  await first.work(clipId);
  expect({ first: first.made, second: second.made }).toEqual({ first: [clipId], second: [stillId] });
  const { clip, photo } = await files();
  expect(clip).toBeNull();
  expect(photo).toBe(`the video of ${stillId}`);
});

test("a video that is deleted for good while it is transcoded leaves no file", async () => {
  const { ana, clipId, server, files } = await world();
  const { work } = server(async () => {
    await ana.delete(`/api/media/${clipId}`);
    await ana.delete(`/api/media/${clipId}/trash`);
  });
  await work(clipId);
  expect((await files()).clip).toBeNull();
});

test("long videos have a queue of their own, by their length or else by their size", () => {
  const queueOf = (durationMs: number | null, bytes: number) =>
    playbackQueueOf(playbackTask("wave", "ana", { durationMs, bytes })).name;
  expect(queueOf(290_000, 400_000_000)).toBe("media-play");
  expect(queueOf(310_000, 1000)).toBe("media-play-long");
  expect(queueOf(null, 20_000_000)).toBe("media-play");
  expect(queueOf(null, 400_000_000)).toBe("media-play-long");
});
