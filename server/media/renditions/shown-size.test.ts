import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, openTestApp } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { exifBlock } from "../fixtures/exif-block.ts";
import { jpegWith } from "../fixtures/live-photo.ts";
import { add, settled } from "../fixtures/uploading.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

/** An orientation of 6 as a FLOAT, which the inspection reads and the decoder does not. */
const odd = { tag: 0x0112, type: 11, count: 1, value: Buffer.from([0x40, 0xc0, 0, 0]) };

test("a photo gets the size of its picture, whatever its file says", async () => {
  const { ana, trip } = await newTrip(swell, { crew: ["ana"] });
  const album = `/api/trips/${trip}`;
  const { body } = await add(swell, ana, album, await jpegWith(exifBlock({ main: [odd] })));
  expect(body).toMatchObject({ width: 600, height: 900 });
  const before = (await ana.get(`${album}/media/outline?zone=UTC`)).body["shapes"];
  expect(await settled(ana, album)).toMatchObject([{ width: 900, height: 600, state: "ready" }]);
  const after = (await ana.get(`${album}/media/outline?zone=UTC`)).body["shapes"];
  expect(after).not.toBe(before);
});
