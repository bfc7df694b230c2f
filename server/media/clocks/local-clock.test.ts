import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, openTestApp, rows } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { jpeg, phonePhoto } from "../fixtures/pictures.ts";
import { add } from "../fixtures/uploading.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

test("an upload has the local time of its metadata, else the one in its file name", async () => {
  const { ana, trip } = await newTrip(swell, { crew: ["ana"] });
  const album = `/api/trips/${trip}`;
  await add(swell, ana, album, await phonePhoto(), { fileName: "phone.jpg" });
  await add(swell, ana, album, await jpeg(), { fileName: "IMG-20260705-WA0001.jpg" });
  await add(swell, ana, album, await jpeg(), { fileName: "silent.jpg" });
  const items = rows((await ana.get(`${album}/media`)).body);
  expect(Object.fromEntries(items.map((item) => [String(item["fileName"]), item["localTime"]]))).toEqual({
    "phone.jpg": "2025-07-14T09:41:07",
    "IMG-20260705-WA0001.jpg": "2026-07-05T12:00:00",
    "silent.jpg": null,
  });
});
