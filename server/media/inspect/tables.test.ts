import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { phonePhoto, stored } from "../fixtures/pictures.ts";
import { inspect } from "./inspect.ts";

const dir = mkdtempSync(path.join(os.tmpdir(), "swellmates-tables-"));
afterAll(() => rmSync(dir, { recursive: true }));

async function look(bytes: Uint8Array) {
  const file = path.join(dir, "file");
  writeFileSync(file, bytes);
  const began = performance.now();
  const found = await inspect(file);
  // A second has room for what a whole film takes, and none for billions of anything.
  expect(performance.now() - began).toBeLessThan(5000);
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

const wave = () => Buffer.from(stored("films/wave.mp4"));

/** The film with another table in the place of its first one of this name, whatever that does to where its parts lie. */
function withTable(film: Buffer, name: string, table: Buffer): Buffer {
  const at = film.indexOf(name) - 4;
  const before = film.readUInt32BE(at);
  const grown = table.length - before;
  const changed = Buffer.concat([film.subarray(0, at), table, film.subarray(at + before)]);
  for (const outer of ["moov", "trak", "mdia", "minf", "stbl"]) {
    const start = changed.indexOf(outer) - 4;
    changed.writeUInt32BE(changed.readUInt32BE(start) + grown, start);
  }
  return changed;
}

const most = 0xffff_fff0;
const noOffsets = box("ctts", 0, 1, 1, 512);

describe("a film whose tables declare what no film has is refused at once:", () => {
  test.each<[string, () => Buffer]>([
    [
      "billions of samples in eight bytes, with times to sort",
      () => withTable(withTable(wave(), "stts", box("stts", 0, 1, most, 1)), "stss", noOffsets),
    ],
    [
      "the times of billions of samples in eight bytes, and few samples",
      () => withTable(wave(), "ctts", box("ctts", 0, 1, 0x7fff_fff0, 512)),
    ],
    ["more entries than there is room for", () => withTable(wave(), "stts", box("stts", 0, 500_000, 1, 1))],
    ["more sizes than there is room for", () => withTable(wave(), "stsz", box("stsz", 0, 0, most))],
    ["sizes of no bits", () => withTable(wave(), "stsz", box("stz2", 0, 0, most))],
    ["a chunk behind billions of others", () => withTable(wave(), "stsc", box("stsc", 0, 2, 1, 1, 1, most, 1, 1))],
    [
      "millions of entries that are really there",
      () => withTable(wave(), "stts", box("stts", 0, 2_000_000, Buffer.alloc(16_000_000, 1))),
    ],
    ["an index of a hundred megabytes", () => withTable(wave(), "stts", box("free", Buffer.alloc(100_000_000)))],
    [
      "boxes without end",
      () => withTable(wave(), "stts", Buffer.concat(Array.from({ length: 60_000 }, () => box("free")))),
    ],
    [
      "boxes in boxes in boxes",
      () =>
        withTable(
          wave(),
          "stts",
          Array.from({ length: 5000 }).reduce<Buffer>((inner) => box("mdia", inner), box("free")),
        ),
    ],
    [
      "tables where nobody looks for them",
      () =>
        withTable(
          wave(),
          "stsd",
          box("stsd", 0, 1, box("avc1", Buffer.alloc(78), box("stbl", box("stts", 0, 1, most, 1)))),
        ),
    ],
    [
      "a fragment of billions of samples without a byte",
      () => Buffer.concat([wave(), box("moof", box("traf", box("tfhd", 0x20000, 1), box("trun", 0, most)))]),
    ],
    [
      "an index of fragments that is long to sort",
      () => {
        const index = box("mfra", box("tfra", 0, 1, 0, 60_000, Buffer.alloc(660_000)), Buffer.alloc(8));
        index.writeUInt32BE(index.length, index.length - 4);
        return Buffer.concat([wave(), index]);
      },
    ],
  ])("%s", async (_what, make) => {
    expect(await look(make())).toEqual(damaged);
  });

  test("in a motion photo the photo is taken, without its film", async () => {
    const bomb = withTable(withTable(wave(), "stts", box("stts", 0, 1, most, 1)), "stss", noOffsets);
    const photo = await phonePhoto();
    expect(await look(Buffer.concat([photo, wave()]))).toMatchObject({ film: { start: photo.length } });
    expect(await look(Buffer.concat([photo, bomb]))).toMatchObject({ type: "image/jpeg", film: null });
  });
});

test("a film of hours is taken: a million samples of many lengths", { tags: "long" }, async () => {
  const stts = Buffer.alloc(8_000_000);
  for (let at = 0; at < stts.length; at += 8) {
    stts.writeUInt32BE(1, at);
    stts.writeUInt32BE(500 + (at % 64), at + 4);
  }
  const sizes = box("stsz", 0, 0, 1_000_000, Buffer.alloc(4_000_000, 1));
  const film = withTable(withTable(wave(), "stts", box("stts", 0, 1_000_000, stts)), "stsz", sizes);
  expect(await look(film)).toMatchObject({ type: "video/mp4", width: 320, height: 180 });
});
