import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { stored } from "../fixtures/pictures.ts";
import { clusterAt, fragmented, recordedWebm } from "../fixtures/recordings.ts";
import { inWords } from "../fixtures/in-words.ts";
import { inspect } from "./inspect.ts";

const dir = mkdtempSync(path.join(os.tmpdir(), "swellmates-lengths-"));
afterAll(() => rmSync(dir, { recursive: true }));

async function look(bytes: Buffer) {
  const file = path.join(dir, "video");
  writeFileSync(file, bytes);
  return inWords(await inspect(file));
}

const minutes = 60_000;
const tooLong = { code: "too_large", sentence: expect.stringContaining("longer than 60 minutes") as string };

/** The movie with the start of its last fragment moved to this time. */
function lasting(movie: Buffer, ms: number): Buffer {
  const bytes = Buffer.from(movie);
  const scale = bytes.readUInt32BE(bytes.lastIndexOf("mdhd") + 16);
  const clock = bytes.lastIndexOf("tfdt") + 4;
  const time = Math.round((ms / 1000) * scale);
  if (bytes[clock] === 1) bytes.writeBigUInt64BE(BigInt(time), clock + 4);
  else bytes.writeUInt32BE(time, clock + 4);
  return bytes;
}

describe("the frames of a video tell its length when its head does not:", () => {
  test("an MP4 in fragments", async () => {
    const movie = await fragmented();
    expect(movie.includes("mehd")).toBe(false);
    const { durationMs } = (await look(movie)) as { durationMs: number };
    expect(Math.abs(durationMs - 3000)).toBeLessThan(60);
  });

  test("a WebM that a browser has recorded", async () => {
    const { durationMs } = (await look(await recordedWebm())) as { durationMs: number };
    expect(Math.abs(durationMs - 1000)).toBeLessThan(110);
  });

  test("an MP4 whose head counts no time", async () => {
    const movie = stored("videos/wave.mp4");
    for (let at = movie.indexOf("mdhd"); at >= 0; at = movie.indexOf("mdhd", at + 1)) movie.writeUInt32BE(0, at + 20);
    const { durationMs } = (await look(movie)) as { durationMs: number };
    expect(Math.abs(durationMs - 3000)).toBeLessThan(60);
  });

  test("a head that knows only the frames before the fragments", async () => {
    const movie = lasting(await fragmented(), 20 * minutes);
    for (let at = movie.indexOf("mdhd"); at >= 0; at = movie.indexOf("mdhd", at + 1)) movie.writeUInt32BE(1, at + 20);
    expect(((await look(movie)) as { durationMs: number }).durationMs / minutes).toBeCloseTo(20, 0);
  });
});

test("the limit of an hour holds for videos without a length in their head", async () => {
  const movie = await fragmented();
  expect(await look(lasting(movie, 59 * minutes))).toMatchObject({ type: "video/mp4" });
  expect(await look(lasting(movie, 61 * minutes))).toEqual(tooLong);
  const recorded = await recordedWebm();
  expect(await look(Buffer.concat([recorded, clusterAt(59 * minutes)]))).toMatchObject({ type: "video/webm" });
  expect(await look(Buffer.concat([recorded, clusterAt(61 * minutes)]))).toEqual(tooLong);
});

test("a recording of millions of small elements is refused soon", async () => {
  // Elements of two bytes, which mean nothing.
  const many = Buffer.alloc(4_000_000, Buffer.from("ec80", "hex"));
  const before = process.cpuUsage();
  const found = await look(Buffer.concat([await recordedWebm(), clusterAt(0), many]));
  const { user, system } = process.cpuUsage(before);
  expect(found).toMatchObject({ code: "broken_file" });
  expect((user + system) / 1e6).toBeLessThan(5);
});
