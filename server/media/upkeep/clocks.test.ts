import { afterAll, beforeAll, expect, test } from "vitest";
import { openBlobs } from "../../platform/blobs/open-blobs.ts";
import type { LiveEvent } from "#contract/live.ts";
import { type TestApp, openTestApp, rows } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { jpeg, phonePhoto, stored } from "../fixtures/pictures.ts";
import { add, settled } from "../fixtures/uploading.ts";
import { inspect } from "../inspect/inspect.ts";
import { TaskFault } from "../processes/child.ts";
import { clockStore } from "./clock-store.ts";
import { readClocks } from "./clocks.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

const partsOf = (told: LiveEvent[]) => ({
  blobs: openBlobs(swell.parts.config),
  store: clockStore(swell.database),
  live: { ...swell.parts.live, tell: (...events: LiveEvent[]) => void told.push(...events) },
  inspect: (path: string) => inspect(path),
});

test("photos from before are given the clocks of their files, once, and pages are told", async () => {
  const { ana, trip } = await newTrip(swell, { crew: ["ana"] });
  const url = `/api/trips/${trip}`;
  await add(swell, ana, url, await phonePhoto());
  await add(swell, ana, url, await jpeg(), { fileName: "IMG-20260705-WA0001.jpg" });
  await add(swell, ana, url, await jpeg());
  await add(swell, ana, url, await phonePhoto(1, { number: 77 }), { fileName: "gone.jpg" });
  await settled(ana, url);
  const clocks = async () =>
    Object.fromEntries(
      rows((await ana.get(`${url}/media`)).body).map((item) => [String(item["fileName"]), item["localTime"]]),
    );
  const registered = await clocks();
  expect(registered).toMatchObject({
    "IMG-20260705-WA0001.jpg": "2026-07-05T12:00:00",
    "gone.jpg": "2025-07-14T09:41:07",
  });

  const { db } = swell.database;
  // As they were before anybody asked for clocks, and one whose original was lost.
  await db.updateTable("media").set({ utc_offset: null, is_local_clock: false, is_clock_read: false }).execute();
  const lost = await db.selectFrom("media").select("id").where("file_name", "=", "gone.jpg").executeTakeFirstOrThrow();
  const told: LiveEvent[] = [];
  const parts = partsOf(told);
  await parts.blobs.remove(`${lost.id}/original`);
  expect(await readClocks(parts)).toBe(false);
  expect(await clocks()).toEqual({ ...registered, "gone.jpg": null });
  expect(told).toContainEqual({ scope: "trip", id: trip, kind: "media" });

  told.length = 0;
  await readClocks(parts);
  expect(told).toEqual([]);
});

test("a file that breaks whoever reads it is not read for ever, and a stop is no verdict", async () => {
  const { ana, trip } = await newTrip(swell, { crew: ["ana"] });
  await add(swell, ana, `/api/trips/${trip}`, stored("films/turned.mov"), { fileName: "turned.mov" });
  const { db } = swell.database;
  await db.updateTable("media").set({ is_clock_read: false }).where("trip_id", "=", trip).execute();
  const left = async () => (await clockStore(swell.database).unread(10)).length;
  const failing = (kind: TaskFault["kind"]) =>
    readClocks({ ...partsOf([]), inspect: () => Promise.reject(new TaskFault(kind, "no")) });
  await expect(failing("stopped")).rejects.toThrow("no");
  expect(await left()).toBe(1);
  expect(await failing("overdue")).toBe(false);
  expect(await left()).toBe(0);
});
