import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { element, encrypted, webmWith } from "../fixtures/locked-webm.ts";
import { stored } from "../fixtures/pictures.ts";
import { inspect } from "./inspect.ts";
import { lockedFilmIn } from "./locked.ts";

const dir = mkdtempSync(path.join(os.tmpdir(), "swellmates-locked-"));
afterAll(() => rmSync(dir, { recursive: true }));

/** What is found of a film, and whether only a key opens it. */
async function look(bytes: Buffer) {
  const file = path.join(dir, "film");
  writeFileSync(file, bytes);
  return { found: await inspect(file), locked: lockedFilmIn(file) };
}

const size = { width: 320, height: 180 };
const damaged = { found: { code: "broken_file" }, locked: null };

test("a WebM whose track is encrypted is told apart, with its size and length", async () => {
  expect(await look(webmWith(encrypted))).toMatchObject({
    found: { type: "video/webm", ...size, durationMs: 1000 },
    locked: { ...size, durationMs: 1000 },
  });
  expect(await look(stored("films/reel.webm"))).toMatchObject({ found: { ...size, durationMs: 1000 }, locked: null });
  // The number alone, in some other place, is no encryption.
  const name = webmWith(element(0x536e, encrypted));
  expect(await look(name)).toMatchObject({ found: size, locked: null });
});

/** A WebM with these tracks in place of its own. */
function tracked(...made: readonly Buffer[]): Buffer {
  const film = webmWith(Buffer.alloc(0));
  const segment = film.indexOf("18538067", 0, "hex");
  const tracks = film.lastIndexOf("1654ae6b", undefined, "hex");
  const end = tracks + 12 + film.readUInt32BE(tracks + 8);
  const inSegment = [film.subarray(segment + 12, tracks), element(0x1654ae6b, ...made), film.subarray(end)];
  return Buffer.concat([film.subarray(0, segment), element(0x18538067, ...inSegment)]);
}
const picture = (sides: Readonly<Record<number, string>>, ...parts: readonly Buffer[]) =>
  element(
    0xae,
    element(0x83, Buffer.from([1])),
    element(0xe0, ...Object.entries(sides).map(([id, hex]) => element(Number(id), Buffer.from(hex, "hex")))),
    ...parts,
  );
const sound = element(0xae, element(0x83, Buffer.from([2])), encrypted);

test("a WebM whose sound alone is encrypted is told apart too, and one without a picture is refused", async () => {
  expect(await look(tracked(picture({ 0xb0: "0140", 0xba: "b4" }), sound))).toMatchObject({
    found: size,
    locked: size,
  });
  expect((await look(tracked(sound))).found).toMatchObject({ code: "broken_file" });
});

test("a WebM that is shown wider than it is coded says so, in pixels alone", async () => {
  const wide = { 0xb0: "0140", 0xba: "b4", 0x54b0: "0280", 0x54ba: "0168" };
  expect((await look(tracked(picture(wide, encrypted)))).found).toMatchObject({ width: 640, height: 360 });
  expect((await look(tracked(picture({ ...wide, 0x54b2: "03" }, encrypted)))).found).toMatchObject(size);
});

test.each([
  ["one that reaches beyond its track", Buffer.from("6d8001000000000fffff", "hex")],
  ["one of 70 million gigabytes", Buffer.from("6d8001fffffffffffffe", "hex")],
  ["one without an end", Buffer.from("6d80ff6240ff50358f", "hex")],
])("a WebM with a hostile length is refused, and stops nobody: %s", async (_case, part) => {
  expect(await look(webmWith(part))).toMatchObject(damaged);
});

test.each(["6d80", "000000000000"])("a WebM with %s in a track is what it was without", async (hex) => {
  expect(await look(webmWith(Buffer.from(hex, "hex")))).toMatchObject({ found: size, locked: null });
});

test("an encryption without an end, or with nothing in it, is one", async () => {
  for (const hex of ["6d80ff6240ff5035ff", "6d8086624083503580"])
    expect(await look(webmWith(Buffer.from(hex, "hex")))).toMatchObject({ found: size, locked: size });
});

test("a WebM of endless small pieces is not read for ever", async () => {
  const many = webmWith(Buffer.concat([Buffer.alloc(4_000_000, Buffer.from("ec80", "hex")), encrypted]));
  const began = performance.now();
  const file = path.join(dir, "many");
  writeFileSync(file, many);
  expect(lockedFilmIn(file)).toBeNull();
  expect(performance.now() - began).toBeLessThan(2000);
});

test.each([
  ["wider than any film", { 0xb0: "7fffffff", 0xba: "7fffffff" }],
  ["of no width", { 0xb0: "00", 0xba: "b4" }],
  ["of a size too large for a number", { 0xb0: "ffffffffffffffff", 0xba: "b4" }],
])("an encrypted WebM whose picture is %s is refused", async (_case, sides) => {
  expect((await look(tracked(picture(sides, encrypted)))).found).toMatchObject({ code: "broken_file" });
});
