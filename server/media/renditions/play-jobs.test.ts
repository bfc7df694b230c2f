import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBlobs } from "../../platform/blobs/open-blobs.ts";
import type { Handler, Jobs, Queue } from "../../platform/jobs/jobs.ts";
import { type TestApp, openTestApp } from "../../testing/app.ts";
import { settledFilms } from "../fixtures/films.ts";
import { halves } from "../fixtures/halves.ts";
import { type PlayParts, workOnFilms } from "./play-jobs.ts";
import { playStore } from "./play-store.ts";
import type { PictureTask } from "./rendition-jobs.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp({ FFMPEG: "off" });
});
afterAll(() => swell.close());

/** A server of its own that makes films as it is told, beside the one under test. */
async function world() {
  const pair = await halves(swell);
  await settledFilms(pair.ana, `/api/trips/${pair.trip}`);
  const blobs = openBlobs(swell.parts.config);
  await blobs.remove(`${pair.filmId}/video`);
  const store = playStore(swell.database);
  const server = (make: (id: string) => Promise<void>) => {
    let handler: Handler<PictureTask> | undefined;
    const made: string[] = [];
    const jobs = { handle: (_queue: Queue<PictureTask>, given: Handler<PictureTask>) => (handler = given) };
    const play: PlayParts["play"] = async ({ id }) => {
      made.push(id);
      await make(id);
      await blobs.put(`${id}/video`, Buffer.from(`the film of ${id}`));
      return { playback: "ready", durationMs: 3000 };
    };
    workOnFilms({ jobs: jobs as unknown as Jobs, blobs, store, live: { ...swell.parts.live, tell: () => {} }, play });
    return { made, work: (id: string) => handler!([{ id: "job", task: { id }, isLast: false }]) };
  };
  const files = async () => ({
    film: await blobs.sizeOf(`${pair.filmId}/video`),
    photo: await blobs.withFile(`${pair.stillId}/video`, (file) => readFile(file, "utf8")),
  });
  return { ...pair, blobs, store, server, files, joined: () => swell.database.transact(pair.join) };
}
test("a film whose still comes while it is being made is not made a second time", async () => {
  const { filmId, stillId, server, files, joined, items } = await world();
  const { made, work } = server(async (id) => void (id === filmId && (await joined())));
  expect(await work(filmId)).toEqual(new Map());
  expect(await work(stillId)).toEqual(new Map());
  expect(made).toEqual([filmId]);
  const { film, photo } = await files();
  expect(film).toBeNull();
  expect(photo).toBe(`the film of ${filmId}`);
  expect(await items()).toMatchObject([{ id: stillId, playback: "ready", durationMs: 3000 }]);
});

test("two servers that make the film of a video and of its photo at once leave one file", async () => {
  const { filmId, stillId, server, files, joined } = await world();
  const second = server(async () => {});
  const first = server(async () => {
    await joined();
    await second.work(stillId);
  });
  await first.work(filmId);
  expect({ first: first.made, second: second.made }).toEqual({ first: [filmId], second: [stillId] });
  const { film, photo } = await files();
  expect(film).toBeNull();
  expect(photo).toBe(`the film of ${stillId}`);
});

test("nothing stays of a film that was deleted while it was being made", async () => {
  const { ana, filmId, server, files } = await world();
  const { work } = server(async () => {
    await ana.delete(`/api/media/${filmId}`);
    await ana.delete(`/api/media/${filmId}/trash`);
  });
  await work(filmId);
  expect((await files()).film).toBeNull();
});
