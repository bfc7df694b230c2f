import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { newId } from "../db/id.ts";
import { hasStore, newBucketSettings } from "../../testing/s3.ts";
import type { Blobs } from "./blobs.ts";
import { describeBlobs, pattern, pieces } from "../../testing/blobs-compliance.ts";
import { type S3Client, type S3Settings, s3Client } from "./s3-client.ts";
import { s3Objects } from "./s3-objects.ts";
import { prepareBucket } from "./s3-setup.ts";
import { s3Blobs } from "./s3.ts";

vi.setConfig({ hookTimeout: 120_000 });

async function openBucket() {
  const settings = await newBucketSettings();
  await prepareBucket(settings, { publicUrl: undefined, log: () => {} });
  const dir = await mkdtemp(path.join(os.tmpdir(), "swellmates lent-"));
  return { settings, dir, blobs: s3Blobs(settings, dir), close: () => rm(dir, { recursive: true }) };
}

if (hasStore) describeBlobs("a bucket", openBucket);

describe.skipIf(!hasStore)("a bucket (needs Ceph's radosgw)", () => {
  let settings: S3Settings;
  let dir: string;
  let blobs: Blobs;
  let client: S3Client;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ settings, dir, blobs, close } = await openBucket());
    client = s3Client(settings);
  });
  afterAll(() => close());

  const names = async () => {
    const all: string[] = [];
    for await (const { key } of s3Objects(client).list("")) all.push(key);
    return all;
  };
  const begun = async () => {
    const all: string[] = [];
    for await (const { key } of s3Objects(client).uploads("")) all.push(key);
    return all;
  };
  const wholeOf = async (id: string) => blobs.withFile(`${id}/original`, (file) => readFile(file));

  test("a large blob is put in parts, and a broken upload leaves no part", async () => {
    const bytes = pattern(20_000_001);
    const [id, broken] = [newId(), newId()];
    await blobs.put(`${id}/original`, pieces(bytes, 100_000));
    expect((await wholeOf(id))?.equals(bytes)).toBe(true);
    const breaking = async function* () {
      yield* pieces(bytes, 1_000_000);
      throw new Error("the line went dead");
    };
    await expect(blobs.put(`${broken}/original`, Readable.from(breaking()))).rejects.toThrow("the line went dead");
    expect(await blobs.sizeOf(`${broken}/original`)).toBeNull();
    expect(await begun()).toEqual([]);
    expect(await readdir(dir)).toEqual([]);
  });

  test("pieces of any length, from any server, become one object", async () => {
    const other = s3Blobs(settings, dir);
    const bytes = pattern(21_000_003);
    const id = newId();
    let offset = 0;
    for (const [n, end] of [1, 4_000_000, 4_000_001, 13_000_000, 13_000_000, 20_999_999, 21_000_003].entries()) {
      const server = n % 2 ? other : blobs;
      expect(await server.append(id, offset, pieces(bytes.subarray(offset, end), 70_000), bytes.length)).toBe(end);
      expect(await (n % 2 ? blobs : other).arrivedOf(id)).toBe(end);
      offset = end;
    }
    expect(await blobs.sizeOf(`${id}/original`)).toBeNull();
    const whole = (await other.stagedFor(id))!;
    expect((await readFile(whole.path)).equals(bytes)).toBe(true);
    // The server that was to register it died; another one does.
    const again = (await blobs.stagedFor(id))!;
    await again.keep(`${id}/original`);
    await again.drop();
    await whole.drop();
    expect((await wholeOf(id))?.equals(bytes)).toBe(true);
    expect((await names()).filter((name) => name.startsWith("incoming/"))).toEqual([]);
    expect(await begun()).toEqual([]);
  });

  test("an old upload in pieces is forgotten, unless it grew since", async () => {
    const [old, forgotten, other] = [newId(), newId(), newId()];
    const bytes = pattern(9_000_000);
    for (const id of [old, forgotten]) await blobs.append(id, 0, pieces(bytes, 500_000), 20_000_000);
    await blobs.forget(forgotten);
    expect([await blobs.arrivedOf(old), await blobs.arrivedOf(forgotten)]).toEqual([9_000_000, 0]);
    await blobs.forgetStaged(new Date(Date.now() - 60_000), async () => false);
    expect(await blobs.arrivedOf(old)).toBe(9_000_000);
    await new Promise((resolve) => setTimeout(resolve, 2100));
    const between = new Date(Date.now() - 1000);
    await blobs.append(other, 0, pieces(bytes, 500_000), 20_000_000);
    await blobs.forgetStaged(between, async () => false);
    expect([await blobs.arrivedOf(old), await blobs.arrivedOf(other)]).toEqual([0, 9_000_000]);
    await blobs.forget(other);
    expect(await begun()).toEqual([]);
  });

  test("objects of other programs in the same bucket stay", async () => {
    const objects = s3Objects(client);
    const upload = await objects.begin("backups/incoming.tar");
    await objects.put("backups/done.tar", pattern(3));
    await blobs.forgetStaged(new Date(Date.now() + 60_000), async () => false);
    expect(await begun()).toEqual(["backups/incoming.tar"]);
    expect(await names()).toContain("backups/done.tar");
    await objects.abort("backups/incoming.tar", upload);
    await objects.remove("backups/done.tar");
  });

  test("lists more blobs than fit into one page of the store", { tags: "long" }, async () => {
    const ids = Array.from({ length: 1003 }, newId);
    const putAll = async () => {
      for (let id = ids.pop(); id; id = ids.pop()) await blobs.put(`${id}/thumb`, pattern(1));
    };
    await Promise.all(Array.from({ length: 16 }, putAll));
    let count = 0;
    for await (const key of blobs.list()) if (key.endsWith("/thumb")) count++;
    expect(count).toBe(1003);
  });
});

test.skipIf(hasStore)("the object store is not tested (apt-get install ceph-mon ceph-osd radosgw)");
