import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { jpeg } from "../fixtures/pictures.ts";
import { add, open } from "../fixtures/uploading.ts";
import { type TestApp, type TestPerson, openTestApp } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { unzip } from "./fixtures/unzip.ts";

let swell: TestApp;
let ana: TestPerson;
let squad: string;
let trip: string;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());
beforeEach(async () => {
  ({ ana, squad, trip } = await newTrip(swell, { crew: ["ana"] }));
});

/** Adds a photo with this capture time. */
async function shot(
  takenAt: string,
  clock: { utcOffset?: number; isLocalClock?: boolean } = {},
  album = `trips/${trip}`,
) {
  const { body } = await add(swell, ana, `/api/${album}`, await jpeg(), { fileName: "wave.jpg" });
  const { utcOffset = null, isLocalClock = false } = clock;
  await swell.database.db
    .updateTable("media")
    .set({ taken_at: new Date(takenAt), utc_offset: utcOffset, is_local_clock: isLocalClock })
    .where("id", "=", String(body["id"]))
    .execute();
}

const lisbon = { utcOffset: 60 };
const download = async (url: string) => {
  const { bytes, headers } = await open(swell, ana, url);
  return { files: unzip(bytes), etag: headers["etag"] };
};
const ask = async (body: object, timeZone: string) =>
  String((await ana.post("/api/media/zips", { ...body, timeZone })).body["url"]);
const times = async (body: object, timeZone: string) => {
  const { files } = await download(await ask(body, timeZone));
  return files.map(({ name, clock }) => [name.split("/").at(-1)!.slice(0, 19), clock]);
};

test.each(["Asia/Tokyo", "America/Los_Angeles"])(
  "photos in a zip are named by their local time, not the downloader's (%s)",
  async (zone) => {
    // Two of a camera without a zone, one with an offset, one in UTC only, and one in UTC only a month later.
    await shot("2026-07-04T18:22:05Z", { isLocalClock: true });
    await shot("2026-07-04T23:50:00Z", { isLocalClock: true });
    await shot("2026-07-05T23:10:00Z", lisbon);
    await shot("2026-07-06T23:30:00Z");
    await shot("2026-08-20T12:00:00Z");
    expect(await times({ tripId: trip }, zone)).toEqual([
      ["2026-07-04 18.22.05", "2026-07-04 18:22:04"],
      ["2026-07-04 23.50.00", "2026-07-04 23:50:00"],
      ["2026-07-06 00.10.00", "2026-07-06 00:10:00"],
      ["2026-07-07 00.30.00", "2026-07-07 00:30:00"],
      ["2026-08-20 13.00.00", "2026-08-20 13:00:00"],
    ]);
    const outline = await ana.get(`/api/trips/${trip}/media/outline?zone=${zone}`);
    expect(outline.body["days"]).toEqual([
      ["2026-08-20", 1],
      ["2026-07-07", 1],
      ["2026-07-06", 1],
      ["2026-07-04", 2],
    ]);
  },
);

test("without any offset the downloader's zone counts; outside trips, nearby days", async () => {
  await shot("2026-07-04T23:30:00Z", {}, `squads/${squad}`);
  await shot("2026-07-20T11:00:00Z", lisbon, `squads/${squad}`);
  await shot("2026-07-21T11:00:00Z", {}, `squads/${squad}`);
  expect(await times({ squadId: squad }, "Asia/Kolkata")).toEqual([
    ["2026-07-05 05.00.00", "2026-07-05 05:00:00"],
    ["2026-07-20 12.00.00", "2026-07-20 12:00:00"],
    ["2026-07-21 12.00.00", "2026-07-21 12:00:00"],
  ]);
});

test("later photos rename nothing in an existing zip", async () => {
  await shot("2026-07-04T12:00:00Z");
  const url = await ask({ tripId: trip }, "UTC");
  const before = await download(url);
  await shot("2026-07-04T13:00:00Z", lisbon);
  const after = await download(url);
  expect(after).toEqual(before);
  expect(await times({ tripId: trip }, "UTC")).toEqual([
    ["2026-07-04 13.00.00", "2026-07-04 13:00:00"],
    ["2026-07-04 14.00.00", "2026-07-04 14:00:00"],
  ]);
});

test("an account export uses the same local times", async () => {
  await shot("2026-07-04T23:50:00Z", { isLocalClock: true });
  await shot("2026-07-05T23:10:00Z", lisbon);
  await shot("2026-07-09T23:30:00Z");
  await shot("2026-07-10T20:00:00Z", {}, `squads/${squad}`);
  const { files } = await download("/api/account/export?timeZone=Asia/Tokyo");
  expect(files.filter(({ name }) => name.startsWith("photos/")).map(({ name, clock }) => [name, clock])).toEqual([
    ["photos/2026-07-04 wave.jpg", "2026-07-04 23:50:00"],
    ["photos/2026-07-06 wave.jpg", "2026-07-06 00:10:00"],
    ["photos/2026-07-10 wave.jpg", "2026-07-10 00:30:00"],
    ["photos/2026-07-11 wave.jpg", "2026-07-11 05:00:00"],
  ]);
  const listed: unknown = JSON.parse(String(files.find(({ name }) => name === "media.json")!.bytes));
  expect(listed).toMatchObject([
    { localTime: "2026-07-04T23:50:00" },
    { localTime: "2026-07-06T00:10:00" },
    { localTime: null },
    { localTime: null },
  ]);
});
