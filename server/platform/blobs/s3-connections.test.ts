import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { newId } from "../db/id.ts";
import { BlobsUnreachable } from "./blobs.ts";
import { s3Blobs } from "./s3.ts";

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), "swellmates-line-"));
});
afterEach(() => rm(dir, { recursive: true }));

/** A store whose objects all have `bytes` bytes. With `breaksAt`, it cuts the connection after that many. */
async function storeOf(bytes: number, breaksAt?: number, localDir = dir) {
  const server = http.createServer((request, response) => {
    if (request.url?.includes("list-type=2")) return response.end("<ListBucketResult></ListBucketResult>");
    response.writeHead(200, { "content-length": bytes });
    if (breaksAt === undefined) return response.end(Buffer.alloc(bytes));
    return response.write(Buffer.alloc(breaksAt), () => response.destroy());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const settings = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket: "waves",
    region: "us-east-1",
    accessKeyId: "AK",
    secretAccessKey: "sk",
  };
  const lines = () =>
    new Promise<number>((resolve) => {
      server.getConnections((_, count) => resolve(count));
    });
  return { blobs: s3Blobs(settings, localDir), lines };
}

const key = `${newId()}/original` as const;

test("slow readers do not block other requests, and leave no connection behind", async () => {
  const { blobs, lines } = await storeOf(2_000_000);
  const slow = await Promise.all(Array.from({ length: 100 }, async () => (await blobs.open(key))!.body as Readable));
  await blobs.answers();
  expect(await lines()).toBeGreaterThan(100);
  for (const body of slow.splice(50)) body.destroy();
  for (const body of slow) expect((await buffer(body)).length).toBe(2_000_000);
  // The pool keeps one for the next short request.
  await vi.waitFor(async () => expect(await lines()).toBe(1));
});

test.each([
  ["a small blob", 1000, 10, async (blobs) => blobs.open(key)],
  ["a long one", 2_000_000, 10, async (blobs) => buffer((await blobs.open(key))!.body as Readable)],
  ["a file that is lent", 1000, 10, async (blobs) => blobs.withFile(key, async () => {})],
] as const satisfies [string, number, number, (blobs: ReturnType<typeof s3Blobs>) => Promise<unknown>][])(
  "a connection that breaks within %s is a fault of the store, and no file remains",
  async (_, bytes, breaksAt, read) => {
    const { blobs } = await storeOf(bytes, breaksAt);
    await expect(read(blobs)).rejects.toThrow(BlobsUnreachable);
    expect(await readdir(dir)).toEqual([]);
  },
);

test("a full local disk is not a fault of the store", async ({ skip }) => {
  const small = path.join(dir, "small");
  await mkdir(small);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", small], { stdio: "ignore" });
  } catch {
    skip("only root may mount a file system here");
  }
  try {
    const { blobs } = await storeOf(3_000_000, undefined, small);
    await expect(blobs.withFile(key, async () => {})).rejects.toMatchObject({ code: "ENOSPC" });
  } finally {
    execFileSync("umount", [small]);
  }
});
