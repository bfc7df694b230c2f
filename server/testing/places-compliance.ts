import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Place } from "../platform/backups/places/place.ts";
import { pattern, pieces } from "./blobs-compliance.ts";

interface Subject {
  readonly place: Place;
  close(): Promise<void>;
}

export async function allOf<T>(source: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of source) all.push(one);
  return all;
}

/** Tests the promises of every place for backups. Each adapter calls it with an empty real place. */
export function describePlace(name: string, open: () => Promise<Subject>): void {
  describe(name, () => {
    let subject: Subject;
    let place: Place;
    beforeAll(async () => {
      subject = await open();
      ({ place } = subject);
    });
    afterAll(() => subject.close());

    const put = (name: string, bytes: Buffer) => place.put(name, pieces(bytes, 40_000));
    const read = async (name: string) => {
      const found = await place.get(name);
      return found && buffer(found);
    };
    const listed = async (prefix: string) => (await allOf(place.list(prefix))).map(({ name }) => name).sort();

    test("lists nothing before it has answered, and answers", async () => {
      expect(await listed("")).toEqual([]);
      await expect(place.answers()).resolves.toBeUndefined();
      await expect(place.answers()).resolves.toBeUndefined();
      expect(await listed("")).toEqual([]);
    });

    test.each([0, 1, 65_535, 65_536, 131_072, 3_000_001])("returns the %i bytes that were put", async (length) => {
      const name = `wal/a1/${length}.gz`;
      const bytes = pattern(length);
      await put(name, bytes);
      expect((await read(name))!.equals(bytes)).toBe(true);
    });

    test("lists the files whose names begin with a prefix, with their sizes", async () => {
      const names = ["backups/2026-01-02/a.json", "backups/2026-01-02/tables/b", "backups/2026-02/a", "backups-old"];
      for (const name of names) await put(name, pattern(1000));
      expect(await listed("backups")).toEqual([...names].sort());
      expect(await listed("backups/")).toEqual(names.slice(0, 3));
      expect(await listed("backups/2026-0")).toEqual(names.slice(0, 3));
      expect(await listed("backups/2026-01-02/")).toEqual(names.slice(0, 2));
      expect(await listed("backups/2026-02/a")).toEqual(["backups/2026-02/a"]);
      expect(await listed("backups/2026-02/a.a")).toEqual([]);
      expect(await listed("backups/2026-02/a/b")).toEqual([]);
      expect(await listed("nothing/")).toEqual([]);
      for await (const { bytes } of place.list("backups")) {
        expect(bytes).toBeGreaterThanOrEqual(1000);
        expect(bytes).toBeLessThan(1500);
      }
    });

    test("replaces a whole file", async () => {
      await put("blobs/aa/replaced", pattern(500_000));
      await put("blobs/aa/replaced", Buffer.from("short"));
      expect((await read("blobs/aa/replaced"))!.toString()).toBe("short");
      expect(await listed("blobs/aa/")).toEqual(["blobs/aa/replaced"]);
    });

    test("removes a file and leaves its neighbours", async () => {
      for (const name of ["blobs/bb/one", "blobs/bb/two"]) await put(name, pattern(10));
      await place.remove("blobs/bb/one");
      await place.remove("blobs/bb/one");
      expect(await read("blobs/bb/one")).toBeNull();
      expect(await listed("blobs/bb/")).toEqual(["blobs/bb/two"]);
      await place.remove("blobs/bb/two");
      await put("blobs/bb/two", pattern(11));
      expect((await read("blobs/bb/two"))!.length).toBe(11);
    });

    test("returns null for a missing file", async () => {
      expect(await place.get("blobs/cc/never")).toBeNull();
      expect(await place.get("never")).toBeNull();
      await place.remove("never");
    });

    test("takes several files at once", async () => {
      const lengths = [10, 200_000, 70_000, 0, 1];
      await Promise.all(lengths.map((length) => put(`blobs/dd/${length}`, pattern(length))));
      for (const length of lengths) expect((await read(`blobs/dd/${length}`))!.equals(pattern(length))).toBe(true);
    });

    test("stores nothing of a stream that fails, and keeps the earlier file", async () => {
      const broken = async function* (length: number) {
        yield pattern(length);
        throw new Error("connection lost");
      };
      await put("blobs/ee/earlier", Buffer.from("earlier"));
      for (const length of [0, 100_000])
        for (const name of ["blobs/ee/earlier", "blobs/ee/new"]) {
          const source = Readable.from(broken(length));
          await expect(place.put(name, source)).rejects.toThrow("connection lost");
          expect(source.destroyed).toBe(true);
        }
      expect(await listed("blobs/ee/")).toEqual(["blobs/ee/earlier"]);
      expect((await read("blobs/ee/earlier"))!.toString()).toBe("earlier");
    });

    test("stores nothing of a stream that failed or was closed before", async () => {
      const failed = pieces(pattern(10), 10);
      failed.destroy(new Error("failed before"));
      await expect(place.put("blobs/ff/failed", failed)).rejects.toThrow("failed before");
      const closed = pieces(pattern(10), 10).destroy();
      await expect(place.put("blobs/ff/closed", closed)).rejects.toThrow();
      expect(await listed("blobs/ff/")).toEqual([]);
    });

    test("refuses names that could leave it", async () => {
      const wrong = [
        "../evil",
        "a/../../evil",
        "/etc/evil",
        ".incoming/evil",
        "a/.evil",
        "a//evil",
        "a/./evil",
        "a evil",
      ];
      for (const name of [...wrong, "a\\evil", "a/evil/", "évil", "evil\n"]) {
        await expect(place.put(name, pieces(pattern(1), 1)), name).rejects.toThrow("No name of a file in a backup");
        await expect(place.get(name), name).rejects.toThrow("No name of a file in a backup");
        await expect(place.remove(name), name).rejects.toThrow("No name of a file in a backup");
      }
      for (const prefix of ["../", "a/../../", "/", ".", "./"]) expect(await listed(prefix)).toEqual([]);
    });
  });
}
