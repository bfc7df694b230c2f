import { spawnSync } from "node:child_process";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Body, type TestApp, type TestPerson, openTestApp } from "../testing/app.ts";
import { newTrip } from "../testing/builders.ts";
import { settledVideos } from "./fixtures/settled-videos.ts";
import { type KindName, kinds } from "./fixtures/kinds.ts";
import { addressFor, open, put } from "./fixtures/uploading.ts";

const hasFfmpeg = spawnSync("ffmpeg", ["-version"]).status === 0;

let swell: TestApp;
let ana: TestPerson;
let album: string;
const answers = new Map<string, { status: number; error: unknown; address: string; bytes: Buffer }>();
let items: readonly Body[];
// All files are uploaded and prepared first; the tests only look at the results.
beforeAll(async () => {
  swell = await openTestApp();
  const made = await newTrip(swell, { crew: ["ana"] });
  ana = made.ana;
  album = `/api/trips/${made.trip}`;
  for (const [fileName, make] of Object.entries(kinds)) {
    const [address, bytes] = [await addressFor(ana), await make()];
    const { status, body } = await put(swell, ana, address, bytes);
    answers.set(fileName, { status, error: body["error"], address, bytes });
    if (status !== 200) continue;
    const registered = await ana.put(`${album}/media`, { mediaURL: address, fileName });
    if (registered.status !== 201) throw new Error(`${fileName}: ${registered.text}`);
  }
  items = await settledVideos(ana, album);
}, 240_000);
afterAll(() => swell.close());

/** The stored name ends as the type of the bytes demands. */
const storedAs = (name: KindName) => (name === "PNG named.jpg" ? "PNG named.png" : name);
const itemOf = (name: KindName) => items.find((item) => String(item["fileName"]) === storedAs(name))!;
const rendition = async (name: KindName, size: string) =>
  open(swell, ana, `${String(itemOf(name)["filePath"])}?size=${size}`);

type Colour = readonly [number, number, number];
const [red, green, blue, yellow]: Colour[] = [
  [255, 0, 0],
  [0, 204, 0],
  [0, 0, 255],
  [255, 255, 0],
];
const upright = [red!, green!, blue!, yellow!];

/** The colours in the middle of the four quarters, in reading order, and which metadata there is. */
async function look(picture: Buffer) {
  const { width, height, exif, xmp, iptc, icc } = await sharp(picture).metadata();
  const { data, info } = await sharp(picture)
    .keepIccProfile()
    .removeAlpha()
    .resize(8, 8, { fit: "fill", kernel: "nearest" })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const from = (y * 8 + x) * info.channels;
    return [0, 1, 2].map((i) => data[from + (info.channels === 1 ? 0 : i)]!);
  };
  const quarters = [at(2, 2), at(5, 2), at(2, 5), at(5, 5)];
  return { width, height, quarters, hasMetadata: Boolean(exif ?? xmp ?? iptc), hasProfile: icc !== undefined };
}

function expectColours(found: readonly (readonly number[])[], wanted: readonly Colour[], tolerance: number) {
  const off = found.flatMap((colour, i) => colour.map((value, part) => Math.abs(value - wanted[i]![part]!)));
  expect(Math.max(...off), JSON.stringify(found)).toBeLessThanOrEqual(tolerance);
}

interface Expected {
  readonly type: string;
  readonly size: readonly [number, number];
  /** The corner colours in reading order. Without it the test expects the colours of the upright picture. */
  readonly colours?: readonly Colour[];
  readonly tolerance?: number;
  readonly hasProfile?: boolean;
  readonly playback?: "ready" | "protected" | "unknown";
  readonly durationMs?: number;
  readonly isAnimated?: boolean;
}

const ground: Colour = [14, 58, 74];
const plain: readonly Colour[] = [ground, ground, ground, ground];
const oriented = (size: readonly [number, number], ...colours: Colour[]): Expected => ({
  type: "image/jpeg",
  size,
  colours,
});
const landscape = [300, 200] as const;
const portrait = [200, 300] as const;
/** The sRGB colours as Display P3 values. */
const inP3: Colour[] = [
  [234, 51, 35],
  [92, 201, 58],
  [0, 0, 244],
  [255, 255, 84],
];

const shown: Partial<Record<KindName, Expected>> = {
  "orientation 1.jpg": oriented(landscape, red!, green!, blue!, yellow!),
  "orientation 2.jpg": oriented(landscape, green!, red!, yellow!, blue!),
  "orientation 3.jpg": oriented(landscape, yellow!, blue!, green!, red!),
  "orientation 4.jpg": oriented(landscape, blue!, yellow!, red!, green!),
  "orientation 5.jpg": oriented(portrait, red!, blue!, green!, yellow!),
  "orientation 6.jpg": oriented(portrait, blue!, red!, yellow!, green!),
  "orientation 7.jpg": oriented(portrait, yellow!, green!, blue!, red!),
  "orientation 8.jpg": oriented(portrait, green!, yellow!, red!, blue!),
  "small with a location.jpg": { type: "image/jpeg", size: [150, 100] },
  "twelve megapixels.jpg": { type: "image/jpeg", size: [4032, 3024] },
  "without metadata.jpg": { type: "image/jpeg", size: landscape },
  "progressive.jpg": { type: "image/jpeg", size: landscape },
  "Display P3.jpg": { type: "image/jpeg", size: landscape, colours: inP3, hasProfile: true },
  // The CMYK gamut is smaller.
  "CMYK.jpg": {
    type: "image/jpeg",
    size: landscape,
    colours: [
      [223, 31, 28],
      [118, 162, 36],
      [33, 63, 122],
      [250, 226, 0],
    ],
  },
  "panorama.jpg": { type: "image/jpeg", size: [8192, 1638] },
  "Google motion photo.MP.jpg": { type: "image/jpeg", size: [900, 600], playback: "ready", durationMs: 3000 },
  "16-bit grey.png": {
    type: "image/png",
    size: landscape,
    colours: [
      [127, 127, 127],
      [175, 175, 175],
      [76, 76, 76],
      [248, 248, 248],
    ],
  },
  "transparent.png": { type: "image/png", size: landscape },
  "palette.png": { type: "image/png", size: landscape },
  "photo.webp": { type: "image/webp", size: landscape },
  "with metadata.webp": { type: "image/webp", size: [600, 900], colours: [blue!, red!, yellow!, green!] },
  "animated.gif": { type: "image/gif", size: landscape, isAnimated: true },
  "animated.webp": { type: "image/webp", size: landscape, isAnimated: true },
  "photo.avif": { type: "image/avif", size: landscape },
  "10-bit.avif": { type: "image/avif", size: landscape },
  "tiles with a location.heic": { type: "image/heic", size: [128, 128] },
  "Display P3.heic": { type: "image/heic", size: [128, 128], hasProfile: true },
  "rotated.heic": { type: "image/heic", size: [128, 128], colours: [blue!, red!, yellow!, green!] },
  "cropped.heic": { type: "image/heic", size: [128, 128] },
  "cropped off centre, rotated.heic": {
    type: "image/heic",
    size: [100, 120],
    colours: [green!, yellow!, red!, blue!],
  },
  "panorama of 320 tiles.heic": { type: "image/heic", size: [5120, 256] },
  "transparent.heic": { type: "image/heic", size: [640, 480] },
  "Samsung motion photo.heic": { type: "image/heic", size: [640, 480], playback: "ready", durationMs: 3000 },
  // Without a key there is no picture; a plain background replaces it.
  "copy-protected.mp4": {
    type: "video/mp4",
    size: [320, 180],
    colours: plain,
    playback: "protected",
    durationMs: 3000,
  },
  "copy-protected.webm": {
    type: "video/webm",
    size: [320, 180],
    colours: plain,
    playback: "protected",
    durationMs: 1000,
  },
  "PNG named.jpg": { type: "image/png", size: landscape },
  "polyglot.jpg": { type: "image/jpeg", size: landscape },
};

const videos: Partial<Record<KindName, Expected>> = {
  "wide.mp4": { type: "video/mp4", size: [320, 180], playback: "ready", durationMs: 3000 },
  "upright, HEVC.mov": {
    type: "video/quicktime",
    size: [180, 320],
    colours: [blue!, red!, yellow!, green!],
    playback: "ready",
    durationMs: 1500,
  },
  "without sound.webm": { type: "video/webm", size: [320, 180], playback: "ready", durationMs: 1000 },
  "unknown codec.mp4": {
    type: "video/mp4",
    size: [320, 180],
    colours: plain,
    playback: "unknown",
    durationMs: 3000,
  },
};

const unknown = (called: string) =>
  `This file is ${called}. Please choose a photo (JPEG, PNG, WebP, GIF, AVIF or HEIC) or a video (MP4, MOV or WebM).`;
const damaged = (what: string) => `This ${what} is damaged or incomplete. Please choose the original file again.`;
const tooMany = (millions: number) =>
  `This picture has ${millions} million pixels; at most 100 million can be shown. Please choose a smaller one.`;
const refused: Partial<Record<KindName, readonly [number, string]>> = {
  "cut off.jpg": [422, damaged("photo")],
  "cut off.mp4": [422, damaged("video")],
  "empty.jpg": [422, "This file is empty. Please choose another one."],
  "text.jpg": [415, unknown("no photo or video")],
  "page.png": [415, unknown("no photo or video")],
  "drawing.svg": [415, unknown("an SVG drawing")],
  "playlist.mp4": [415, unknown("a playlist")],
  "bits.png": [422, tooMany(2500)],
  "bomb.png": [422, tooMany(225)],
};

async function expectShown(name: KindName, wanted: Expected) {
  const { type, size, colours = upright, tolerance = 24, hasProfile = false } = wanted;
  const [width, height] = size;
  const { playback = null, durationMs = null } = wanted;
  expect(itemOf(name)).toMatchObject({ fileType: type, width, height, state: "ready", playback, durationMs });
  const original = await open(swell, ana, String(itemOf(name)["filePath"]));
  expect(original.bytes.equals(answers.get(name)!.bytes)).toBe(true);
  expect(original.headers).toMatchObject({ "content-type": type, "x-content-type-options": "nosniff" });
  for (const asked of ["thumb", "medium", "large"]) {
    const { status, bytes } = await rendition(name, asked);
    expect([asked, status]).toEqual([asked, 200]);
    const picture = await look(bytes);
    expect(picture).toMatchObject({ hasMetadata: false, hasProfile });
    expect(Math.abs((picture.width * height) / (picture.height * width) - 1)).toBeLessThan(0.02);
    expectColours(picture.quarters, colours, tolerance);
    for (const trace of ["GPano", "Phonemaker", "script", "MotionPhoto"])
      expect([trace, bytes.includes(trace)]).toEqual([trace, false]);
  }
}

const rows = <T>(table: Partial<Record<KindName, T>>) => Object.entries(table) as [KindName, T][];

describe("accepted, stored unchanged, shown upright in its colours without metadata:", () => {
  test.each(rows(shown))("%s", expectShown);
});

describe.skipIf(!hasFfmpeg)("with ffmpeg, shown and played:", () => {
  // Video stores colours less exactly.
  test.each(rows(videos))("%s", async (name, wanted) => expectShown(name, { tolerance: 40, ...wanted }));
});

describe("refused with a reason, at the upload and at the registration:", () => {
  test.each(rows(refused))("%s", async (name, [status, error]) => {
    const { address, ...answer } = answers.get(name)!;
    expect(answer).toMatchObject({ status, error });
    expect(await ana.put(`${album}/media`, { mediaURL: address })).toMatchObject({ status, body: { error } });
  });
});

test("a photo with corrupt pixels is shown as far as possible and downloads unchanged", async () => {
  const item = itemOf("corrupt inside.jpg");
  expect(item).toMatchObject({ fileType: "image/jpeg", width: 900, height: 600, state: "ready" });
  const { quarters } = await look((await rendition("corrupt inside.jpg", "thumb")).bytes);
  expectColours(quarters.slice(0, 2), upright, 24);
  const { bytes } = await open(swell, ana, `${String(item["filePath"])}?download=1`);
  expect(bytes.equals(answers.get("corrupt inside.jpg")!.bytes)).toBe(true);
});

test("every kind of file has its row in this test", () => {
  const named = [...Object.keys(shown), ...Object.keys(videos), ...Object.keys(refused), "corrupt inside.jpg"];
  expect(named.toSorted()).toEqual(Object.keys(kinds).toSorted());
});
