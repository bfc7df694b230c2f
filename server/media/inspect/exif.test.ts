import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { noCaptureTime } from "../clocks/capture-time.ts";
import { seeded } from "../../../try/stand-ins/seeded.ts";
import { type Field, exifBlock, fractions, text } from "../fixtures/exif-block.ts";
import { chunk, jpeg, phonePhoto, photo, undecodablePng } from "../fixtures/pictures.ts";
import { readExif } from "./exif.ts";
import { inspect } from "./inspect.ts";
import { readXmp } from "./xmp.ts";

const dir = mkdtempSync(path.join(os.tmpdir(), "swellmates-exif-"));
afterAll(() => rmSync(dir, { recursive: true }));

function look(bytes: Uint8Array) {
  const file = path.join(dir, "file");
  writeFileSync(file, bytes);
  return inspect(file);
}

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

/** An entry of any type, with these bytes as its value. */
const field = (tag: number, type: number, count: number, ...value: number[]): Field => ({
  tag,
  type,
  count,
  value: Buffer.from(value),
});
const taken = text(0x9003, "2025:07:14 09:41:07");
const zone = text(0x9011, "+02:00");
const place = [text(1, "N"), fractions(2, 43, 28, 50), text(3, "W"), fractions(4, 1, 33, 24)];
const here = { latitude: 43.480556, longitude: -1.556667, altitude: null };
const all = { orientation: 6, takenAt: "2025-07-14T07:41:07.000Z", place: here };
const sideways = field(0x0112, 3, 1, 0, 6);
const outside = (tag: number, type: number, count: number) => field(tag, type, count, 0x7f, 0xff, 0xff, 0xff);

test.each([
  ["BYTE", field(0x0112, 1, 1, 6)],
  ["SBYTE", field(0x0112, 6, 1, 6)],
  ["SHORT", sideways],
  ["SSHORT", field(0x0112, 8, 1, 0, 6)],
  ["LONG", field(0x0112, 4, 1, 0, 0, 0, 6)],
  ["SLONG", field(0x0112, 9, 1, 0, 0, 0, 6)],
])("an orientation of the type %s is read", (_type, orientation) => {
  expect(readExif(exifBlock({ main: [orientation] }))).toMatchObject({ orientation: 6 });
});

test.each([
  ["in the main directory", { main: [sideways, outside(0x010f, 2, 0xffffffff)], photo: [taken, zone], place }, all],
  ["beside the time", { main: [sideways], photo: [outside(0x9286, 7, 0xffffffff), taken, zone], place }, all],
  [
    "of the time",
    { main: [sideways, text(0x0132, "2025:07:14 07:41:07")], photo: [outside(0x9003, 2, 20)], place },
    all,
  ],
  ["of the zone", { main: [sideways], photo: [taken, outside(0x9011, 2, 7), text(0x9010, "+02:00")], place }, all],
  [
    "of the latitude",
    { main: [sideways], photo: [taken, zone], place: [...place.slice(2), text(1, "N"), outside(2, 5, 3)] },
    { ...all, place: null },
  ],
  ["of the height", { main: [sideways], photo: [taken, zone], place: [...place, outside(6, 5, 1)] }, all],
])("a broken entry %s costs no other one", (_where, parts, found) => {
  expect(readExif(exifBlock(parts))).toMatchObject(found);
});

test.each([
  ["outside of the block", Buffer.from([0x7f, 0xff, 0xff, 0xff])],
  ["to the block itself", Buffer.from([0, 0, 0, 8])],
])("a pointer that leads %s costs nothing else", (_where, to) => {
  const block = exifBlock({ main: [sideways], photo: [taken, zone], place });
  const moved = (tag: number) => {
    const copy = Buffer.from(block);
    to.copy(copy, copy.indexOf(Buffer.from([tag >> 8, tag & 255, 0, 4])) + 8);
    return readExif(copy);
  };
  expect(moved(0x8825)).toMatchObject({ ...all, place: null });
  expect(moved(0x8769)).toMatchObject({ ...all, takenAt: null });
});

test("a directory that is cut off, or filled with ones, is read as far as it goes", () => {
  const block = exifBlock({ main: [sideways], photo: [taken, zone], place });
  const placeAt = block.readUInt32BE(block.indexOf(Buffer.from([0x88, 0x25, 0, 4])) + 8);
  expect(readExif(Buffer.from(block).fill(0xff, placeAt))).toMatchObject({ ...all, place: null });
  const long = Buffer.from(block);
  long.writeUInt16BE(0xffff, placeAt);
  expect(readExif(long)).toMatchObject(all);
  expect(readExif(block.subarray(0, placeAt + 20))).toMatchObject({ ...all, place: null });
});

test.each([
  ["DateTime alone", [text(0x0132, "2025:07:14 09:41:07")], [zone], "2025-07-14T07:41:07.000Z"],
  [
    "zeros before DateTime",
    [text(0x0132, "2025:07:14 09:41:07")],
    [text(0x9003, "0000:00:00 00:00:00")],
    "2025-07-14T09:41:07.000Z",
  ],
  [
    "blanks before DateTime",
    [text(0x0132, "2025:07:14 09:41:07")],
    [text(0x9003, "    :  :     :  :  ")],
    "2025-07-14T09:41:07.000Z",
  ],
  [
    "a text of an undefined type",
    [],
    [
      { ...taken, type: 7 },
      { ...zone, type: 7 },
    ],
    "2025-07-14T07:41:07.000Z",
  ],
  ["a zero instead of the blank", [], [text(0x9003, "2025:07:14\x0009:41:07"), zone], "2025-07-14T07:41:07.000Z"],
  ["a fraction of its second", [], [taken, zone, text(0x9291, "4")], "2025-07-14T07:41:07.400Z"],
  ["a fraction of another time", [], [taken, zone, text(0x9290, "4")], "2025-07-14T07:41:07.000Z"],
])("a picture with %s says when it was taken", (_what, main, photoTags, takenAt) => {
  expect(readExif(exifBlock({ main, photo: photoTags }))).toMatchObject({ takenAt });
});

const signed = (tag: number, ...parts: (readonly [number, number])[]) => {
  const value = Buffer.alloc(parts.length * 8);
  for (const [i, pair] of parts.entries()) for (const [j, n] of pair.entries()) value.writeInt32BE(n, i * 8 + j * 4);
  return { tag, type: 10, count: parts.length, value };
};
const unsigned = (tag: number, ...parts: (readonly [number, number])[]) => ({ ...signed(tag, ...parts), type: 5 });
const east = [text(3, "E"), fractions(4, 70, 20, 0)];
const lima = { latitude: -18.5, longitude: 70.333333 };

test.each([
  ["of degrees and minutes, with 0/0 for the rest", [text(1, "S"), unsigned(2, [18, 1], [30, 1], [0, 0])], lima],
  ["of degrees, with 0/0 for the rest", [text(1, "S"), unsigned(2, [185, 10], [0, 0], [0, 0])], lima],
  ["of degrees alone", [text(1, "S"), unsigned(2, [185, 10])], lima],
  ["with a small letter", [text(1, "s"), fractions(2, 18, 30, 0)], lima],
  ["with a word", [text(1, "South"), fractions(2, 18, 30, 0)], lima],
  ["of signed fractions", [text(1, "S"), signed(2, [18, 1], [30, 1], [0, 1])], lima],
  ["with a sign that agrees with its letter", [text(1, "S"), signed(2, [-18, 1], [30, 1], [0, 1])], lima],
  ["with a sign against its letter", [text(1, "N"), signed(2, [-18, 1], [30, 1], [0, 1])], null],
  ["without a letter", [fractions(2, 18, 30, 0)], null],
  ["with a letter of the other axis", [text(1, "W"), fractions(2, 18, 30, 0)], null],
  ["of 0/0 degrees", [text(1, "S"), unsigned(2, [0, 0], [30, 1], [0, 1])], null],
  ["with minutes over zero", [text(1, "S"), unsigned(2, [18, 1], [30, 0], [0, 1])], null],
  ["of 75 minutes", [text(1, "S"), fractions(2, 18, 75, 0)], null],
])("a latitude %s", (_how, latitude, found) => {
  const { place: read } = readExif(exifBlock({ place: [...latitude, ...east] }));
  if (found) expect(read).toMatchObject(found);
  else expect(read).toBeNull();
});

test.each([
  [1, field(5, 1, 1, 1)],
  [3, field(5, 3, 1, 0, 1)],
  [4, field(5, 4, 1, 0, 0, 0, 1)],
])("a depth below the sea is read from a number of the type %i", (_type, reference) => {
  const found = readExif(exifBlock({ place: [...place, reference, fractions(6, 12)] }));
  expect(found.place).toEqual({ ...here, altitude: -12 });
});

const packet = (properties: string, elements = "") =>
  Buffer.from(
    `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description ${properties}>${elements}</rdf:Description></rdf:RDF></x:xmpmeta>`,
  );
const written = "2025-07-14T09:41:07+02:00";
const metres = `exif:GPSAltitude="125/10" exif:GPSAltitudeRef="0"`;

test.each([
  ["an attribute", `exif:DateTimeOriginal="${written}"`, ""],
  ["an element", "", `<photoshop:DateCreated>${written}</photoshop:DateCreated>`],
  ["a list", "", `<xmp:CreateDate>\n <rdf:Seq><rdf:li>${written}</rdf:li></rdf:Seq></xmp:CreateDate>`],
  ["another prefix", `xap:CreateDate = '${written}'`, ""],
  ["the most trusted of several", `xmp:CreateDate="2026-01-01" photoshop:DateCreated="${written}"`, ""],
])("the capture time in XMP is read from %s", (_what, properties, elements) => {
  expect(readExif(null, readXmp(packet(properties, elements)))).toMatchObject({ takenAt: all.takenAt, utcOffset: 120 });
});

test.each([
  ["degrees and minutes", `exif:GPSLatitude="43,28.83336N" exif:GPSLongitude="1,33.40002W"`],
  ["seconds", `exif:GPSLatitude="43,28,50N" exif:GPSLongitude="1,33,24W"`],
  ["decimal degrees", `exif:GPSLatitude="43.480556" exif:GPSLongitude="-1.556667"`],
  [
    "letters of their own",
    `exif:GPSLatitude="43.480556" exif:GPSLatitudeRef="N" exif:GPSLongitude="1.556667" exif:GPSLongitudeRef="W"`,
  ],
])("a location in XMP alone is read: %s", (_what, properties) => {
  expect(readExif(null, readXmp(packet(`${properties} ${metres}`))).place).toEqual({ ...here, altitude: 12.5 });
  expect(readExif(exifBlock({ place }), readXmp(packet(`exif:GPSLatitude="1N" exif:GPSLongitude="1E"`))).place).toEqual(
    here,
  );
});

test("a location in XMP with minutes and without letters is none", () => {
  expect(readExif(null, readXmp(packet(`exif:GPSLatitude="43,28.8" exif:GPSLongitude="1,33.4"`))).place).toBeNull();
});

const xmpOfPicture = packet(`exif:DateTimeOriginal="${written}"`);
const png = (...chunks: Buffer[]) => {
  const plain = undecodablePng();
  return Buffer.concat([plain.subarray(0, 33), ...chunks, plain.subarray(33)]);
};
const latin = (words: string) => Buffer.from(words, "latin1");

test.each([
  ["a JPEG", () => photo({ width: 60, height: 40 }).jpeg()],
  ["a WebP", () => photo({ width: 60, height: 40 }).webp()],
  ["an AVIF", () => photo({ width: 60, height: 40 }).avif({ effort: 0 })],
  ["a PNG", () => photo({ width: 60, height: 40 }).png()],
])("XMP is found in %s", async (_format, make) => {
  const bytes = await make().withXmp(xmpOfPicture.toString()).toBuffer();
  expect(await look(bytes)).toMatchObject({ takenAt: all.takenAt, utcOffset: 120 });
});

test.each([
  ["a text", () => chunk("tEXt", latin("Creation Time\0Mon, 14 Jul 2025 09:41:07 +0200"))],
  ["a compressed text", () => chunk("zTXt", Buffer.concat([latin("Creation Time\0\0"), deflateSync(written)]))],
  ["an international text", () => chunk("iTXt", latin(`Creation Time\0\0\0en\0\0${written}`))],
  [
    "a compressed XMP packet",
    () => chunk("iTXt", Buffer.concat([latin("XML:com.adobe.xmp\0\x01\0\0\0"), deflateSync(xmpOfPicture)])),
  ],
  [
    "ImageMagick's text, behind a bomb",
    () =>
      Buffer.concat([
        chunk("zTXt", Buffer.concat([latin("Creation Time\0\0"), deflateSync(Buffer.alloc(50_000_000))])),
        chunk("tEXt", latin(`exif:DateTimeOriginal\0${written}`)),
      ]),
  ],
])("a PNG says in %s when it was taken", async (_what, made) => {
  expect(await look(png(made()))).toMatchObject({ takenAt: all.takenAt });
});

test("a long hostile XMP packet takes no longer than its length", () => {
  const began = performance.now();
  for (const part of ["<exif:DateTimeOriginal ", "exif:DateTimeOriginal=", " a:GPSLatitude><", "x:CreateDate> "])
    readXmp(Buffer.from(part.repeat(1_000_000 / part.length)));
  expect(performance.now() - began).toBeLessThan(5000);
});
