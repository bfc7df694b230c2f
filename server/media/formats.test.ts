import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Body, type TestApp, type TestPerson, openTestApp } from "../testing/app.ts";
import { newTrip } from "../testing/builders.ts";
import { jpeg, motionHeic, motionPhoto, animated, phonePhoto, photo, quartersOf, stored } from "./fixtures/pictures.ts";
import { fragmented, recordedWebm } from "./fixtures/recordings.ts";
import { add, addressFor, open, put } from "./fixtures/uploading.ts";
import { settledVideos } from "./fixtures/settled-videos.ts";

const hasFfmpeg = spawnSync("ffmpeg", ["-version"]).status === 0;
/** Red on the left, transparent on the right. */
const cutOut = () =>
  sharp({ create: { width: 32, height: 64, channels: 4, background: "#f00" } }).extend({
    right: 32,
    background: { r: 0, g: 0, b: 0, alpha: 0 },
  });
const pictures = {
  "a JPEG held sideways": () => phonePhoto(6, { width: 640, height: 480 }),
  "a PNG": () => photo().png().toBuffer(),
  "a WebP": () => photo().webp().toBuffer(),
  "a GIF": () => photo().gif().toBuffer(),
  "an AVIF": () => photo().avif({ effort: 0 }).toBuffer(),
  "a HEIC": async () => stored("quarters.heic"),
  "a HEIC cut out of its ground": async () => stored("cut-out.heic"),
  "an AVIF cut out of its ground": () => cutOut().avif({ effort: 0 }).toBuffer(),
  "a PNG cut out of its ground": () => cutOut().png().toBuffer(),
  "an animated GIF": () => animated("gif"),
  "an animated WebP": () => animated("webp"),
  "Google's motion photo": motionPhoto,
  "Samsung's motion photo": async () => motionHeic(),
  "a phone's photo": () => phonePhoto(),
  "an MP4": async () => stored("videos/wave.mp4"),
  "an iPhone's MOV, held upright": async () => stored("videos/turned.mov"),
  "a WebM": async () => stored("videos/reel.webm"),
  "an MP4 in fragments": fragmented,
  "a WebM from a browser's recorder": recordedWebm,
};
type Name = keyof typeof pictures;
const dated = {
  "IMG-20240203-WA0007.jpg": "2024-02-03T12:00:00.000Z",
  "PXL_20240203_181559123.jpg": "2024-02-03T18:15:59.123Z",
  "Screenshot 2024-02-03 at 18.15.59.png": "2024-02-03T18:15:59.000Z",
  "2999-01-01 wave.jpg": null,
  "wave 20240231.jpg": null,
  "DSC01234567.jpg": null,
};

let swell: TestApp;
let ana: TestPerson;
let bo: TestPerson;
let album: string;
const sent = new Map<string, Buffer>();
let items: readonly Body[];
// All files are uploaded and prepared first; the tests only look at the results.
beforeAll(async () => {
  swell = await openTestApp({ MAX_IMAGE_BYTES: "2000000", MAX_VIDEO_BYTES: "800000" });
  const made = await newTrip(swell, { crew: ["ana", "bo"] });
  ana = made.ana;
  bo = made.bo!;
  album = `/api/trips/${made.trip}`;
  for (const [fileName, make] of Object.entries(pictures)) sent.set(fileName, await make());
  for (const fileName of Object.keys(dated)) sent.set(fileName, await jpeg());
  for (const [fileName, bytes] of sent) expect((await add(swell, ana, album, bytes, { fileName })).status).toBe(201);
  items = await settledVideos(ana, album);
}, 180_000);
afterAll(() => swell.close());

const padded = (bytes: Buffer, length: number) => Buffer.concat([bytes, Buffer.alloc(length - bytes.length)]);
/** The stored name ends as its type demands. */
const withoutEnding = (fileName: unknown) => String(fileName).replace(/\.\w+$/, "");
const itemOf = (fileName: string) => items.find((item) => withoutEnding(item["fileName"]) === withoutEnding(fileName))!;
const shown = (name: Name) => {
  const item = itemOf(name);
  const get = async (query: string) => open(swell, ana, `${String(item["filePath"])}${query}`);
  return { item, get, bytes: sent.get(name)! };
};

test.each(["a HEIC cut out of its ground", "an AVIF cut out of its ground", "a PNG cut out of its ground"] as const)(
  "%s stays transparent instead of getting a black background",
  async (name) => {
    for (const size of ["thumb", "large"]) {
      const { bytes } = await shown(name).get(`?size=${size}`);
      const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
      expect(info).toMatchObject({ width: 64, height: 64, channels: 4 });
      const [red, , , opacity] = data.subarray((32 * 64 + 16) * 4);
      expect([red! > 240, opacity]).toEqual([true, 255]);
      expect(data[(32 * 64 + 48) * 4 + 3]).toBe(0);
    }
  },
);

/** The forms in which a phone's file names its location. */
const traces = ["Exif\0\0", "GPSLatitude", "+43.4805", "loci", "©xyz", "Phonemaker", "ISO6709"];

async function expectNoTrace(item: Body, get: (query: string) => Promise<{ status: number; bytes: Buffer }>) {
  const original = (await get("")).bytes.toString("latin1");
  const present = traces.filter((trace) => original.includes(trace));
  expect(present).not.toEqual([]);
  const sizes = ["thumb", "medium", "large", ...(item["playback"] === ("ready" as unknown) ? ["video"] : [])];
  for (const size of sizes) {
    const { status, bytes } = await get(`?size=${size}`);
    expect(status).toBe(200);
    for (const trace of present)
      expect([size, trace, bytes.includes(Buffer.from(trace, "latin1"))]).toEqual([size, trace, false]);
  }
  expect(JSON.stringify(item)).not.toContain("43.48");
}

describe("accepted, stored byte for byte, and shown upright:", () => {
  test.each<[Name, string, number, number, string]>([
    ["a JPEG held sideways", "image/jpeg", 480, 640, "bryg"],
    ["a PNG", "image/png", 900, 600, "rgby"],
    ["a WebP", "image/webp", 900, 600, "rgby"],
    ["a GIF", "image/gif", 900, 600, "rgby"],
    ["an AVIF", "image/avif", 900, 600, "rgby"],
    ["a HEIC", "image/heic", 640, 480, "rgby"],
  ])("%s", async (name, type, width, height, quarters) => {
    const { item, get, bytes } = shown(name);
    expect(item).toMatchObject({ fileType: type, width, height, state: "ready", playback: null, durationMs: null });
    const original = await get("");
    expect(original.headers["content-type"]).toBe(type);
    expect(original.bytes.equals(bytes)).toBe(true);
    expect(original.headers["etag"]).toBe(`"${createHash("sha256").update(bytes).digest("hex")}"`);
    for (const size of ["thumb", "large"]) {
      const { bytes: picture } = await get(`?size=${size}`);
      expect(await quartersOf(picture)).toBe(quarters);
      const { info } = await sharp(picture).toBuffer({ resolveWithObject: true });
      expect(info.width < info.height).toBe(width < height);
    }
    expect((await get("?size=video")).status).toBe(404);
  });

  test.each<[Name]>([["an animated GIF"], ["an animated WebP"]])(
    "%s: still as a thumbnail, animated in larger sizes",
    async (name) => {
      const { item, get } = shown(name);
      expect(item).toMatchObject({ width: 300, height: 200, state: "ready" });
      const pages = async (size: string) => (await sharp((await get(`?size=${size}`)).bytes).metadata()).pages ?? 1;
      expect([await pages("thumb"), await pages("medium"), await pages("large")]).toEqual([1, 2, 2]);
      expect(await quartersOf((await get("?size=thumb")).bytes)).toBe("rgby");
    },
  );

  test.each<[Name, string]>([
    ["Google's motion photo", "image/jpeg"],
    ["Samsung's motion photo", "image/heic"],
  ])("%s, with its clip", async (name, type) => {
    const { item, get } = shown(name);
    expect(item).toMatchObject({ fileType: type, state: "ready", playback: "ready", durationMs: 3000 });
    expect(await quartersOf((await get("?size=thumb")).bytes)).toBe("rgby");
    const clip = await get("?size=video");
    expect(clip.headers["content-type"]).toBe("video/mp4");
    expect(clip.bytes.toString("latin1", 4, 8)).toBe("ftyp");
    await expectNoTrace(item, get);
  });
});

test("members see when and where a photo was taken", async () => {
  const { item, get } = shown("a phone's photo");
  expect(item).toMatchObject({ takenAt: "2025-07-14T07:41:07.000Z" });
  await expectNoTrace(item, get);
  const heic = itemOf("Samsung's motion photo");
  for (const { id, altitude } of [
    { id: item["id"], altitude: null },
    { id: heic["id"], altitude: 12.5 },
  ]) {
    const { body } = await bo.get(`/api/media/${String(id)}/place`);
    expect(body["place"]).toMatchObject({ altitude });
    expect(Number(body["place"]!["latitude"])).toBeCloseTo(43.4805, 3);
    expect(Number(body["place"]!["longitude"])).toBeCloseTo(-1.5568, 2);
  }
  expect((await bo.get(`/api/media/${String(itemOf("a PNG")["id"])}/place`)).body).toEqual({ place: null });
});

test.each(Object.entries(dated))("%s gets its date from its name, else from its upload", async (fileName, takenAt) => {
  const found = String(itemOf(fileName)["takenAt"]);
  if (takenAt) expect(found).toBe(takenAt);
  else expect(Date.now() - Date.parse(found)).toBeLessThan(600_000);
});

describe("refused at the upload and at the registration:", () => {
  const sentence = (called: string) =>
    `This file is ${called}. Please choose a photo (JPEG, PNG, WebP, GIF, AVIF or HEIC) or a video (MP4, MOV or WebM).`;
  const damaged = (what: string) => `This ${what} is damaged or incomplete. Please choose the original file again.`;
  const cut = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length * 0.7));
  /** Every picture in it claims 40,000 × 40,000 pixels. */
  const heicBomb = () => {
    const bytes = Buffer.from(stored("quarters.heic"));
    for (let at = bytes.indexOf("ispe"); at >= 0; at = bytes.indexOf("ispe", at + 1)) {
      bytes.writeUInt32BE(40_000, at + 8);
      bytes.writeUInt32BE(40_000, at + 12);
    }
    return bytes;
  };
  const wave = () => stored("videos/wave.mp4");
  /** The video without its first track, which is the picture. */
  const soundOf = (video: Buffer) => {
    video.write("free", video.indexOf("trak"), "latin1");
    return video;
  };
  /** A WebM whose only track says that it is sound. */
  const soundOfReel = () => {
    const video = stored("videos/reel.webm");
    video[video.indexOf("838101", 0, "hex") + 2] = 2;
    return video;
  };

  test.each<[string, () => Buffer | Promise<Buffer>, number, string]>([
    ["an SVG", () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415, sentence("an SVG drawing")],
    ["a playlist", () => Buffer.from("#EXTM3U\nfile:///etc/passwd\n"), 415, sentence("a playlist")],
    ["a TIFF", () => photo().tiff().toBuffer(), 415, sentence("a TIFF or raw picture")],
    ["text", () => Buffer.from("Dear Ana"), 415, sentence("no photo or video")],
    ["an MP4 of sound alone", () => soundOf(wave()), 415, sentence("a sound recording")],
    ["a WebM of sound alone", soundOfReel, 415, sentence("a sound recording")],
    ["half a HEIC", () => cut(stored("quarters.heic")), 422, damaged("photo")],
    ["half a GIF", async () => cut(await photo().gif().toBuffer()), 422, damaged("photo")],
    ["half an AVIF", async () => cut(await photo().avif({ effort: 0 }).toBuffer()), 422, damaged("photo")],
    ["half an MP4", () => cut(wave()), 422, damaged("video")],
    ["half a WebM", () => cut(stored("videos/reel.webm")), 422, damaged("video")],
    [
      "a HEIC bomb",
      heicBomb,
      422,
      "This picture has 1600 million pixels; at most 100 million can be shown. Please choose a smaller one.",
    ],
    [
      "too large a file",
      async () => padded(await jpeg(), 2_000_001),
      413,
      "This file is too large: at most 1.9 MB, please.",
    ],
    ["too large a video", () => padded(wave(), 800_001), 413, "This video is too large: at most 0.7 MB, please."],
  ])("%s", async (_what, make, status, error) => {
    const address = await addressFor(ana);
    expect(await put(swell, ana, address, await make())).toMatchObject({ status, body: { error } });
    expect(await ana.put(`${album}/media`, { mediaURL: address })).toMatchObject({ status, body: { error } });
  });

  test("a video as the photo of a person, a squad or a trip", async () => {
    for (const [call, field] of [
      ["/api/profile-images", "profileImageURL"],
      ["/api/squad-photos", "squadPhotoURL"],
      ["/api/trip-photos", "tripPhotoURL"],
    ] as const) {
      const address = await addressFor(ana);
      expect((await put(swell, ana, address, wave())).status).toBe(200);
      const refusal = { status: 415, body: { error: "This file is a video. Please choose a photo." } };
      expect(await ana.put(call, { [field]: address })).toMatchObject(refusal);
      expect(await ana.put(call, { [field]: address })).toMatchObject(refusal);
    }
  });
});

describe.skipIf(!hasFfmpeg)("with ffmpeg", () => {
  test.each<[Name, string, number, number, number, string]>([
    ["an MP4", "video/mp4", 320, 180, 3000, "rgby"],
    ["an iPhone's MOV, held upright", "video/quicktime", 180, 320, 1500, "bryg"],
    ["a WebM", "video/webm", 320, 180, 1000, "rgby"],
  ])("%s is shown upright and plays everywhere", async (name, type, width, height, durationMs, quarters) => {
    const { item, get } = shown(name);
    expect(item).toMatchObject({ fileType: type, width, height, durationMs, state: "ready", playback: "ready" });
    expect(await quartersOf((await get("?size=thumb")).bytes)).toBe(quarters);
    const { bytes } = await get("?size=video");
    expect(bytes.includes("avc1")).toBe(true);
    expect(bytes.indexOf("moov")).toBeLessThan(bytes.indexOf("mdat"));
    if (type === "video/webm") return;
    expect(item["takenAt"]).toBe("2025-07-14T07:41:07.000Z");
    await expectNoTrace(item, get);
    const { body } = await bo.get(`/api/media/${String(item["id"])}/place`);
    expect(Number(body["place"]!["latitude"])).toBeCloseTo(43.4805, 4);
  });

  test.each<[Name, number]>([
    ["an MP4 in fragments", 3000],
    ["a WebM from a browser's recorder", 1000],
  ])("%s says how long it is", (name, durationMs) => {
    const { item } = shown(name);
    expect(item).toMatchObject({ state: "ready", playback: "ready" });
    expect(Math.abs(Number(item["durationMs"]) - durationMs)).toBeLessThan(110);
  });
});
