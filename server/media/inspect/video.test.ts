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
  expect(await look(wave, records)).toMatchObject(facts);
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
  ["2025-07-14T09:41:07+0545", "2025-07-14T03:56:07.000Z", 345],
  ["2025-12-31T23:59:59.500-1000", "2026-01-01T09:59:59.000Z", -600],
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

test.each(["2025-07-14T09:41:07", "2025-13-14T09:41:07+0200", "yesterday", ""])(
  "the QuickTime date '%s' is ignored, and the movie's own date counts",
  async (text) => {
    const { takenAt, utcOffset } = (await creationDate(text)) as { takenAt: string; utcOffset: number | null };
    expect(Math.abs(Date.parse(takenAt) - Date.now())).toBeLessThan(10 * 60_000);
    expect(utcOffset).toBeNull();
  },
);
