import { mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { newId } from "../db/id.ts";
import { type TestApp, type TestPerson, openTestApp } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { largePng, announce, arrived, patch } from "../../media/fixtures/pieces.ts";
import { addressFor, put } from "../../media/fixtures/uploading.ts";
import { type Proxy, openProxy } from "../../testing/proxy.ts";
import { admin, keyOptions } from "../../testing/radosgw.ts";
import { environmentOf, hasStore, newBucket, newBucketSettings } from "../../testing/s3.ts";
import { BlobsUnreachable } from "./blobs.ts";
import { pattern } from "../../testing/blobs-compliance.ts";
import type { S3Settings } from "./s3-client.ts";
import { prepareBucket } from "./s3-setup.ts";
import { s3Blobs } from "./s3.ts";

vi.setConfig({ hookTimeout: 120_000, testTimeout: 120_000 });

describe.skipIf(!hasStore)("a failing object store (needs Ceph's radosgw)", () => {
  let settings: S3Settings;
  let dir: string;
  beforeAll(async () => {
    settings = await newBucket();
    dir = await mkdtemp(path.join(os.tmpdir(), "swellmates-trouble-"));
  });
  afterAll(() => rm(dir, { recursive: true }));

  const prepared = async (change: Partial<S3Settings>) => {
    const said: string[] = [];
    await prepareBucket({ ...settings, ...change }, { publicUrl: undefined, log: (line) => void said.push(line) });
    return said;
  };

  test("refusing the keys at start gives one clear line, without the secret", async () => {
    const wrong = "Configuration: the object store at http://127.0.0.1:";
    for (const change of [{ secretAccessKey: "wrong-secret" }, { accessKeyId: "NOBODY" }]) {
      const error = await prepared(change).catch(String);
      expect(error).toContain(wrong);
      expect(error).toContain("S3_ACCESS_KEY_ID or S3_SECRET_ACCESS_KEY is wrong.");
      expect(error).not.toMatch(/\n|wrong-secret/);
    }
  });

  test("with a bucket of another account gives one clear line", async () => {
    const keys = { accessKeyId: "AKOTHER", secretAccessKey: "skotherother" };
    await admin(inject("storeDir"), "user", "create", "--uid=other", "--display-name=Other", ...keyOptions(keys));
    await expect(prepared(keys)).rejects.toThrow("may not be used with these keys, or belongs to somebody else");
  });

  test("that does not answer yet is logged, and a missing bucket is created", async () => {
    expect(await prepared({ endpoint: "http://127.0.0.1:1" })).toEqual([
      expect.stringMatching(/^The object store cannot be reached: .*ECONNREFUSED.* Photos wait until it answers\.$/),
    ]);
    const fresh = await newBucketSettings();
    const blobs = s3Blobs(fresh, dir);
    await expect(blobs.answers()).rejects.toThrow(BlobsUnreachable);
    // A missing bucket is an error, not a missing file.
    await expect(blobs.open(`${newId()}/original`)).rejects.toThrow("NoSuchBucket");
    expect(await prepared(fresh)).toEqual([]);
    expect(await prepared(fresh)).toEqual([]);
    await expect(blobs.answers()).resolves.toBeInstanceOf(Date);
  });

  test("with revoked keys rejects every call with its reason", async () => {
    const key = `${newId()}/original` as const;
    await s3Blobs(settings, dir).put(key, pattern(10));
    const revoked = s3Blobs({ ...settings, secretAccessKey: "taken-back" }, dir);
    const asking = [
      () => revoked.sizeOf(key),
      () => revoked.open(key),
      () => revoked.put(key, pattern(1)),
      () => revoked.answers(),
    ];
    for (const ask of asking) await expect(ask()).rejects.toThrow(BlobsUnreachable);
    await expect(revoked.answers()).rejects.toThrow("The object store refuses: 403 SignatureDoesNotMatch");
    await expect(revoked.copy(key, `${newId()}/original`)).rejects.toThrow(BlobsUnreachable);
    expect(await readdir(dir)).toEqual([]);
  });
});

describe.skipIf(!hasStore)("a server with a failing object store (needs Ceph's radosgw)", () => {
  let proxy: Proxy;
  let swell: TestApp;
  let ana: TestPerson;
  beforeAll(async () => {
    const quota = { accessKeyId: "AKQUOTA", secretAccessKey: "skquotaquota" };
    const dir = inject("storeDir");
    const shared = await newBucketSettings();
    await admin(dir, "user", "create", "--uid=quota", "--display-name=Quota", ...keyOptions(quota));
    for (const scope of ["bucket", "user"]) {
      await admin(dir, "quota", "set", `--quota-scope=${scope}`, "--uid=quota", "--max-size=300000");
      await admin(dir, "quota", "enable", `--quota-scope=${scope}`, "--uid=quota");
    }
    const settings = { ...shared, ...quota };
    await prepareBucket(settings, { publicUrl: undefined, log: () => {} });
    proxy = await openProxy(settings.endpoint!);
    swell = await openTestApp(environmentOf({ ...settings, endpoint: proxy.url }));
    ({ ana } = await newTrip(swell, { crew: ["ana"] }));
  });
  afterAll(async () => {
    await swell.close();
    await proxy.close();
  });

  test("answers 507 when the store is full, and accepts files that still fit", async () => {
    const full = { status: 507, body: { code: "storage_full", error: expect.stringContaining("no room left") } };
    const large = await largePng({ width: 600 });
    expect(large.length).toBeGreaterThan(400_000);
    const address = await addressFor(ana);
    expect(await put(swell, ana, address, large)).toMatchObject(full);
    const pieces = await announce(ana, large.length);
    expect(await patch(swell, ana, pieces, 0, large)).toMatchObject(full);
    expect(await arrived(swell, ana, pieces)).toEqual({ status: 200, offset: 0 });
    const small = await largePng({ width: 60 });
    expect((await put(swell, ana, address, small)).status).toBe(200);
  });

  test("waits at most a minute for a slow store, and serves other calls meanwhile", { tags: "long" }, async () => {
    const address = await addressFor(ana);
    const bytes = await largePng({ width: 61 });
    proxy.stall();
    const began = performance.now();
    const sending = put(swell, ana, address, bytes);
    const ready = swell.visitor.get("/readyz");
    for (let n = 0; n < 20; n++) expect((await ana.get("/api/auth/user")).status).toBe(200);
    expect((await ready).status).toBe(503);
    expect(performance.now() - began).toBeLessThan(10_000);
    expect((await sending).status).toBe(503);
    expect(performance.now() - began).toBeLessThan(80_000);
    await proxy.restore();
    expect((await put(swell, ana, address, bytes)).status).toBe(200);
  });
});
