import { describe, expect, test } from "vitest";
import { captureTimeOf, chooseTime } from "./capture-time.ts";

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
    expect(captureTimeOf({ words: local, zones: [offset], satellite })).toEqual({
      takenAt,
      utcOffset,
      isLocalClock: utcOffset === null,
    });
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
    expect(captureTimeOf({ words: local, zones: ["+02:00"] })).toBeNull();
  });
});

const local = (takenAt: string) => [takenAt, null, true] as const;
const instant = (takenAt: string) => [takenAt, null, false] as const;
const summer = (takenAt: string) => [takenAt, 120, false] as const;

test.each([
  // EXIF, as cameras, phones and scanners write it.
  ["2025:07:14 09:41", local("2025-07-14T09:41:00.000Z")],
  ["2025: 7: 4  9: 1: 7", local("2025-07-04T09:01:07.000Z")],
  ["2025:07:14 24:05:15", local("2025-07-14T00:05:15.000Z")],
  ["2025:07:14\0\0", local("2025-07-14T12:00:00.000Z")],
  ["2025:07:14   :  :  ", local("2025-07-14T12:00:00.000Z")],
  ["2025:07:14 99:99:99", local("2025-07-14T12:00:00.000Z")],
  ["2025:07:14 09:41:07+02:00", summer("2025-07-14T07:41:07.000Z")],
  ["2025:07:14 09:41:07 +2:00", summer("2025-07-14T07:41:07.000Z")],
  ["2025:07:14 09:41:07-5", ["2025-07-14T14:41:07.000Z", -300, false]],
  ["2025:07:14 09:41:07.25", local("2025-07-14T09:41:07.250Z")],
  ["٢٠٢٥:٠٧:١٤ ٠٩:٤١:٠٧", local("2025-07-14T09:41:07.000Z")],
  ["1985:07:14 12:30:00", local("1985-07-14T12:30:00.000Z")],
  ["1968:07:14 12:30:00", local("1968-07-14T12:30:00.000Z")],
  ["1989:12:31 23:59:59", local("1989-12-31T23:59:59.000Z")],
  ["1980:01:02 00:00:00", local("1980-01-02T00:00:00.000Z")],
  // ISO 8601, in XMP and in tags of films.
  ["2025-07-14T09:41:07Z", instant("2025-07-14T09:41:07.000Z")],
  ["2025-07-14T09:41:07.125+0200", summer("2025-07-14T07:41:07.125Z")],
  ["2025-07-14T09:41+02:00", summer("2025-07-14T07:41:00.000Z")],
  ["2025-07-14 09:41:07 +0200", summer("2025-07-14T07:41:07.000Z")],
  ["2025-07-14T09:41:07", local("2025-07-14T09:41:07.000Z")],
  ["20250714T094107Z", instant("2025-07-14T09:41:07.000Z")],
  ["20250714094107", local("2025-07-14T09:41:07.000Z")],
  ["2025-07-14", local("2025-07-14T12:00:00.000Z")],
  ["2025/07/14 09:41:07", local("2025-07-14T09:41:07.000Z")],
  ["UTC 2025-07-14 09:41:07", local("2025-07-14T09:41:07.000Z")],
  // Texts of PNG.
  ["Mon, 14 Jul 2025 09:41:07 +0200", summer("2025-07-14T07:41:07.000Z")],
  ["Mon, 14 Jul 2025 09:41:07 GMT", instant("2025-07-14T09:41:07.000Z")],
  ["Mon Jul 14 09:41:07 2025", local("2025-07-14T09:41:07.000Z")],
  ["Mon Jul 14 09:41:07 CEST 2025", local("2025-07-14T09:41:07.000Z")],
  ["14 July 2025 9:41 PM", local("2025-07-14T21:41:00.000Z")],
  ["July 14, 2025", local("2025-07-14T12:00:00.000Z")],
  ["14.07.2025 09:41", local("2025-07-14T09:41:00.000Z")],
  ["7/4/2025 9:41:07 PM", local("2025-07-04T21:41:07.000Z")],
  ["7/14/2025", local("2025-07-14T12:00:00.000Z")],
  ["2025年7月14日 9時41分07秒", local("2025-07-14T09:41:07.000Z")],
])("the words '%s' say when a photo was taken", (words, [takenAt, utcOffset, isLocalClock]) => {
  expect(captureTimeOf({ words })).toEqual({ takenAt, utcOffset, isLocalClock });
});

test.each([
  "2025",
  "2025-07",
  "",
  "1980:01:01 03:12:00",
  "1970:01:01 01:00:00",
  "1969:12:31 16:00:04",
  "1826:07:14 12:00:00",
  "9999:99:99",
])("the words '%s' say nothing", (words) => {
  expect(captureTimeOf({ words })).toBeNull();
});

test.each([
  ["5", ".500Z"],
  ["05", ".050Z"],
  ["123456", ".123Z"],
  ["7  ", ".700Z"],
  ["x", ".000Z"],
])("the fraction '%s' of a second beside the time is '%s'", (fraction, end) => {
  expect(captureTimeOf({ words: "2025:07:14 09:41:07", fraction })?.takenAt).toBe(`2025-07-14T09:41:07${end}`);
});

test("a zone that cannot be read leaves its place to the next one", () => {
  const time = { words: "2025:07:14 09:41:07", zones: ["", null, "+99:00", "Zulu", "+2"] };
  expect(captureTimeOf(time)).toMatchObject({ utcOffset: 120 });
  expect(captureTimeOf({ ...time, zones: ["UTC"] })).toEqual({
    takenAt: "2025-07-14T09:41:07.000Z",
    utcOffset: null,
    isLocalClock: false,
  });
});

test("the first time wins, and a day alone gives way to a time of that day", () => {
  const chosen = (...all: string[]) => chooseTime(all.map((words) => ({ words })))?.takenAt;
  expect(chosen("0000:00:00", "2025-07-14 09:41:07", "2026-01-01 10:00:00")).toBe("2025-07-14T09:41:07.000Z");
  expect(chosen("2025-07-14", "2026-01-01 10:00:00", "2025-07-14T21:41:07Z")).toBe("2025-07-14T21:41:07.000Z");
  expect(chosen("2025-07-14", "2026-01-01 10:00:00")).toBe("2025-07-14T12:00:00.000Z");
  expect(chosen("", "yesterday")).toBeUndefined();
});
