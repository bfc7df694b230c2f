import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Body, type TestApp, type TestPerson, openTestApp } from "../testing/app.ts";
import { newTrip } from "../testing/builders.ts";
import { heic } from "./fixtures/heic.ts";
import { animated, chunk, phonePhoto, photo, quartersOf } from "./fixtures/pictures.ts";
import { avifSequence, heicSequence } from "./fixtures/sequences.ts";
import { settledVideos } from "./fixtures/settled-videos.ts";
import { add, addressFor, open, put } from "./fixtures/uploading.ts";

type Make = () => Promise<Buffer> | Buffer;

const look = { width: 300, height: 200 };
const jpeg = (options: object = {}) => photo(look).jpeg(options).toBuffer();
const png = () => photo(look).png().toBuffer();
const gif = () => photo(look).gif().toBuffer();
const webp = () => photo(look).webp().toBuffer();
const avif = () => photo(look).avif({ effort: 0 }).toBuffer();
const quarters = () => heic();

const without = (bytes: Buffer, count: number) => bytes.subarray(0, -count);
const behind = (bytes: Buffer, ...more: readonly (Buffer | string)[]) =>
  Buffer.concat([bytes, ...more.map((part) => Buffer.from(part as string))]);
/** Returns the file with `part` inserted at `offset`. */
const inserted = (bytes: Buffer, offset: number, part: Buffer) =>
  Buffer.concat([bytes.subarray(0, offset), part, bytes.subarray(offset)]);
const junk = Buffer.alloc(30, 0xa5);
const afterHeader = 33;

function damagedChunk(name: string, content: Buffer): Buffer {
  const bytes = chunk(name, content);
  bytes[bytes.length - 1]! ^= 1;
  return bytes;
}
async function sidewaysExif(): Promise<Buffer> {
  const { exif } = await sharp(await phonePhoto(6)).metadata();
  return exif!.subarray(6);
}
/** The WebP with another size in its header. */
function sized(bytes: Buffer, more: number): Buffer {
  const changed = Buffer.from(bytes);
  changed.writeUInt32LE(changed.readUInt32LE(4) + more, 4);
  return changed;
}
/** The file whose last box has no length of its own, and lasts to the end. */
function endless(bytes: Buffer): Buffer {
  bytes.writeUInt32BE(0, bytes.lastIndexOf("mdat") - 4);
  return bytes;
}
/** A picture beside which a sequence has its track, with the brands of a sequence. */
function withTrack(still: Buffer, track: Buffer, first: string, others: string): Buffer {
  const brands = 8;
  const bytes = behind(still, track.subarray(track.readUInt32BE()));
  bytes.write(first, brands, "latin1");
  for (let at = brands + 8; at < still.readUInt32BE(); at += 4) bytes.write(others, at, "latin1");
  return bytes;
}
/** Where the frame of a JPEG begins, after its tables. */
const atFrame = (bytes: Buffer) => bytes.indexOf("ffc0", 0, "hex");

const shown: Readonly<Record<string, Make>> = {
  "a JPEG without its end marker": async () => without(await jpeg(), 2),
  "a JPEG with half of its end marker": async () => without(await jpeg(), 1),
  "a progressive JPEG without its end marker": async () => without(await jpeg({ progressive: true }), 2),
  "a JPEG in grey and colours without its end marker": async () =>
    without(await jpeg({ chromaSubsampling: "4:4:4", optimiseCoding: true }), 2),
  "a JPEG with zeros in the place of its end marker": async () => behind(without(await jpeg(), 2), Buffer.alloc(500)),
  "a JPEG with stray bytes after its start": async () => inserted(await jpeg(), 2, Buffer.from("00a51b", "hex")),
  "a JPEG with stray bytes between two segments": async () => {
    const bytes = await jpeg();
    return inserted(bytes, atFrame(bytes), Buffer.from("0d0aff00a5", "hex"));
  },
  "a JPEG with filling before a marker": async () => {
    const bytes = await jpeg();
    return inserted(bytes, atFrame(bytes), Buffer.from("ffffff", "hex"));
  },
  "a PNG with a damaged text": async () =>
    inserted(await png(), afterHeader, damagedChunk("tEXt", Buffer.from("Comment\0waves"))),
  "a PNG with a damaged orientation": async () =>
    inserted(await png(), afterHeader, damagedChunk("eXIf", await sidewaysExif())),
  "a PNG with a damaged profile and a damaged transparency": async () => {
    const bytes = inserted(await png(), afterHeader, damagedChunk("tRNS", Buffer.alloc(6)));
    return inserted(bytes, afterHeader, damagedChunk("iCCP", Buffer.from("profile\0\0nonsense")));
  },
  "a PNG without its last chunk": async () => without(await png(), 12),
  "an interlaced PNG with half of its last chunk": async () =>
    without(await photo(look).png({ progressive: true, palette: true }).toBuffer(), 5),
  "a PNG with bytes after its end": async () => behind(await png(), junk),
  "a GIF without its last byte": async () => without(await gif(), 1),
  "a GIF with a zero before its last byte": async () => behind(without(await gif(), 1), Buffer.from([0, 0x3b])),
  "a GIF with other bytes in the place of its last one": async () => behind(without(await gif(), 1), junk),
  "an animated GIF without its last byte": async () => without(await animated("gif"), 1),
  "a WebP with bytes after its end": async () => behind(await webp(), junk),
  "a WebP that counts a byte too many": async () => sized(await webp(), 1),
  "an animated WebP that counts a byte too many": async () => sized(await animated("webp"), 1),
  "a WebP that counts its own header too": async () => sized(await webp(), 8),
  "a WebP that counts too few bytes": async () => sized(await webp(), -2),
  "a HEIC with bytes behind it that are no box": () => behind(quarters(), junk),
  "a HEIC with a text behind it": () => behind(quarters(), "Sent from a phone"),
  "a HEIC with half a box behind it": () => behind(quarters(), Buffer.from("0000100066726565", "hex")),
  "a HEIC whose last box has no length": () => endless(quarters()),
  "an AVIF with bytes behind it that are no box": async () => behind(await avif(), junk),
  "an AVIF whose last box has no length": async () => endless(await avif()),
  "a sequence in AV1": avifSequence,
  "a sequence in AV1 with a general brand": () => avifSequence({ brands: ["msf1", "avisiso8"] }),
  "a sequence in AV1 with a still": async () => withTrack(await avif(), await avifSequence(), "avis", "avis"),
  "a sequence in AV1 with a still and a general brand": async () =>
    withTrack(await avif(), await avifSequence(), "msf1", "avis"),
  "an AVIF that calls itself a sequence": async () =>
    withTrack(await avif(), Buffer.from("00000004", "hex"), "avif", "avis"),
  "a sequence in HEVC with a HEIC still": () => withTrack(quarters(), heicSequence(), "msf1", "hevc"),
};
const red: Readonly<Record<string, Make>> = {
  "a sequence in HEVC": () => heicSequence(),
  "a sequence in HEVC with the handler of films": () => heicSequence({ handler: "vide", brands: ["hevc", "msf1"] }),
  "a sequence in HEVC, turned": () => heicSequence({ isTurned: true }),
  "a sequence in HEVC with bytes behind it": () => behind(heicSequence(), junk),
};

let swell: TestApp;
let ana: TestPerson;
let album: string;
const sent = new Map<string, Buffer>();
const refusals = new Map<string, string>();
// All files are uploaded and prepared first; the tests only look at the results.
beforeAll(async () => {
  swell = await openTestApp();
  const made = await newTrip(swell, { crew: ["ana"] });
  ana = made.ana;
  album = `/api/trips/${made.trip}`;
  for (const [caption, make] of [...Object.entries(shown), ...Object.entries(red)]) {
    const bytes = await make();
    sent.set(caption, bytes);
    const answer = await add(swell, ana, album, bytes, { caption }).catch((error: Error) => error.message);
    if (typeof answer === "string") refusals.set(caption, answer);
  }
  await settledVideos(ana, album);
}, 180_000);
afterAll(() => swell.close());

async function expectShown(name: string, colours: string, size: { width?: number; height?: number }) {
  expect(refusals.get(name)).toBeUndefined();
  const { body } = await ana.get(`${album}/media?limit=200`);
  const item = (body as unknown as Body[]).find(({ caption }) => String(caption) === name)!;
  expect(item).toMatchObject({ state: "ready", ...size });
  for (const asked of ["thumb", "medium", "large", "tile"]) {
    const { status, bytes } = await open(swell, ana, `/objects/${String(item["id"])}?size=${asked}`);
    expect([asked, status]).toEqual([asked, 200]);
    expect([asked, await quartersOf(bytes)]).toEqual([asked, colours]);
  }
  const original = await open(swell, ana, `/objects/${String(item["id"])}`);
  expect(original.bytes.equals(sent.get(name)!)).toBe(true);
}

test.each(Object.keys(shown))("%s is accepted, kept as it is, and shown", (name) =>
  expectShown(name, "rgby", name.includes("HEIC") ? {} : look),
);

test.each(Object.keys(red))("%s is shown by its first picture", (name) =>
  expectShown(name, "rrrr", { width: 64, height: 64 }),
);

test("a series of pictures in another coding is refused as what it is", async () => {
  const address = await addressFor(ana);
  const answer = await put(swell, ana, address, heicSequence({ coding: "mp4v" }));
  expect(answer).toMatchObject({ status: 415, body: { code: "unsupported_type" } });
  expect(String(answer.body["error"])).toContain("This file is a series of pictures. Please choose a photo");
});

test.each<[string, Make]>([
  ["a JPEG cut off in its last row", async () => without(await jpeg(), 40)],
  ["a JPEG whose last part is missing behind its rows", async () => without(await jpeg({ progressive: true }), 60)],
  ["a PNG cut off in its pixels", async () => without(await png(), 20)],
  ["a GIF cut off in its picture", async () => without(await gif(), 3)],
  ["a WebP cut off in its picture", async () => without(await webp(), 4)],
  [
    "an animated WebP without its last frame",
    async () => {
      const bytes = await animated("webp");
      return bytes.subarray(0, bytes.lastIndexOf("ANMF"));
    },
  ],
  ["a HEIC cut off in its picture", () => without(quarters(), 2)],
  ["a sequence cut off in its index", () => without(heicSequence(), 2)],
  [
    "a PNG with a damaged palette",
    async () => {
      const bytes = await photo(look).png({ palette: true }).toBuffer();
      bytes[bytes.indexOf("PLTE") + 5]! ^= 1;
      return bytes;
    },
  ],
])("%s is refused", async (_name, make) => {
  expect(await put(swell, ana, await addressFor(ana), await make())).toMatchObject({
    status: 422,
    body: { code: "broken_file" },
  });
});
