import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { newId } from "../db/id.ts";
import { hasStore, newBucketSettings } from "../../testing/s3.ts";
import type { Blobs, DirectUploads } from "./blobs.ts";
import { pattern } from "../../testing/blobs-compliance.ts";
import type { S3Settings } from "./s3-client.ts";
import { prepareBucket } from "./s3-setup.ts";
import { s3Blobs } from "./s3.ts";

vi.setConfig({ hookTimeout: 120_000 });
const jpeg = { size: 3000, type: "image/jpeg" };

async function put(url: string, bytes: Buffer, type = "image/jpeg") {
  const body = new Uint8Array(bytes);
  return (await fetch(url, { method: "PUT", headers: { "content-type": type }, body })).status;
}

describe.skipIf(!hasStore)("a signed address of the store", () => {
  let dir: string;
  let settings: S3Settings;
  let blobs: Blobs;
  let direct: DirectUploads;
  beforeAll(async () => {
    settings = await newBucketSettings();
    await prepareBucket(settings, { publicUrl: "https://trips.example.org", log: () => {} });
    dir = await mkdtemp(path.join(os.tmpdir(), "swellmates-direct-"));
    blobs = s3Blobs(settings, dir);
    direct = blobs.direct!;
  });
  afterAll(() => rm(dir, { recursive: true }));
  const addressFor = async (...asked: Parameters<DirectUploads["addressFor"]>) => (await direct.addressFor(...asked))!;

  test("accepts the announced file, which nobody can read before it is kept", async () => {
    const id = newId();
    const url = await addressFor(id, jpeg, 60);
    expect(new URL(url).origin).toBe(await direct.origin());
    expect(await direct.staged(id, 3000)).toBeNull();
    expect(await put(url, pattern(3000))).toBe(200);
    const { origin, pathname } = new URL(url);
    expect((await fetch(url)).status).toBe(403);
    expect((await fetch(origin + pathname)).status).toBe(403);
    expect(await blobs.sizeOf(`${id}/original`)).toBeNull();
    expect(await direct.staged(id, 2999)).toBeNull();
    const staged = (await direct.staged(id, 3000))!;
    expect((await readFile(staged.path)).equals(pattern(3000))).toBe(true);
    await staged.keep(`${id}/original`);
    await staged.drop();
    expect(await direct.staged(id, 3000)).toBeNull();
    expect(await blobs.sizeOf(`${id}/original`)).toBe(3000);
  });

  test("refuses another length, type, name or method, and any file after its expiry", async () => {
    const id = newId();
    const url = await addressFor(id, jpeg, 60);
    expect(await put(url, pattern(3001))).toBe(403);
    expect(await put(url, pattern(2999))).toBe(403);
    expect(await put(url, pattern(3000), "text/html")).toBe(403);
    expect(await put(url.replace(id, newId()), pattern(3000))).toBe(403);
    expect(await put(url.replace("incoming/", "blobs/").replace("/put", "/original"), pattern(3000))).toBe(403);
    expect(await put(url.replace("X-Amz-Expires=60", "X-Amz-Expires=600"), pattern(3000))).toBe(403);
    expect((await fetch(url, { method: "DELETE" })).status).toBe(403);
    const short = await addressFor(id, jpeg, 1);
    await new Promise((resolve) => setTimeout(resolve, 2100));
    expect(await put(short, pattern(3000))).toBe(403);
    expect(await direct.staged(id, 3000)).toBeNull();
  });

  test("refuses headers that copy another photo or make the object public", async () => {
    const [id, theirs] = [newId(), newId()];
    await blobs.put(`${theirs}/original`, pattern(3000));
    const url = await addressFor(id, jpeg, 60);
    const source = `/${settings.bucket}/blobs/${theirs}/original`;
    const smuggled: Record<string, string>[] = [
      { "x-amz-copy-source": source },
      { "x-amz-copy-source": source, "x-amz-metadata-directive": "REPLACE" },
      { "x-amz-acl": "public-read" },
      { "x-amz-grant-read": 'uri="http://acs.amazonaws.com/groups/global/AllUsers"' },
      { "x-amz-website-redirect-location": "https://evil.example" },
    ];
    for (const more of smuggled) {
      const headers = { "content-type": "image/jpeg", ...more };
      const sent = await fetch(url, { method: "PUT", headers, body: new Uint8Array(3000) });
      expect([more, sent.status]).toEqual([more, 403]);
    }
    expect(await direct.staged(id, 3000)).toBeNull();
    expect(await put(url, pattern(3000))).toBe(200);
    await blobs.forget(id);
  });

  test("is null when the store does not answer", async () => {
    const nobody = s3Blobs({ ...settings, endpoint: "http://127.0.0.1:1" }, dir);
    expect(await nobody.direct!.addressFor(newId(), jpeg, 60)).toBeNull();
  });

  test("cannot change inspected bytes: a later PUT is not kept", async () => {
    const id = newId();
    const url = await addressFor(id, jpeg, 60);
    await put(url, pattern(3000));
    const staged = (await direct.staged(id, 3000))!;
    expect(await put(url, Buffer.alloc(3000, 7))).toBe(200);
    await staged.keep(`${id}/original`);
    await staged.drop();
    const kept = await blobs.withFile(`${id}/original`, (file) => readFile(file));
    expect(kept?.equals(pattern(3000))).toBe(true);
  });

  test("works in browsers only on pages of our own origin", async () => {
    const url = await addressFor(newId(), jpeg, 60);
    const ask = async (origin: string) => {
      const headers = {
        origin,
        "access-control-request-method": "PUT",
        "access-control-request-headers": "content-type",
      };
      return fetch(url, { method: "OPTIONS", headers });
    };
    const allowed = await ask("https://trips.example.org");
    expect(allowed.status).toBe(200);
    expect(allowed.headers.get("access-control-allow-origin")).toBe("https://trips.example.org");
    expect((await ask("https://evil.example.org")).headers.get("access-control-allow-origin")).toBeNull();
  });
});
