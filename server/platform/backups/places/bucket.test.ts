import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { pattern, pieces } from "../../../testing/blobs-compliance.ts";
import { allOf, describePlace } from "../../../testing/places-compliance.ts";
import { hasStore, newBucketSettings } from "../../../testing/s3.ts";
import { type S3Settings, s3Client } from "../../blobs/s3-client.ts";
import { type S3Objects, s3Objects } from "../../blobs/s3-objects.ts";
import { abortUploads, bucketPlace } from "./bucket.ts";
import { openPlace } from "./open-place.ts";
import type { Place } from "./place.ts";
import { newBackupKey } from "./sealed.ts";

vi.setConfig({ hookTimeout: 120_000 });

if (hasStore) {
  describePlace("a bucket", async () => ({ place: bucketPlace(await newBucketSettings()), close: async () => {} }));
  describePlace("a sealed bucket", async () => {
    const settings = { place: { bucket: await newBucketSettings() }, days: 14, key: await newBackupKey() };
    return { place: openPlace(settings)!, close: async () => {} };
  });
}

describe.skipIf(!hasStore)("a bucket for backups (needs Ceph's radosgw)", () => {
  let settings: S3Settings;
  let place: Place;
  let objects: S3Objects;
  beforeAll(async () => {
    settings = await newBucketSettings();
    place = bucketPlace(settings);
    objects = s3Objects(s3Client(settings));
    await place.answers();
  });
  const begun = async () => (await allOf(objects.uploads(""))).map(({ key }) => key);

  test("a large file goes in parts, and a broken one leaves no part", async () => {
    const bytes = pattern(20_000_001);
    await place.put("backups/now/cluster", pieces(bytes, 100_000));
    expect((await buffer((await place.get("backups/now/cluster"))!)).equals(bytes)).toBe(true);
    expect(await allOf(place.list("backups/"))).toEqual([{ name: "backups/now/cluster", bytes: bytes.length }]);
    const breaking = async function* () {
      yield* pieces(bytes, 1_000_000);
      throw new Error("the line went dead");
    };
    const sealed = openPlace({ place: { bucket: settings }, days: 14, key: await newBackupKey() })!;
    for (const broken of [place, sealed])
      await expect(broken.put("backups/broken", Readable.from(breaking()))).rejects.toThrow("the line went dead");
    expect(await allOf(objects.list("backups/broken"))).toEqual([]);
    expect(await begun()).toEqual([]);
  });

  test("answers makes the bucket without a rule for browsers", async () => {
    const fresh = await newBucketSettings();
    const client = s3Client(fresh);
    await expect(bucketPlace(fresh).put("a", pieces(pattern(1), 1))).rejects.toThrow("NoSuchBucket");
    await bucketPlace(fresh).answers();
    await bucketPlace(fresh).put("a", pieces(pattern(1), 1));
    expect(await client.ask((s3) => s3.getBucketCors({ Bucket: fresh.bucket }))).toBeNull();
  });

  test("a refusal is one sentence, which names the variables and no secret", async () => {
    const refused = (change: Partial<S3Settings>) =>
      bucketPlace({ ...settings, ...change })
        .answers()
        .catch(String);
    for (const change of [{ secretAccessKey: "wrong-secret" }, { accessKeyId: "NOBODY" }]) {
      const error = await refused(change);
      expect(error).toContain(`refuses the bucket ${settings.bucket} of BACKUP_BUCKET (`);
      expect(error).toContain("BACKUP_ACCESS_KEY_ID or BACKUP_SECRET_ACCESS_KEY is wrong.");
      expect(error).not.toMatch(/\n|wrong-secret/);
    }
    expect(await refused({ endpoint: "http://127.0.0.1:1" })).toMatch(
      /^Error: The object store cannot be reached: .*ECONNREFUSED/,
    );
  });

  test("old parts of backups are removed, and no others", async () => {
    const uploads = { "backups/a/cluster": "", "wal/b/1.gz": "", "theirs/c": "" };
    for (const name of Object.keys(uploads) as (keyof typeof uploads)[]) uploads[name] = await objects.begin(name);
    await place.answers();
    await abortUploads(objects, new Date(Date.now() - 60_000));
    expect((await begun()).sort()).toEqual(Object.keys(uploads).sort());
    await abortUploads(objects, new Date(Date.now() + 60_000));
    expect(await begun()).toEqual(["theirs/c"]);
    await objects.abort("theirs/c", uploads["theirs/c"]);
  });

  test("objects of other programs are not listed", async () => {
    await objects.put("their notes.txt", pattern(3));
    await objects.put("ours", pattern(3));
    const names = (await allOf(place.list(""))).map(({ name }) => name);
    expect(names).toContain("ours");
    expect(names).not.toContain("their notes.txt");
  });
});
