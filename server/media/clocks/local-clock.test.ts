import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, openTestApp, rows } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { jpeg, phonePhoto, stored } from "../fixtures/pictures.ts";
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

const local = "2025-07-14T09:41:07.000Z";
const zoned = "2025-07-14T07:41:07.000Z";

test.each([
  ["datetime-only.jpg", { takenAt: local }],
  ["scan-1985.jpg", { takenAt: "1985-07-14T12:30:00.000Z" }],
  ["xmp-date.jpg", { takenAt: zoned }],
  ["png-creation-time.png", { takenAt: local }],
  ["date-without-seconds.jpg", { takenAt: "2025-07-14T09:41:00.000Z" }],
  ["epoch-1970.mp4", { takenAt: local }],
  ["gps-pointer-broken.jpg", { takenAt: zoned, width: 160, height: 240 }],
])("the file %s is taken when it says, and has its size", async (file, expected) => {
  const { ana, trip } = await newTrip(swell, { crew: ["ana"] });
  const { body } = await add(swell, ana, `/api/trips/${trip}`, stored(`tags/${file}`), { fileName: "photo.jpg" });
  expect(body).toMatchObject(expected);
});

test.each([
  ["gps-ref-lowercase.jpg", { latitude: -18.545425, longitude: -70.331222, altitude: null }],
  ["gps-seconds-0-over-0.jpg", { latitude: 43.4805, longitude: -1.5568, altitude: null }],
  ["gps-pointer-broken.jpg", null],
])("the file %s is where it says", async (file, expected) => {
  const { ana, trip } = await newTrip(swell, { crew: ["ana"] });
  const { body } = await add(swell, ana, `/api/trips/${trip}`, stored(`tags/${file}`));
  const found = await ana.get(`/api/media/${String(body["id"])}/place`);
  expect(found.body).toEqual({ place: expected });
});

test("a name in another language gives its time, and one of the year 1968 too", async () => {
  const { ana, trip } = await newTrip(swell, { crew: ["ana"] });
  const takenAt = async (fileName: string) =>
    (await add(swell, ana, `/api/trips/${trip}`, await jpeg(), { fileName })).body["takenAt"];
  expect(await takenAt("Bildschirmfoto 2025-07-14 um 9.41.07.png")).toBe(local);
  expect(await takenAt("Oma 1968-07-14.jpg")).toBe("1968-07-14T12:00:00.000Z");
});
