import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { phonePhoto, stored } from "../fixtures/pictures.ts";
import { inWords } from "../fixtures/in-words.ts";
import { inspect } from "./inspect.ts";

const dir = mkdtempSync(path.join(os.tmpdir(), "swellmates-tables-"));
afterAll(() => rmSync(dir, { recursive: true }));

async function look(bytes: Uint8Array) {
  const file = path.join(dir, "file");
  writeFileSync(file, bytes);
  const before = process.cpuUsage();
  const found = inWords(await inspect(file));
  const { user, system } = process.cpuUsage(before);
  // Enough for a real video, and too little for billions of entries. The clock would count other processes too.
  expect((user + system) / 1000).toBeLessThan(5000);
  return found;
}

const damaged = { code: "broken_file", sentence: expect.stringContaining("damaged") as string };

function box(name: string, ...content: readonly (Buffer | number)[]): Buffer {
  const body = Buffer.concat(content.map((part) => (typeof part === "number" ? long(part) : part)));
  return Buffer.concat([long(body.length + 8), Buffer.from(name, "latin1"), body]);
}

function long(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

const wave = () => Buffer.from(stored("videos/wave.mp4"));

/** The video with its first table of this name replaced. Offsets to its samples become wrong. */
function withTable(video: Buffer, name: string, table: Buffer): Buffer {
  const at = video.indexOf(name) - 4;
  const before = video.readUInt32BE(at);
  const grown = table.length - before;
  const changed = Buffer.concat([video.subarray(0, at), table, video.subarray(at + before)]);
  for (const outer of ["moov", "trak", "mdia", "minf", "stbl"]) {
    const start = changed.indexOf(outer) - 4;
    changed.writeUInt32BE(changed.readUInt32BE(start) + grown, start);
  }
  return changed;
}

const huge = 0xffff_fff0;
const noOffsets = box("ctts", 0, 1, 1, 512);

describe("a video with impossible tables is refused at once:", () => {
  test.each<[string, () => Buffer]>([
    [
      "billions of samples in eight bytes, to be sorted by time",
      () => withTable(withTable(wave(), "stts", box("stts", 0, 1, huge, 1)), "stss", noOffsets),
    ],
    [
      "time offsets of billions of samples in eight bytes",
      () => withTable(wave(), "ctts", box("ctts", 0, 1, 0x7fff_fff0, 512)),
    ],
    ["more time entries than its box can hold", () => withTable(wave(), "stts", box("stts", 0, 500_000, 1, 1))],
    ["more sizes than its box can hold", () => withTable(wave(), "stsz", box("stsz", 0, 0, huge))],
    ["sizes of no bits", () => withTable(wave(), "stsz", box("stz2", 0, 0, huge))],
    ["a chunk after billions of others", () => withTable(wave(), "stsc", box("stsc", 0, 2, 1, 1, 1, huge, 1, 1))],
    [
      "millions of real entries",
      () => withTable(wave(), "stts", box("stts", 0, 2_000_000, Buffer.alloc(16_000_000, 1))),
    ],
    ["an index of a hundred megabytes", () => withTable(wave(), "stts", box("free", Buffer.alloc(100_000_000)))],
    ["60,000 boxes", () => withTable(wave(), "stts", Buffer.concat(Array.from({ length: 60_000 }, () => box("free"))))],
    [
      "5000 nested boxes",
      () =>
        withTable(
          wave(),
          "stts",
          Array.from({ length: 5000 }).reduce<Buffer>((inner) => box("mdia", inner), box("free")),
        ),
    ],
    [
      "tables inside a sample description",
      () =>
        withTable(
          wave(),
          "stsd",
          box("stsd", 0, 1, box("avc1", Buffer.alloc(78), box("stbl", box("stts", 0, 1, huge, 1)))),
        ),
    ],
    [
      "a fragment of billions of samples without bytes",
      () => Buffer.concat([wave(), box("moof", box("traf", box("tfhd", 0x20000, 1), box("trun", 0, huge)))]),
    ],
    [
      "an index of 60,000 fragments",
      () => {
        const index = box("mfra", box("tfra", 0, 1, 0, 60_000, Buffer.alloc(660_000)), Buffer.alloc(8));
        index.writeUInt32BE(index.length, index.length - 4);
        return Buffer.concat([wave(), index]);
      },
    ],
  ])("%s", async (_what, make) => {
    expect(await look(make())).toEqual(damaged);
  });

  test("a motion photo with such a clip is accepted without the clip", async () => {
    const bomb = withTable(withTable(wave(), "stts", box("stts", 0, 1, huge, 1)), "stss", noOffsets);
    const photo = await phonePhoto();
    expect(await look(Buffer.concat([photo, wave()]))).toMatchObject({ film: { start: photo.length } });
    expect(await look(Buffer.concat([photo, bomb]))).toMatchObject({ type: "image/jpeg", film: null });
  });
});

test("a video of a million samples is accepted", { tags: "long" }, async () => {
  const stts = Buffer.alloc(8_000_000);
  for (let at = 0; at < stts.length; at += 8) {
    stts.writeUInt32BE(1, at);
    stts.writeUInt32BE(500 + (at % 64), at + 4);
  }
  const sizes = box("stsz", 0, 0, 1_000_000, Buffer.alloc(4_000_000, 1));
  const video = withTable(withTable(wave(), "stts", box("stts", 0, 1_000_000, stts)), "stsz", sizes);
  expect(await look(video)).toMatchObject({ type: "video/mp4", width: 320, height: 180 });
});
