import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { cuePoints, emptyExtents, manyTracks, webmOf } from "../fixtures/costly-files.ts";
import { element } from "../fixtures/protected-webm.ts";
import { heic } from "../fixtures/heic.ts";
import { stored } from "../fixtures/pictures.ts";
import { inWords } from "../fixtures/in-words.ts";
import { inspect } from "./inspect.ts";

const dir = mkdtempSync(path.join(os.tmpdir(), "swellmates-bounds-"));
afterAll(() => rmSync(dir, { recursive: true }));

/** Inspects a file, and returns the answer and the processor time in ms. */
async function look(bytes: Uint8Array) {
  const file = path.join(dir, "file");
  writeFileSync(file, bytes);
  const before = process.cpuUsage();
  const found = inWords(await inspect(file));
  const { user, system } = process.cpuUsage(before);
  return { found, cpuMs: (user + system) / 1000 };
}

const damaged = { code: "broken_file", sentence: expect.stringContaining("damaged") as string };
/** They took from two seconds to minutes without bounds. */
const maxCpuMs = 1500;

describe("a small file that declares too much is refused at once:", () => {
  test.each<[string, () => Buffer]>([
    ["a HEIC of 440 bytes with millions of extents", () => emptyExtents(60)],
    ["a HEIC of 400 items with 65,535 extents each", () => emptyExtents(400)],
    ["a HEIC of 20,000 items with 65,535 extents each", () => emptyExtents(20_000)],
    ["a HEIC whose items have 20,001 extents together", () => emptyExtents(3, 6667, 4)],
    ["a WebM of 40,000 tracks", () => manyTracks(40_000)],
    ["a WebM of 65 tracks", () => manyTracks(65)],
    ["a WebM of a million cue points", () => webmOf(cuePoints(1_000_000))],
    ["a WebM of 2000 tags", () => webmOf(element(0x1254c367, ...Array.from({ length: 2000 }, () => element(0x7373))))],
  ])("%s", async (_what, make) => {
    const bytes = make();
    const { found, cpuMs } = await look(bytes);
    expect(found).toEqual(damaged);
    expect(cpuMs).toBeLessThan(maxCpuMs);
  });
});

test("tracks that only an index names count too", async () => {
  const tracks = manyTracks(0, 65);
  expect((await look(tracks)).found).toEqual(damaged);
});

test("ordinary files with many tracks and cue points are accepted", async () => {
  expect((await look(manyTracks(10))).found).toMatchObject({ type: "video/webm", width: 320 });
  expect((await look(webmOf(cuePoints(4000)))).found).toMatchObject({ type: "video/webm" });
  expect((await look(heic())).found).toMatchObject({ type: "image/heic" });
  // A file with bytes that are no element at its end.
  expect((await look(Buffer.concat([stored("videos/reel.webm"), Buffer.alloc(64)]))).found).toMatchObject({
    type: "video/webm",
  });
});

test("a video of more than 60 minutes is refused with a sentence", async () => {
  const video = Buffer.from(stored("videos/reel.webm"));
  const duration = video.indexOf("448988", 0, "hex") + 3;
  const lasting = (minutes: number) => {
    video.writeDoubleBE(minutes * 60_000, duration);
    return look(video);
  };
  expect((await lasting(60)).found).toMatchObject({ durationMs: 3_600_000 });
  expect((await lasting(61)).found).toEqual({
    code: "too_large",
    sentence: "This video is longer than 60 minutes. Please cut it, or choose a shorter one.",
  });
});
