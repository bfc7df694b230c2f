import { expect, test } from "vitest";
import { seeded } from "../../../try/stand-ins/seeded.ts";
import { exifWith, makerNote } from "../fixtures/live-photo.ts";
import { readExif } from "./exif.ts";

const contentId = "7B0D2A66-33C5-4A9B-9C6C-0D2F1B8E4A51";
const note = makerNote(contentId);
const idIn = (made: Buffer) => readExif(exifWith(made)).contentId;

/** The note with these bytes written at `at`. */
function changed(at: number, ...bytes: number[]): Buffer {
  const copy = Buffer.from(note);
  copy.set(bytes, at);
  return copy;
}

test("an iPhone's maker note names the Live Photo of a still", () => {
  expect(idIn(note)).toBe(contentId.toLowerCase());
});

// The second of two entries of twelve bytes, after the count.
const entry = 16 + 12;
test.each([
  ["of another maker", Buffer.from("Nikon\0\x02\x10\0\0MM\0*\0\0\0\x08", "latin1")],
  ["cut within its signature", note.subarray(0, 6)],
  ["cut within its directory", note.subarray(0, 20)],
  ["cut within the identifier", note.subarray(0, note.length - 8)],
  ["without a byte order", changed(12, 0x58, 0x58)],
  ["that claims too many entries", changed(14, 0xff, 0xff)],
  ["whose identifier is no text", changed(entry + 2, 0, 7)],
  ["whose identifier is too long", changed(entry + 4, 0, 1, 0, 0)],
  ["whose identifier lies outside", changed(entry + 8, 0xff, 0xff, 0xff, 0xf0)],
  ["whose identifier is the note itself", changed(entry + 8, 0, 0, 0, 0)],
  ["whose identifier is its own directory", changed(entry + 8, 0, 0, 0, 14)],
  ["whose identifier is another text", makerNote("x".repeat(36))],
  ["with no identifier", makerNote("")],
])("a maker note %s is ignored, and the other tags are read", (_case, made) => {
  expect(readExif(exifWith(made))).toMatchObject({
    contentId: null,
    takenAt: "2025-07-14T07:41:07.000Z",
    place: { latitude: 43.480556 },
  });
});

test("a corrupted maker note gives a valid identifier or none", () => {
  const below = seeded(20);
  for (let round = 0; round < 5000; round++) {
    const made = Buffer.from(note).subarray(0, 1 + below(note.length));
    for (let change = 0; change < below(6); change++) made[below(made.length)] = below(256);
    const { contentId: found, takenAt } = readExif(exifWith(made));
    if (found !== null) expect(found).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(takenAt).toBe("2025-07-14T07:41:07.000Z");
  }
});
