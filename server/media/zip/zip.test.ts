import { execFileSync, spawnSync } from "node:child_process";
import { hash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { BlobKey, Blobs, ByteRange } from "../../platform/blobs/blobs.ts";
import { diskBlobs } from "../../platform/blobs/disk.ts";
import { newId } from "../../platform/db/id.ts";
import { noClocks } from "../clocks/local-clock.ts";
import { seeded } from "../../../try/stand-ins/seeded.ts";
import { type ZipFile, layOut } from "./layout.ts";
import { unzip } from "./fixtures/unzip.ts";
import { zipOf } from "./photos.ts";
import { readZip } from "./read-zip.ts";

let folder: string;
let blobs: Blobs;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "swellmates-zip-"));
  blobs = diskBlobs(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Python reads large zips; not every machine has it. */
const hasPython = spawnSync("python3", ["--version"]).status === 0;

const modified = new Date("2026-07-04T18:22:05Z");

async function stored(segments: readonly string[], bytes: Buffer): Promise<ZipFile> {
  const content: BlobKey = `${newId()}/original`;
  await blobs.put(content, bytes);
  return { segments, size: bytes.length, crc32: crc32(bytes), modified, content };
}

const inMemory = (segments: readonly string[], bytes: Buffer): ZipFile => ({
  segments,
  size: bytes.length,
  crc32: crc32(bytes),
  modified,
  content: {
    digest: hash("sha256", bytes),
    async *read({ start, end }) {
      yield Buffer.from(bytes.subarray(start, end + 1));
    },
  },
});

const noise = (length: number, random = seeded(length)) => Buffer.from(Array.from({ length }, () => random(256)));

const whole = async (files: readonly ZipFile[]) => buffer(readZip(blobs, await layOut(files)));

describe("a zip", () => {
  test("has the length of its layout, and unpacks to the same bytes and names", async () => {
    const files = [
      await stored(["2026-07-04 Ericeira ’26", "2026-07-04 18.22.05 Bo Berg wave.jpg"], noise(400_000)),
      await stored(["Zoë 🏄 Ñandú.jpg"], noise(1000)),
      await stored(["empty.jpg"], Buffer.alloc(0)),
      inMemory(["records", "profile.json"], Buffer.from('{"name":"Bo"}')),
    ];
    const layout = await layOut(files);
    const zip = await buffer(readZip(blobs, layout));
    expect(zip.length).toBe(layout.size);
    const times = { modified, clock: "2026-07-04 18:22:04" };
    expect(unzip(zip)).toEqual([
      { name: "2026-07-04 Ericeira ’26/2026-07-04 18.22.05 Bo Berg wave.jpg", bytes: noise(400_000), ...times },
      { name: "Zoë 🏄 Ñandú.jpg", bytes: noise(1000), ...times },
      { name: "empty.jpg", bytes: Buffer.alloc(0), ...times },
      { name: "records/profile.json", bytes: Buffer.from('{"name":"Bo"}'), ...times },
    ]);
  });

  test("of no files is an empty zip", async () => {
    expect(unzip(await whole([]))).toEqual([]);
  });

  test("gives the right bytes for any range", async () => {
    const files = [
      await stored(["a.jpg"], noise(3000)),
      await stored(["b.jpg"], Buffer.alloc(0)),
      inMemory(["c.json"], noise(77)),
      await stored(["d", "e.jpg"], noise(300_000)),
    ];
    const layout = await layOut(files);
    const zip = await buffer(readZip(blobs, layout));
    const random = seeded(7);
    const edges = [...layout.offsets, ...layout.lines, layout.size - 1].flatMap((at) => [at - 1, at, at + 1]);
    const near = edges.filter((at) => at >= 0 && at < layout.size);
    const ranges: ByteRange[] = Array.from({ length: 300 }, (_, i) => {
      const pick = () => (i % 2 ? near[random(near.length)]! : random(layout.size));
      const [a, b] = [pick(), pick()];
      return { start: Math.min(a, b), end: Math.max(a, b) };
    });
    for (const range of [...ranges, { start: 0, end: 0 }, { start: layout.size - 1, end: layout.size - 1 }]) {
      const part = await buffer(readZip(blobs, layout, range));
      expect(part.equals(zip.subarray(range.start, range.end + 1)), JSON.stringify(range)).toBe(true);
    }
  });

  test("has the same ETag only for the same content", async () => {
    const file = await stored(["a.jpg"], noise(10));
    const other = await stored(["a.jpg"], noise(10));
    const tagOf = async (...files: ZipFile[]) => (await layOut(files)).etag;
    expect(await tagOf(file)).toBe(await tagOf({ ...file }));
    const tags = [
      await tagOf(file),
      await tagOf(other),
      await tagOf(file, file),
      await tagOf({ ...file, segments: ["b.jpg"] }),
      await tagOf({ ...file, modified: new Date(0) }),
      await tagOf({ ...file, clock: new Date(0) }),
    ];
    expect(new Set(tags).size).toBe(tags.length);
  });
});

describe("a reader who leaves", () => {
  /** A zip whose first file fills the read-ahead buffer but for one byte, with a second file after it. */
  async function zipOfTwo() {
    const body = new Readable({ read() {} });
    const [opening, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const open = async () => {
      opening.resolve();
      await opened.promise;
      return { size: 10, body };
    };
    const file: ZipFile = { ...inMemory(["b.jpg"], Buffer.alloc(10)), content: `${newId()}/original` };
    const firstOf = async (size: number) => layOut([inMemory(["a.jpg"], Buffer.alloc(size)), file]);
    const { readableHighWaterMark } = readZip(blobs, await firstOf(0));
    const header = (await firstOf(0)).offsets[1]!;
    const zip = readZip({ open } as unknown as Blobs, await firstOf(readableHighWaterMark - header - 1));
    zip.read(0);
    await opening.promise;
    return { zip, body, open: opened.resolve };
  }

  test("at the header of a file leaves no file open", async () => {
    const { zip, body, open } = await zipOfTwo();
    open();
    await vi.waitFor(() => expect(zip.readableLength).toBeGreaterThan(zip.readableHighWaterMark));
    expect(body.destroyed).toBe(false);
    zip.destroy();
    await vi.waitFor(() => expect(body.destroyed).toBe(true));
  });

  test("while a file is being opened leaves no file open", async () => {
    const { zip, body, open } = await zipOfTwo();
    zip.destroy();
    open();
    await vi.waitFor(() => expect(body.destroyed).toBe(true));
  });
});

describe("a zip beyond four gigabytes", () => {
  const gigabyte = 1024 ** 3;
  /** Blobs of zeros of any length, made on demand. */
  const endless = {
    open: (key: BlobKey, { start, end }: ByteRange) =>
      Promise.resolve({ size: sizes.get(key)!, body: Buffer.alloc(end - start + 1) }),
  } as unknown as Blobs;
  const sizes = new Map<BlobKey, number>();
  const large = (name: string, size: number): ZipFile => {
    const content: BlobKey = `${newId()}/original`;
    sizes.set(content, size);
    return { segments: [name], size, crc32: 0x1234abcd, modified, content };
  };

  test("has 64-bit sizes and offsets where they are needed", async () => {
    const files = [
      large("small.jpg", 100),
      large("just fits.mov", 2 ** 32 - 2),
      large("does not.mov", 2 ** 32 - 1),
      large("late.jpg", 5),
      large("huge.mov", 20 * gigabyte),
      large("last.jpg", 7),
    ];
    const layout = await layOut(files);
    expect(layout.size).toBeGreaterThan(28 * gigabyte);
    const tail = await buffer(readZip(endless, layout, { start: layout.lines[0]!, end: layout.size - 1 }));
    const lines = files.map((_, i) => tail.subarray(layout.lines[i]! - layout.lines[0]!));
    const short = lines.map((line) => [line.readUInt32LE(24), line.readUInt32LE(42)]);
    const beyond = 0xffffffff;
    expect(short).toEqual([
      [100, 0],
      [2 ** 32 - 2, layout.offsets[1]],
      [beyond, beyond],
      [5, beyond],
      [beyond, beyond],
      [7, beyond],
    ]);
    const longOf = (line: Buffer) => {
      const at = 46 + line.readUInt16LE(28) + 9;
      const numbers = line.readUInt16LE(30) > 9 ? line.readUInt16LE(at + 2) / 8 : 0;
      return Array.from({ length: numbers }, (_, i) => Number(line.readBigUInt64LE(at + 4 + 8 * i)));
    };
    expect(lines.map(longOf)).toEqual([
      [],
      [],
      [2 ** 32 - 1, 2 ** 32 - 1, layout.offsets[2]],
      [layout.offsets[3]],
      [20 * gigabyte, 20 * gigabyte, layout.offsets[4]],
      [layout.offsets[5]],
    ]);
    const end = tail.length - 22 - 20 - 56;
    const ends = [24, 32, 40, 48].map((at) => Number(tail.readBigUInt64LE(end + at)));
    expect(ends).toEqual([6, 6, layout.lines.at(-1)! - layout.lines[0]!, layout.lines[0]]);
    expect(Number(tail.readBigUInt64LE(end + 56 + 8))).toBe(layout.lines.at(-1));
  });

  test.runIf(hasPython)("is read by another program with the same result", async () => {
    const layout = await layOut([
      large("does not.mov", 2 ** 32 - 1),
      large("huge.mov", 20 * gigabyte),
      large("last.jpg", 7),
    ]);
    const tail = await buffer(readZip(endless, layout, { start: layout.lines[0]!, end: layout.size - 1 }));
    // A sparse file as long as the zip, with only its end on the disk.
    const program = `import sys, json, zipfile
with open(sys.argv[1], "wb") as f:
  f.seek(int(sys.argv[2])); f.write(sys.stdin.buffer.read())
print(json.dumps([[i.filename, i.file_size, i.header_offset] for i in zipfile.ZipFile(sys.argv[1]).infolist()]))`;
    const args = ["-c", program, path.join(folder, "hole.zip"), String(layout.lines[0])];
    const read = execFileSync("python3", args, { input: tail, encoding: "utf8" });
    expect(JSON.parse(read)).toEqual(layout.files.map(({ name, size }, i) => [name, size, layout.offsets[i]]));
  });

  test("has a matching header before each file", async () => {
    const layout = await layOut([large("huge.mov", 5 * gigabyte), large("late.jpg", 5)]);
    const header = await buffer(readZip(endless, layout, { start: 0, end: 99 }));
    expect(header.readUInt32LE(0)).toBe(0x04034b50);
    expect(header.readUInt32LE(18)).toBe(0xffffffff);
    const extra = 30 + "huge.mov".length + 9;
    expect([header.readUInt16LE(extra), header.readUInt16LE(extra + 2)]).toEqual([1, 16]);
    expect(Number(header.readBigUInt64LE(extra + 4))).toBe(5 * gigabyte);
    const at = layout.offsets[1]!;
    const late = await buffer(readZip(endless, layout, { start: at, end: at + 29 }));
    expect([late.readUInt32LE(0), late.readUInt32LE(18), late.readUInt16LE(26)]).toEqual([0x04034b50, 5, 8]);
  });

  test("may also have more than 65,535 files", async () => {
    const bytes = Buffer.from("x");
    const files = Array.from({ length: 66_000 }, () => inMemory(["wave.jpg"], bytes));
    const found = unzip(await whole(files));
    expect(found).toHaveLength(66_000);
    expect(new Set(found.map(({ name }) => name)).size).toBe(66_000);
  });
});

test("laying out fifty thousand files does not block the event loop", async () => {
  const bytes = Buffer.from("x");
  const files = Array.from({ length: 50_000 }, (_, i) => inMemory([`trip ${i % 9}`, `wave ${i % 4000}.jpg`], bytes));
  let turns = 0;
  const others = setInterval(() => turns++, 0);
  const began = performance.now();
  const layout = await layOut(files).finally(() => clearInterval(others));
  expect(layout.files).toHaveLength(50_000);
  // A busy machine makes turns longer; a blocked event loop would have none.
  expect(turns).toBeGreaterThan((performance.now() - began) / 100);
});

test("a zip of many photos, looked up in batches, has all of them in order", async () => {
  const ids = Array.from({ length: 7001 }, () => newId());
  const photo = {
    fileName: "wave.jpg",
    size: 1,
    crc32: 1,
    takenAt: modified.toJSON(),
    firstName: "Bo",
    lastName: "Berg",
    utcOffset: 60,
    isLocalClock: false,
    tripId: null,
    squadId: newId(),
  };
  const asked: number[] = [];
  const store = {
    photos: async (_userId: string, some: readonly string[]) => {
      asked.push(some.length);
      return some.map((id) => ({
        ...photo,
        id,
        trip: null,
        startDate: null,
        isVideo: false,
        isMember: true,
        maySee: true,
        clip: null,
      }));
    },
    clocks: async () => noClocks,
  };
  const { files } = await zipOf(store, newId(), ids, { timeZone: "UTC", by: new Date() });
  expect(files.map(({ content }) => content)).toEqual(ids.map((id) => `${id}/original`));
  expect(asked).toEqual([3000, 3000, 1001]);
});

describe("a zip whose files have changed", () => {
  test.each([
    ["is gone", async (key: BlobKey) => blobs.remove(key), "No file"],
    ["is shorter", async (key: BlobKey) => blobs.put(key, noise(299_999)), "Another length"],
    ["is longer", async (key: BlobKey) => blobs.put(key, noise(300_001)), "Another length"],
  ])("breaks off when one %s", async (_, harm, message) => {
    const good = await stored(["a.jpg"], noise(100));
    const bad = await stored(["b.jpg"], noise(300_000));
    await harm(bad.content as BlobKey);
    await expect(whole([good, bad])).rejects.toThrow(message);
  });

  test("breaks off when the disk returns fewer bytes than the size", async () => {
    const short = {
      open: () => Promise.resolve({ size: 10, body: Readable.from([Buffer.alloc(4)]) }),
    } as unknown as Blobs;
    const file = { ...inMemory(["a.jpg"], noise(10)), content: `${newId()}/original` as BlobKey };
    await expect(buffer(readZip(short, await layOut([file])))).rejects.toThrow("Another length");
  });
});

test("when the reader leaves, no file is read further or stays open", async () => {
  const opened: Readable[] = [];
  const watched: Blobs = {
    ...blobs,
    async open(key, range) {
      const blob = await blobs.open(key, range);
      if (blob && !Buffer.isBuffer(blob.body)) opened.push(blob.body);
      return blob;
    },
  };
  const files = await Promise.all([1, 2, 3, 4].map((i) => stored([`${i}.jpg`], noise(2_000_000))));
  const stream = readZip(watched, await layOut(files));
  for await (const piece of stream) if ((piece as Buffer).length > 1000) break;
  await expect.poll(() => opened.map((one) => one.closed)).toEqual([true]);
});
