import { deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Body, type TestApp, type TestPerson, openTestApp } from "../testing/app.ts";
import { newTrip } from "../testing/builders.ts";
import { heic } from "./fixtures/heic.ts";
import { chunk, photo, stored } from "./fixtures/pictures.ts";
import { settledVideos } from "./fixtures/settled-videos.ts";
import { add, open } from "./fixtures/uploading.ts";
import { isDisplayP3 } from "./renditions/named-picture.ts";

/** Code points of ITU-T H.273. */
const p3 = 12;
const bt2020 = 9;
const pq = 16;
const hlg = 18;
const srgb = 13;
const unspecified = 2;

type Light = readonly [red: number, green: number, blue: number];
const even = (light: number): Light => [light, light, light];
const paper = 203;
/** Four quarters in cd/m²: white paper, middle grey, a lamp, black. */
const scene: readonly Light[] = [even(paper), even(0.18 * paper), even(1000), even(0)];

/** The inverse of the transfer functions in ITU-R BT.2100, for light in cd/m². */
const codes: Readonly<Record<number, (light: number) => number>> = {
  [pq]: (light) => {
    const power = (light / 10_000) ** 0.1593017578125;
    return ((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power)) ** 78.84375;
  },
  // Greys alone: the screen's exponent mixes colours.
  [hlg]: (light) => {
    const seen = (light / 1000) ** (1 / 1.2);
    return seen <= 1 / 12 ? Math.sqrt(3 * seen) : 0.17883277 * Math.log(12 * seen - 0.28466892) + 0.55991073;
  },
};

/** A number from 0 to 1 as one of eight bits and a fraction; in the narrow range of television, black is 16 and white 235. */
const narrowed = (code: number, isNarrow: boolean) => (isNarrow ? 16 + 219 * code : 255 * code);

/** The scene in the four quarters of a picture of 16 bits a channel. */
function deepScene(
  transfer: number,
  { width, height } = { width: 64, height: 64 },
  channels: 3 | 4 = 3,
  isNarrow = false,
) {
  const data = new Uint16Array(width * height * channels).fill(65_535);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const light = scene[(y * 2 >= height ? 2 : 0) + (x * 2 >= width ? 1 : 0)]!;
      for (const [i, value] of light.entries())
        data[(y * width + x) * channels + i] = Math.round(257 * narrowed(codes[transfer]!(value), isNarrow));
    }
  return sharp(data, { raw: { width, height, channels } }).toColourspace("rgb16");
}

/** The PNG with a chunk that names its colours, behind its header. */
function namedPng(png: Buffer, primaries: number, transfer: number, isFull = 1): Buffer {
  const named = chunk("cICP", Buffer.from([primaries, transfer, 0, isFull]));
  return Buffer.concat([png.subarray(0, 33), named, png.subarray(33)]);
}

const profileOf = async (name: string) =>
  (await sharp(await photo().withIccProfile(name).png().toBuffer()).metadata()).icc!;
const quarters = () => photo({ width: 64, height: 64, number: 0 });
const quartersPng = () => quarters().png().toBuffer();

/** A profile that names PQ, in the place of its copyright. */
async function profileOfPq(): Promise<Buffer> {
  const icc = Buffer.from(await profileOf("p3"));
  const at = icc.indexOf("cprt");
  icc.write("cicp", at, "latin1");
  const start = icc.readUInt32BE(at + 4);
  icc.write("cicp\0\0\0\0", start, "latin1");
  icc.set([bt2020, pq, 0, 1], start + 8);
  return icc;
}

/** The PNG with an ICC profile, behind its header. */
function withProfile(png: Buffer, icc: Buffer): Buffer {
  const profile = chunk("iCCP", Buffer.concat([Buffer.from("profile\0\0", "latin1"), deflateSync(icc)]));
  return Buffer.concat([png.subarray(0, 33), profile, png.subarray(33)]);
}

const deepPng = (...look: Parameters<typeof deepScene>) =>
  deepScene(...look)
    .png()
    .toBuffer();

const inHdr = {
  "pq.png": async () => namedPng(await deepPng(pq), bt2020, pq),
  "large pq.png": async () => namedPng(await deepPng(pq, { width: 700, height: 450 }), bt2020, pq),
  "grey pq.png": async () => namedPng(await deepScene(pq).toColourspace("grey16").png().toBuffer(), bt2020, pq),
  "narrow pq.png": async () => namedPng(await deepPng(pq, undefined, 3, true), bt2020, pq, 0),
  "hlg.png": async () => namedPng(await deepPng(hlg), bt2020, hlg),
  "pq with P3.png": async () => namedPng(await deepPng(pq), p3, pq),
  "transparent pq.png": async () => namedPng(await deepPng(pq, undefined, 4), bt2020, pq),
  "eight bits of pq.png": async () => namedPng(await deepScene(pq).toColourspace("srgb").png().toBuffer(), bt2020, pq),
  "pq.avif": () => stored("pq.avif"),
  "hlg.avif": () => stored("hlg.avif"),
  "pq in its profile.png": async () => withProfile(await deepPng(pq), await profileOfPq()),
};

/** Pictures of four quarters whose pixels count as Display P3. */
const inP3 = {
  "p3.heic": () => heic({ colours: [p3, srgb] }),
  "p3.png": async () => namedPng(await quartersPng(), p3, srgb),
  "numbers beside another profile.png": async () =>
    namedPng(withProfile(await quartersPng(), await profileOf("srgb")), p3, srgb),
  "p3 of other tiles.heic": async () => heic({ icc: await profileOf("srgb"), ownColours: [p3, srgb] }),
  "p3 of tiles alone.heic": async () => heic({ icc: await profileOf("p3"), ownColours: [unspecified, unspecified] }),
  "profile beside open numbers.png": async () =>
    namedPng(withProfile(await quartersPng(), await profileOf("p3")), unspecified, unspecified),
  "profile beside other numbers.heic": async () => heic({ icc: await profileOf("p3"), colours: [bt2020, pq] }),
};

const inSrgb = {
  "numbers without a meaning.heic": () => heic({ colours: [unspecified, unspecified] }),
  "numbers that nobody knows.png": async () => namedPng(await quartersPng(), 200, 200),
  "no numbers.avif": () => quarters().avif({ quality: 95 }).toBuffer(),
  "srgb beside another profile.png": async () =>
    namedPng(withProfile(await quartersPng(), await profileOf("p3")), 1, srgb),
};

const files: Readonly<Record<string, () => Buffer | Promise<Buffer>>> = {
  ...inHdr,
  ...inP3,
  ...inSrgb,
  "stripes in P3.avif": () => stored("p3.avif"),
  "stripes of pq.heic": () => stored("pq.heic"),
  "patches of pq.avif": () => stored("patches-pq.avif"),
  "patches of hlg.heic": () => stored("patches-hlg.heic"),
};

let swell: TestApp;
let ana: TestPerson;
let items: readonly Body[];
beforeAll(async () => {
  swell = await openTestApp();
  const made = await newTrip(swell, { crew: ["ana"] });
  ana = made.ana;
  const album = `/api/trips/${made.trip}`;
  for (const [fileName, make] of Object.entries(files)) await add(swell, ana, album, await make(), { fileName });
  items = await settledVideos(ana, album);
}, 240_000);
afterAll(() => swell.close());

/** The pixels in the middle of the four quarters, in reading order, as the file stores them. No profile is applied. */
async function look(fileName: string, size: string) {
  const item = items.find((found) => String(found["fileName"]) === fileName)!;
  const { bytes } = await open(swell, ana, `${String(item["filePath"])}?size=${size}`);
  const { icc } = await sharp(bytes).metadata();
  const { data, info } = await sharp(bytes, { ignoreIcc: true })
    .resize(8, 8, { fit: "fill", kernel: "nearest" })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * 8 + x) * info.channels).subarray(0, 3)];
  const quarters = [at(2, 2), at(5, 2), at(2, 5), at(5, 5)];
  return { isInP3: icc !== undefined && isDisplayP3(icc), quarters, left: at(0, 3) };
}

const farthest = (found: readonly number[], wanted: readonly number[]) =>
  Math.max(...found.map((value, i) => Math.abs(value - wanted[i]!)));

test.each(Object.keys(inHdr))("%s is tone-mapped in all sizes", async (fileName) => {
  for (const size of ["thumb", "medium", "large", "tile"]) {
    const { isInP3, quarters } = await look(fileName, size);
    const [white, grey, lamp, black] = quarters as [number[], number[], number[], number[]];
    expect(isInP3).toBe(false);
    expect(Math.min(...white), white.join()).toBeGreaterThan(210);
    expect(Math.min(...lamp)).toBeGreaterThan(Math.max(...white) + 8);
    expect(farthest(grey, [118, 118, 118]), grey.join()).toBeLessThanOrEqual(4);
    expect(Math.max(...black)).toBeLessThanOrEqual(4);
  }
});

const red = [255, 0, 0];
const green = [0, 204, 0];
const blue = [0, 0, 255];
const yellow = [255, 255, 0];

test.each([
  ...Object.keys(inP3).map((name) => [name, true] as const),
  ...Object.keys(inSrgb).map((name) => [name, false] as const),
])("%s keeps its numbers (Display P3: %s)", async (fileName, isWide) => {
  for (const size of ["thumb", "large"]) {
    const { isInP3, quarters } = await look(fileName, size);
    expect(isInP3).toBe(isWide);
    for (const [i, wanted] of [red, green, blue, yellow].entries())
      expect(farthest(quarters[i]!, wanted), `${i}: ${quarters[i]!.join()}`).toBeLessThanOrEqual(30);
  }
});

test("the colours of stripes come out in AVIF and HEIC", async () => {
  const inP3 = await look("stripes in P3.avif", "large");
  expect(inP3.isInP3).toBe(true);
  // The red of sRGB.
  expect(farthest(inP3.left, [234, 51, 35])).toBeLessThanOrEqual(6);
  const inPq = await look("stripes of pq.heic", "large");
  expect(inPq.isInP3).toBe(false);
  // White paper.
  expect(Math.min(...inPq.left)).toBeGreaterThan(210);
});

test.each(["patches of pq.avif", "patches of hlg.heic"])("the %s have the colours of their scene", async (fileName) => {
  const item = items.find((found) => String(found["fileName"]) === fileName)!;
  const { bytes } = await open(swell, ana, `${String(item["filePath"])}?size=large`);
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  // Eight patches in two rows; the last two are white paper and black. These are the values of the first six in sRGB.
  const patches = ["200,50,50", "50,160,50", "50,50,180", "200,180,50", "51,51,51", "128,128,128"];
  for (const [i, wanted] of patches.entries()) {
    const at =
      Math.floor((0.25 + (i >> 2) / 2) * info.height) * info.width + Math.floor((0.125 + (i % 4) / 4) * info.width);
    const found = [...data.subarray(at * 3, at * 3 + 3)];
    expect(farthest(found, wanted.split(",").map(Number)), found.join()).toBeLessThanOrEqual(8);
  }
});
