import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { seeded } from "../../stand-ins/seeded.ts";
import { jpeg, phonePhoto } from "../fixtures/pictures.ts";
import { captureTimeOf, noCaptureTime, readExif } from "./exif.ts";

const utc = (text: string) => Date.parse(`${text}Z`);

describe("the capture time", () => {
  test.each([
    ["of a camera that names its zone", "2025:07:14 09:41:07", "+02:00", null, "2025-07-14T07:41:07.000Z", 120],
    ["west of Greenwich, across midnight", "2025:07:14 22:30:00", "-05:30", null, "2025-07-15T04:00:00.000Z", -330],
    [
      "with a zone implied by GPS time",
      "2025:07:14 09:41:07",
      null,
      utc("2025-07-14T07:41:03"),
      "2025-07-14T07:41:07.000Z",
      120,
    ],
    [
      "in a zone of quarter hours",
      "2025:07:14 09:41:07",
      null,
      utc("2025-07-14T03:56:07"),
      "2025-07-14T03:56:07.000Z",
      345,
    ],
    [
      "with GPS time of ten minutes before",
      "2025:07:14 09:41:07",
      null,
      utc("2025-07-14T07:31:07"),
      "2025-07-14T07:41:07.000Z",
      120,
    ],
    [
      "across midnight in UTC",
      "2025:07:15 00:10:00",
      null,
      utc("2025-07-14T22:10:00"),
      "2025-07-14T22:10:00.000Z",
      120,
    ],
    [
      "ignores GPS time that implies no real zone",
      "2025:07:14 09:41:07",
      null,
      utc("2025-07-14T08:11:07"),
      "2025-07-14T09:41:07.000Z",
      null,
    ],
    ["of a camera that writes dashes", "2025-07-14 09:41:07", "+02:00", null, "2025-07-14T07:41:07.000Z", 120],
    [
      "ignores GPS time of another day",
      "2025:07:14 09:41:07",
      null,
      utc("2025-07-11T07:41:07"),
      "2025-07-14T09:41:07.000Z",
      null,
    ],
    ["of a camera without a zone", "2025:07:14 09:41:07", null, null, "2025-07-14T09:41:07.000Z", null],
    ["ignores an impossible zone", "2025:07:14 09:41:07", "+99:00", null, "2025-07-14T09:41:07.000Z", null],
    ["in a zone without a colon", "2025:07:14 09:41:07", "+0545", null, "2025-07-14T03:56:07.000Z", 345],
    ["on a leap day", "2024:02:29 00:00:00", "+00:00", null, "2024-02-29T00:00:00.000Z", 0],
  ])("%s", (_case, local, offset, satellite, takenAt, utcOffset) => {
    expect(captureTimeOf(local, offset, satellite)).toEqual({ takenAt, utcOffset, isLocalClock: utcOffset === null });
  });

  test.each([
    "0000:00:00 00:00:00",
    "2025:13:01 00:00:00",
    "2025:02:30 00:00:00",
    "    :  :     :  :  ",
    "yesterday",
    "1899:12:31 00:00:00",
    "1904:01:01 00:00:00",
    "1970:01:01 00:00:00",
    "1980:01:06 00:00:00",
  ])("is unknown for '%s'", (local) => {
    expect(captureTimeOf(local, "+02:00", null)).toBeNull();
  });
});

test.each([
  ["whose original time is invalid", { DateTimeOriginal: "1970:01:01 00:00:03", OffsetTimeOriginal: "+02:00" }],
  ["without an original time", { OffsetTimeDigitized: "+02:00" }],
])("a picture %s takes the time and zone of its digitization", async (_, more) => {
  const tags = { DateTimeDigitized: "2025:07:14 09:41:07", ...more };
  const { exif } = await sharp(await jpeg())
    .withExif({ IFD2: tags })
    .toBuffer()
    .then((made) => sharp(made).metadata());
  expect(readExif(exif!.subarray(6))).toMatchObject({ takenAt: "2025-07-14T07:41:07.000Z", utcOffset: 120 });
});

test("EXIF of either byte order is read", async () => {
  const { exif } = await sharp(await phonePhoto(6)).metadata();
  const block = Buffer.from(exif!).subarray(exif!.toString("latin1", 0, 4) === "Exif" ? 6 : 0);
  expect(["II", "MM"]).toContain(block.toString("latin1", 0, 2));
  expect(readExif(block)).toEqual({
    orientation: 6,
    takenAt: "2025-07-14T07:41:07.000Z",
    utcOffset: 120,
    isLocalClock: false,
    place: { latitude: 43.480556, longitude: -1.556667, altitude: null },
    contentId: null,
  });
  const bigEndian = Buffer.from("4d4d002a00000008000101120003000000010008000000000000", "hex");
  expect(readExif(bigEndian)).toEqual({ orientation: 8, ...noCaptureTime, place: null, contentId: null });
});

test("corrupt EXIF yields valid values or none, and never throws", async () => {
  const { exif } = await sharp(await phonePhoto(6)).metadata();
  const below = seeded(11);
  for (let round = 0; round < 5000; round++) {
    const block = Buffer.from(exif!).subarray(0, 1 + below(exif!.length));
    for (let change = 0; change < below(12); change++) block[below(block.length)] = below(256);
    const { orientation, takenAt, place } = readExif(block);
    if (place) expect(Math.abs(place.latitude)).toBeLessThanOrEqual(90);
    expect(orientation).toBeGreaterThanOrEqual(1);
    expect(orientation).toBeLessThanOrEqual(8);
    if (takenAt !== null) expect(new Date(takenAt).toISOString()).toBe(takenAt);
  }
  expect(readExif(null)).toEqual({ orientation: 1, ...noCaptureTime, place: null, contentId: null });
});
