import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Jobs, type Queue, openJobs } from "../../platform/jobs/jobs.ts";
import { type TestApp, openTestApp } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { settledFilms } from "../fixtures/films.ts";
import { jpeg, stored } from "../fixtures/pictures.ts";
import { add } from "../fixtures/uploading.ts";
import { playQueue } from "../renditions/play-jobs.ts";
import { type PictureTask, gridQueue, heavyQueue } from "../renditions/rendition-jobs.ts";
import { sendStranded } from "./stranded.ts";
import { strandedStore } from "./stranded-store.ts";

// Preparing films gives way to everything else on the machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });
const hourMs = 3600 * 1000;
let swell: TestApp;
let jobs: Jobs;
beforeAll(async () => {
  swell = await openTestApp({ FFMPEG: "off" });
  // What is sent stays where it is until the test says otherwise.
  jobs = openJobs({ database: swell.database, works: false, log: () => {} });
  for (const queue of [gridQueue, heavyQueue, playQueue]) jobs.handle(queue, async () => new Map());
});
afterAll(async () => {
  await jobs.stop();
  await swell.close();
});

test("what has been prepared for hours, and is in no job, is sent again", async () => {
  const { ana, trip } = await newTrip(swell, { crew: ["ana"] });
  const place = `/api/trips/${trip}`;
  const photo = String((await add(swell, ana, place, await jpeg())).body["id"]);
  const film = String((await add(swell, ana, place, stored("films/turned.mov"))).body["id"]);
  await add(swell, ana, place, await jpeg());
  await settledFilms(ana, place);

  const { db } = swell.database;
  await db.updateTable("media").set({ state: "processing" }).where("id", "in", [photo, film]).execute();
  await db.updateTable("media").set({ playback: "processing" }).where("id", "=", film).execute();
  const sent: string[] = [];
  const parts = {
    store: strandedStore(swell.database),
    jobs: {
      lost: jobs.lost,
      sendNow: async ({ name }: Queue<PictureTask>, tasks: readonly PictureTask[]) =>
        void sent.push(...tasks.map(({ id }) => `${name} ${id}`)),
      wake: () => {},
    } as unknown as Jobs,
  };
  await sendStranded(parts, new Date(Date.now() + 2.9 * hourMs));
  expect(sent).toEqual([]);
  await jobs.sendLater(heavyQueue, [{ id: film }], 3600);
  await sendStranded(parts, new Date(Date.now() + 3.1 * hourMs));
  expect(sent).toEqual([`${gridQueue.name} ${photo}`, `${playQueue.name} ${film}`]);

  await sendStranded({ ...parts, jobs }, new Date(Date.now() + 3.1 * hourMs));
  await db.updateTable("media").set({ state: "ready" }).where("id", "=", film).execute();
  await settledFilms(ana, place);
});
