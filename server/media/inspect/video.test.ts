import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { Conversion, FilePathTarget, Mp4OutputFormat, Output } from "mediabunny";
import { afterAll, expect, test } from "vitest";
import { openVideo } from "../renditions/video-facts.ts";
import { stored } from "../fixtures/pictures.ts";
import { type Found, inspect } from "./inspect.ts";

const dir = mkdtempSync(path.join(os.tmpdir(), "swellmates-video-tags-"));
afterAll(() => rmSync(dir, { recursive: true }));

/** The inspection of a video with these QuickTime tags. */
async function found(tags: Record<string, string>) {
  const file = path.join(dir, "video.mov");
  const input = openVideo(new URL("../fixtures/videos/wave.mp4", import.meta.url).pathname, null);
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: "in-memory", metadataFormat: "mdta" }),
    target: new FilePathTarget(file),
  });
  await (await Conversion.init({ input, output, tags: { raw: tags } })).execute();
  input.dispose();
  return inspect(file);
}
/** Half a fragment box, as a recorder leaves it when it loses power. */
const cutFragment = Buffer.from("\0\0\x10\0moof\0\0\0\x10mfhd", "latin1");

test("a video with a camera's records after its end is accepted; a cut-off one is not", async () => {
  const look = (...parts: readonly Buffer[]) => {
    const file = path.join(dir, "trailed.mp4");
    writeFileSync(file, Buffer.concat(parts));
    return inspect(file);
  };
  const wave = stored("videos/wave.mp4");
  const records = Buffer.alloc(3000, 0xa5);
  const { size: _size, sha256: _sha256, crc32: _crc32, film: _film, ...facts } = (await look(wave)) as Found;
  expect(facts).toMatchObject({ type: "video/mp4", durationMs: 3000 });
  for (const behind of [records, Buffer.from("\0Recorded with a camera"), Buffer.from("end")])
    expect(await look(wave, behind)).toMatchObject(facts);
  const damaged = { code: "broken_file" };
  expect(await look(wave, cutFragment)).toMatchObject(damaged);
  expect(await look(wave.subarray(0, -10))).toMatchObject(damaged);
  expect(await look(wave.subarray(0, wave.indexOf("mdat") - 4), records)).toMatchObject(damaged);
});

const creationDate = (text: string) => found({ "com.apple.quicktime.creationdate": text });

test.each([
  ["2025-07-14T09:41:07+0200", "2025-07-14T07:41:07.000Z", 120],
  ["2025-07-14T09:41:07+02:00", "2025-07-14T07:41:07.000Z", 120],
  ["2025-07-14T22:30:00-05:30", "2025-07-15T04:00:00.000Z", -330],
  ["2025-07-14 09:41:07 +0200", "2025-07-14T07:41:07.000Z", 120],
  ["2025-07-14T09:41:07+0545", "2025-07-14T03:56:07.000Z", 345],
  ["2025-12-31T23:59:59.500-1000", "2026-01-01T09:59:59.500Z", -600],
  ["2024-02-29T00:00:00+00:00", "2024-02-29T00:00:00.000Z", 0],
  // An instant without an offset.
  ["2025-07-14T09:41:07Z", "2025-07-14T09:41:07.000Z", null],
])("the QuickTime date %s means %s, at an offset of %s minutes", async (text, takenAt, utcOffset) => {
  expect(await creationDate(text)).toMatchObject({ takenAt, utcOffset, isLocalClock: false });
});

test("the older tag ©day is read too, unless it names only a year", async () => {
  expect(await found({ "©day": "2025-07-14T09:41:07+0200" })).toMatchObject({
    takenAt: "2025-07-14T07:41:07.000Z",
    utcOffset: 120,
  });
  expect(
    await found({ "com.apple.quicktime.creationdate": "2025-07-14T09:41:07+0200", "©day": "2025-08-01T00:00:00+0000" }),
  ).toMatchObject({ takenAt: "2025-07-14T07:41:07.000Z", utcOffset: 120 });
  expect(await found({ "©day": "2024" })).toMatchObject({ utcOffset: null });
});

test.each(["2025-13-14T09:41:07+0200", "yesterday", ""])(
  "the QuickTime date '%s' is ignored, and the movie's own date counts",
  async (text) => {
    const { takenAt, utcOffset } = (await creationDate(text)) as { takenAt: string; utcOffset: number | null };
    expect(Math.abs(Date.parse(takenAt) - Date.now())).toBeLessThan(10 * 60_000);
    expect(utcOffset).toBeNull();
  },
);

test.each(["com.apple.quicktime.creationdate", "©day"])("a time without a zone in %s is a local clock", async (tag) => {
  expect(await found({ [tag]: "2025-07-14T09:41:07" })).toMatchObject({
    takenAt: "2025-07-14T09:41:07.000Z",
    utcOffset: null,
    isLocalClock: true,
  });
});

/** The stored film, whose movie and tracks have these creation times in seconds. */
function filmOf(movie: number, track: number, media: number) {
  const file = path.join(dir, "clock.mp4");
  const bytes = Buffer.from(stored("videos/wave.mp4"));
  for (const [name, seconds] of [
    ["mvhd", movie],
    ["tkhd", track],
    ["mdhd", media],
  ] as const)
    for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, at + 1)) bytes.writeUInt32BE(seconds, at + 8);
  writeFileSync(file, bytes);
  return inspect(file);
}

const since1970 = Date.UTC(2025, 6, 14, 7, 41, 7) / 1000;
const since1904 = since1970 + 2_082_844_800;

test.each([
  ["its own", since1904, 0, 0],
  ["its own, counted from 1970", since1970, 0, 0],
  ["its track's", 0, since1904, 0],
  ["its track's, when its own clock was never set", 60, since1970, 0],
  ["its sound's or picture's", 0, 0, since1904],
])("a film without tags has the time of its headers: %s", async (_which, ...seconds) => {
  expect(await filmOf(...seconds)).toMatchObject({ takenAt: "2025-07-14T07:41:07.000Z", isLocalClock: false });
});

test("a film whose clocks were never set says nothing", async () => {
  expect(await filmOf(0, 5, 2_082_844_800)).toMatchObject({ takenAt: null });
});

test.each([
  ["+43.4805-001.5568+012.5/", 12.5],
  ["+4328.83-00133.408/", null],
  ["+432849.8-0013324.48/", null],
  ["+43.4805-1.5568", null],
])("the place '%s' of a film is read", async (words, altitude) => {
  const { place } = (await found({ "com.apple.quicktime.location.ISO6709": words })) as Found;
  expect(place).toEqual({ latitude: 43.4805, longitude: -1.5568, altitude });
});

test.each(["+0.0-000.0/", "+43.4805", "+437500-00133.4/", "+12345678-0013324/"])(
  "the place '%s' of a film is none",
  async (words) => {
    expect(await found({ "com.apple.quicktime.location.ISO6709": words })).toMatchObject({ place: null });
  },
);
