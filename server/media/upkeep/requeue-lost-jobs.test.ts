import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Jobs, type Queue, openJobs } from "../../platform/jobs/jobs.ts";
import { type TestApp, openTestApp } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { settledVideos } from "../fixtures/settled-videos.ts";
import { jpeg, stored } from "../fixtures/pictures.ts";
import { add } from "../fixtures/uploading.ts";
import { playbackQueue } from "../renditions/playback-jobs.ts";
import { type PictureTask, gridQueue, heavyQueue } from "../renditions/rendition-jobs.ts";
import { requeueLostJobs } from "./requeue-lost-jobs.ts";
import { unfinishedStore } from "./cleaning-store.ts";
import { hourMs } from "../../platform/durations.ts";

// Videos are prepared at the lowest priority.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });
let swell: TestApp;
let jobs: Jobs;
beforeAll(async () => {
  swell = await openTestApp({ FFMPEG: "off" });
  // These jobs are queued and not run.
  jobs = openJobs({ database: swell.database, works: false, log: () => {} });
  for (const queue of [gridQueue, heavyQueue, playbackQueue]) jobs.handle(queue, async () => new Map());
});
afterAll(async () => {
  await jobs.stop();
  await swell.close();
});

test("photos that stay in preparation for hours without a job get a new one", { tags: "long" }, async () => {
  const { ana, trip } = await newTrip(swell, { crew: ["ana"] });
  const album = `/api/trips/${trip}`;
  const photo = String((await add(swell, ana, album, await jpeg())).body["id"]);
  const video = String((await add(swell, ana, album, stored("videos/turned.mov"))).body["id"]);
  await add(swell, ana, album, await jpeg());
  await settledVideos(ana, album);

  const { db } = swell.database;
  await db.updateTable("media").set({ state: "processing" }).where("id", "in", [photo, video]).execute();
  await db.updateTable("media").set({ playback: "processing" }).where("id", "=", video).execute();
  const sent: string[] = [];
  const parts = {
    store: unfinishedStore(swell.database),
    jobs: {
      lost: jobs.lost,
      sendNow: async ({ name }: Queue<PictureTask>, tasks: readonly PictureTask[]) =>
        void sent.push(...tasks.map(({ id }) => `${name} ${id}`)),
      wake: () => {},
    } as unknown as Jobs,
  };
  await requeueLostJobs(parts, new Date(Date.now() + 2.9 * hourMs));
  expect(sent).toEqual([]);
  await jobs.sendLater(heavyQueue, [{ id: video }], 3600);
  await requeueLostJobs(parts, new Date(Date.now() + 3.1 * hourMs));
  expect(sent).toEqual([`${gridQueue.name} ${photo}`, `${playbackQueue.name} ${video}`]);

  await requeueLostJobs({ ...parts, jobs }, new Date(Date.now() + 3.1 * hourMs));
  await db.updateTable("media").set({ state: "ready" }).where("id", "=", video).execute();
  await settledVideos(ana, album);
});
