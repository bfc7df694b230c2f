import { expect, test } from "vitest";
import { readNote } from "./read-note.ts";

const now = Date.parse("2026-11-29T12:00:00.000Z");
const read = (note: unknown) => readNote(JSON.stringify(note), now);

test("a note says when its photo was taken and what stands below it, and not where", () => {
  const note = {
    title: "IMG_1.jpg",
    description: " Dawn at Ribeira\nfirst light ",
    photoTakenTime: { timestamp: "1751705000", formatted: "5 Jul 2025, 08:43:20 UTC" },
    geoData: { latitude: 38.98, longitude: -9.42, altitude: 0 },
  };
  expect(read(note)).toEqual({ takenAtHint: "2025-07-05T08:43:20.000Z", caption: "Dawn at Ribeira\nfirst light" });
});

test.each([
  ["0", undefined],
  [-4_000_000_000, "1843-03-31T16:53:20.000Z"],
  ["-4600000000", undefined],
  ["99999999999", undefined],
  ["1751705000.5", undefined],
  ["yesterday", undefined],
  [null, undefined],
  [{}, undefined],
])("the timestamp %j says %s", (timestamp, takenAtHint) => {
  expect(read({ photoTakenTime: { timestamp } }).takenAtHint).toBe(takenAtHint);
});

test.each(["", "{", "[]", "7", "null", "\0", "[".repeat(100_000), '{"photoTakenTime":[],"description":{}}'])(
  "%j says nothing",
  (json) => {
    expect(readNote(json, now)).toEqual({});
  },
);

test("a description becomes a caption that can be stored", () => {
  expect(read({ description: `${"a".repeat(499)}😀` }).caption).toBe("a".repeat(499));
  expect(read({ description: "a\0b" }).caption).toBe("ab");
  expect(read({ description: "   " })).toEqual({});
});
