import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { readFile, stat } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../platform/db/id.ts";
import { type BlobKey, type Blobs, TooManyBytes, WrongOffset } from "../platform/blobs/blobs.ts";

interface Subject {
  readonly blobs: Blobs;
  close(): Promise<void>;
}

const isNeverUsed = async () => false;
const original = (): BlobKey => `${newId()}/original`;

/** Tests the promises of every blob store. Each adapter calls it with a real store. */
export function describeBlobs(name: string, open: () => Promise<Subject>): void {
  describe(name, () => {
    let subject: Subject;
    let blobs: Blobs;
    beforeAll(async () => {
      subject = await open();
      ({ blobs } = subject);
    });
    afterAll(() => subject.close());

    const read = async (key: BlobKey, range?: { start: number; end: number }) => {
      const found = await blobs.open(key, range);
      return found && (Buffer.isBuffer(found.body) ? found.body : buffer(found.body));
    };

    test("answers the health check", async () => {
      const time = await blobs.answers();
      if (time) expect(Math.abs(Date.now() - time.getTime())).toBeLessThan(60_000);
    });

    test.each([0, 1, 65_536, 3_000_001])("returns the %i bytes that were put", async (length) => {
      const key = original();
      const bytes = pattern(length);
      await blobs.put(key, pieces(bytes, 40_000));
      expect(await blobs.sizeOf(key)).toBe(length);
      expect((await read(key))!.equals(bytes)).toBe(true);
    });

    test("returns a range of a blob, with both ends", async () => {
      for (const length of [1000, 2_000_000]) {
        const key = original();
        const bytes = pattern(length);
        await blobs.put(key, bytes);
        for (const [start, end] of [
          [0, 0],
          [10, 19],
          [length - 5, length - 1],
          [1, length - 2],
        ] as const) {
          expect((await read(key, { start, end }))!.equals(bytes.subarray(start, end + 1))).toBe(true);
        }
        const found = await blobs.open(key, { start: 3, end: 5 });
        expect(found).toEqual({ size: length, body: bytes.subarray(3, 6) });
      }
    });

    test("returns null for a missing blob", async () => {
      const key = original();
      expect(await blobs.open(key)).toBeNull();
      expect(await blobs.sizeOf(key)).toBeNull();
      expect(await blobs.withFile(key, async () => "never")).toBeNull();
      await blobs.remove(key);
    });

    test("keeps, lists and removes the parts of one id separately", async () => {
      const id = newId();
      await blobs.put(`${id}/original`, pattern(10));
      await blobs.put(`${id}/thumb`, pattern(20));
      const listed = async () => {
        const keys: string[] = [];
        for await (const key of blobs.list()) if (key.startsWith(id)) keys.push(key);
        return keys.sort();
      };
      expect(await listed()).toEqual([`${id}/original`, `${id}/thumb`]);
      await blobs.remove(`${id}/original`);
      expect(await listed()).toEqual([`${id}/thumb`]);
      expect((await read(`${id}/thumb`))!.length).toBe(20);
    });

    test("replaces a whole blob", async () => {
      const key = original();
      await blobs.put(key, pattern(500_000));
      await blobs.put(key, Buffer.from("short"));
      expect((await read(key))!.toString()).toBe("short");
    });

    test("copies a blob, and the copy is independent", async () => {
      const [first, second, third] = [original(), original(), original()];
      await blobs.put(first, pattern(3000));
      expect(await blobs.copy(first, second)).toBe(true);
      expect(await blobs.copy(first, third)).toBe(true);
      expect(await blobs.copy(first, third)).toBe(true);
      await blobs.put(first, Buffer.from("new"));
      expect((await read(second))!.equals(pattern(3000))).toBe(true);
      await blobs.remove(second);
      expect((await read(third))!.equals(pattern(3000))).toBe(true);
      expect((await read(first))!.toString()).toBe("new");
      expect(await blobs.copy(original(), second)).toBe(false);
      expect(await blobs.sizeOf(second)).toBeNull();
    });

    test("stores nothing of a stream that fails", async () => {
      const key = original();
      const broken = async function* () {
        yield pattern(100_000);
        throw new Error("connection lost");
      };
      await expect(blobs.put(key, Readable.from(broken()))).rejects.toThrow("connection lost");
      expect(await blobs.sizeOf(key)).toBeNull();
    });

    test("stops reading at the first byte over the limit", async () => {
      let taken = 0;
      const endless = async function* () {
        for (;;) {
          taken += 1000;
          yield pattern(1000);
        }
      };
      const source = Readable.from(endless());
      await expect(blobs.stage(newId(), source, 50_000)).rejects.toThrow(TooManyBytes);
      expect(taken).toBeLessThanOrEqual(100_000);
      expect(source.destroyed).toBe(false);
      source.destroy();
      const exact = await blobs.stage(newId(), pieces(pattern(50_000), 1000), 50_000);
      expect(exact.size).toBe(50_000);
      await exact.drop();
    });

    test("asks for the limit once the first bytes have arrived", async () => {
      const heads: number[] = [];
      const maxBytes = (head: Buffer) => {
        heads.push(head.length);
        return head.equals(pattern(head.length)) ? 20_000 : 0;
      };
      await expect(blobs.stage(newId(), pieces(pattern(20_001), 100), maxBytes)).rejects.toThrow(TooManyBytes);
      const exact = await blobs.stage(newId(), pieces(pattern(20_000), 100), maxBytes);
      expect(exact.size).toBe(20_000);
      await exact.drop();
      expect(heads).toEqual([600, 600]);
    });

    test("shows staged bytes only after `keep`", async () => {
      const key = original();
      const staged = await blobs.stage(newId(), pieces(pattern(1234), 100));
      expect((await readFile(staged.path)).equals(pattern(1234))).toBe(true);
      expect(await blobs.sizeOf(key)).toBeNull();
      await staged.keep(key);
      await staged.keep(key);
      await staged.drop();
      expect((await read(key))!.equals(pattern(1234))).toBe(true);
    });

    test("deletes old staged files that were never kept", async () => {
      const left = await blobs.stage(newId(), pieces(pattern(10), 10));
      await blobs.forgetStaged(new Date(Date.now() - 60_000), isNeverUsed);
      expect((await stat(left.path)).size).toBe(10);
      await blobs.forgetStaged(new Date(Date.now() + 60_000), isNeverUsed);
      await expect(stat(left.path)).rejects.toThrow("ENOENT");
    });

    test("deletes kept blobs without a row, and leaves the others", async () => {
      const [used, lost, settled] = [newId(), newId(), newId()];
      for (const id of [used, lost, settled]) {
        const staged = await blobs.stage(id, pieces(pattern(10), 10));
        await staged.keep(`${id}/original`);
        if (id === settled) await staged.drop();
      }
      await blobs.forgetStaged(new Date(Date.now() + 60_000), async (id) => id === used);
      expect(await blobs.sizeOf(`${lost}/original`)).toBeNull();
      for (const id of [used, settled]) expect(await blobs.sizeOf(`${id}/original`)).toBe(10);
    });

    test("appends pieces, and reports how many bytes have arrived", async () => {
      const id = newId();
      const bytes = pattern(2_000_000);
      expect(await blobs.arrivedOf(id)).toBe(0);
      expect(await blobs.stagedFor(id)).toBeNull();
      for (const [start, end] of [
        [0, 1],
        [1, 700_000],
        [700_000, 2_000_000],
      ] as const) {
        expect(await blobs.append(id, start, pieces(bytes.subarray(start, end), 50_000), bytes.length)).toBe(end);
        expect(await blobs.arrivedOf(id)).toBe(end);
      }
      const whole = (await blobs.stagedFor(id))!;
      expect(whole.size).toBe(bytes.length);
      await whole.keep(`${id}/original`);
      await whole.drop();
      expect((await read(`${id}/original`))!.equals(bytes)).toBe(true);
      expect(await blobs.arrivedOf(id)).toBe(0);
    });

    test("keeps the bytes of a failed stream, and resumes after them", async () => {
      const id = newId();
      const bytes = pattern(900_000);
      const broken = async function* () {
        yield bytes.subarray(0, 700_001);
        await new Promise((resolve) => setTimeout(resolve, 20));
        throw new Error("connection lost");
      };
      expect(await blobs.append(id, 0, Readable.from(broken()), bytes.length)).toBe(700_001);
      for (const wrong of [0, 700_000, 700_002]) {
        await expect(blobs.append(id, wrong, pieces(bytes, 1000), bytes.length)).rejects.toThrow(WrongOffset);
      }
      await blobs.append(id, 700_001, pieces(bytes.subarray(700_001), 1000), bytes.length);
      expect((await readFile((await blobs.stagedFor(id))!.path)).equals(bytes)).toBe(true);
    });

    test("appends nothing beyond the size", async () => {
      const id = newId();
      await expect(blobs.append(id, 0, pieces(pattern(5000), 1000), 4999)).rejects.toThrow(TooManyBytes);
      expect(await blobs.arrivedOf(id)).toBeLessThan(5000);
    });

    test("gives a file to read", async () => {
      const key = original();
      await blobs.put(key, Buffer.from("lent"));
      expect(await blobs.withFile(key, (path) => readFile(path, "utf8"))).toBe("lent");
    });

    test("refuses an invalid key", async () => {
      for (const key of [
        "../../etc/passwd",
        `${newId()}/../x`,
        `${newId()}/a.b`,
        `${newId().toUpperCase()}/original`,
        "/",
      ]) {
        await expect(blobs.sizeOf(key as BlobKey)).rejects.toThrow("No blob key");
        await expect(blobs.put(key as BlobKey, pattern(1))).rejects.toThrow("No blob key");
        await expect(blobs.stage(key, pieces(pattern(1), 1))).rejects.toThrow("No id of blobs");
        await expect(blobs.append(key, 0, pieces(pattern(1), 1), 1)).rejects.toThrow("No id of blobs");
      }
    });
  });
}

/** Bytes whose values depend on their position, so that a wrong offset shows. */
export const pattern = (length: number): Buffer =>
  Buffer.from(Uint32Array.from({ length: Math.ceil(length / 4) }, (_, i) => i * 2_654_435_761).buffer, 0, length);

export function pieces(bytes: Buffer, size: number): Readable {
  const starts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => i * size);
  return Readable.from(starts.map((start) => bytes.subarray(start, start + size)));
}
