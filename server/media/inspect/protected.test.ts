import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { box, long } from "../fixtures/heic.ts";
import { element, encrypted, webmWith } from "../fixtures/protected-webm.ts";
import { stored } from "../fixtures/pictures.ts";
import { inspect } from "./inspect.ts";
import { findProtectedIn } from "./protected.ts";

const dir = mkdtempSync(path.join(os.tmpdir(), "swellmates-protected-"));
afterAll(() => rmSync(dir, { recursive: true }));

/** The results of both functions for a video. */
async function look(bytes: Buffer) {
  const file = path.join(dir, "video");
  writeFileSync(file, bytes);
  return { found: await inspect(file), protection: findProtectedIn(file) };
}

const size = { width: 320, height: 180 };
const damaged = { found: { code: "broken_file" }, protection: null };

test("an encrypted WebM is recognised, with its size and length", async () => {
  expect(await look(webmWith(encrypted))).toMatchObject({
    found: { type: "video/webm", ...size, durationMs: 1000 },
    protection: { ...size, durationMs: 1000 },
  });
  expect(await look(stored("videos/reel.webm"))).toMatchObject({
    found: { ...size, durationMs: 1000 },
    protection: null,
  });
  // The same element elsewhere is no encryption.
  const name = webmWith(element(0x536e, encrypted));
  expect(await look(name)).toMatchObject({ found: size, protection: null });
});

/** A WebM with these tracks instead of its own. */
function tracked(...made: readonly Buffer[]): Buffer {
  const video = webmWith(Buffer.alloc(0));
  const segment = video.indexOf("18538067", 0, "hex");
  const tracks = video.lastIndexOf("1654ae6b", undefined, "hex");
  const end = tracks + 12 + video.readUInt32BE(tracks + 8);
  const inSegment = [video.subarray(segment + 12, tracks), element(0x1654ae6b, ...made), video.subarray(end)];
  return Buffer.concat([video.subarray(0, segment), element(0x18538067, ...inSegment)]);
}
const picture = (sides: Readonly<Record<number, string>>, ...parts: readonly Buffer[]) =>
  element(
    0xae,
    element(0x83, Buffer.from([1])),
    element(0xe0, ...Object.entries(sides).map(([id, hex]) => element(Number(id), Buffer.from(hex, "hex")))),
    ...parts,
  );
const sound = element(0xae, element(0x83, Buffer.from([2])), encrypted);

test("a WebM with encrypted sound is recognised; one without a picture is refused", async () => {
  expect(await look(tracked(picture({ 0xb0: "0140", 0xba: "b4" }), sound))).toMatchObject({
    found: size,
    protection: size,
  });
  expect((await look(tracked(sound))).found).toMatchObject({ code: "unsupported_type" });
});

test("a protected film has the size of its largest picture, also behind a still", async () => {
  const unit = 0x10000;
  const track = (width: number, height: number, coding: string) =>
    box(
      "trak",
      box("tkhd", 1, Buffer.alloc(36), long(unit, 0, 0, 0, unit, 0, 0, 0, 0x40000000, width * unit, height * unit)),
      box("mdia", box("minf", box("stbl", box("stsd", 0, 1, box(coding, Buffer.alloc(8)))))),
    );
  const movie = box("moov", track(160, 90, "jpeg"), track(320, 180, "encv"));
  const file = Buffer.concat([box("ftyp", Buffer.from("isom"), 0), movie, box("mdat", 0)]);
  expect(await look(file)).toMatchObject({ found: size, protection: size });
});

test("a WebM's display size counts only in pixels", async () => {
  const wide = { 0xb0: "0140", 0xba: "b4", 0x54b0: "0280", 0x54ba: "0168" };
  expect((await look(tracked(picture(wide, encrypted)))).found).toMatchObject({ width: 640, height: 360 });
  expect((await look(tracked(picture({ ...wide, 0x54b2: "03" }, encrypted)))).found).toMatchObject(size);
});

test.each([
  ["beyond its track", Buffer.from("6d8001000000000fffff", "hex")],
  ["of 70 million gigabytes", Buffer.from("6d8001fffffffffffffe", "hex")],
  ["without an end", Buffer.from("6d80ff6240ff50358f", "hex")],
])("a WebM with a length %s is refused", async (_case, part) => {
  expect(await look(webmWith(part))).toMatchObject(damaged);
});

test.each(["6d80", "000000000000"])("a WebM with the bytes %s in a track is not protected", async (hex) => {
  expect(await look(webmWith(Buffer.from(hex, "hex")))).toMatchObject({ found: size, protection: null });
});

test("an encryption element without an end or content counts", async () => {
  for (const hex of ["6d80ff6240ff5035ff", "6d8086624083503580"])
    expect(await look(webmWith(Buffer.from(hex, "hex")))).toMatchObject({ found: size, protection: size });
});

test("a WebM of millions of small elements is given up soon", async () => {
  const many = webmWith(Buffer.concat([Buffer.alloc(4_000_000, Buffer.from("ec80", "hex")), encrypted]));
  const began = performance.now();
  const file = path.join(dir, "many");
  writeFileSync(file, many);
  expect(findProtectedIn(file)).toBeNull();
  expect(performance.now() - began).toBeLessThan(2000);
});

test.each([
  ["too wide", { 0xb0: "7fffffff", 0xba: "7fffffff" }],
  ["of no width", { 0xb0: "00", 0xba: "b4" }],
  ["of a size beyond a safe number", { 0xb0: "ffffffffffffffff", 0xba: "b4" }],
])("an encrypted WebM whose picture is %s is refused", async (_case, sides) => {
  expect((await look(tracked(picture(sides, encrypted)))).found).toMatchObject({ code: "broken_file" });
});
