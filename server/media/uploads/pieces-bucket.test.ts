import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, test, vi } from "vitest";
import { openDatabase } from "../../platform/db/embedded.ts";
import { killAll, register, startServer, temporaryFolder, until } from "../../testing/lifecycle/server-process.ts";
import { environmentOf, hasStore, newBucketSettings } from "../../testing/s3.ts";
import { largePng } from "../fixtures/pieces.ts";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });
const home = temporaryFolder();
afterAll(async () => {
  killAll();
  await home.remove();
});

describe.skipIf(!hasStore)("two servers on one database and one bucket (needs Ceph's radosgw)", () => {
  test("after a kill -9 the other server continues a large upload", { tags: "long" }, async () => {
    const elsewhere = path.join(home.path, "elsewhere");
    const postgres = await openDatabase({ dataDir: elsewhere, binDir: process.env.APP_PG_BIN });
    const DATABASE_URL = `postgresql://app@localhost/app?host=${encodeURIComponent(path.join(elsewhere, "run"))}`;
    const env = { DATABASE_URL, MAX_IMAGE_BYTES: String(64 * 1024 ** 2), ...environmentOf(await newBucketSettings()) };
    // The bucket does not exist yet; the first server makes it.
    const [first, second] = await Promise.all(
      ["a", "b"].map((name) => startServer({ dataDir: path.join(home.path, name), env })),
    );
    const ana = await register(first!.url, "Ana");
    const there = ana.at(second!.url);
    const { id: squad } = (await (await ana.send("POST", "/api/squads", { name: "Dawn Patrol" })).json()) as {
      id: string;
    };
    const bytes = await largePng({ width: 2600, height: 1700 });
    expect(bytes.length).toBeGreaterThan(13_000_000);
    const announced = await ana.send("POST", "/api/uploads", { size: bytes.length });
    const { uploadURL } = (await announced.json()) as { uploadURL: string };
    const arrived = async () => Number((await there.send("HEAD", uploadURL)).headers.get("upload-offset"));

    expect((await piece(ana.cookie, first!.url + uploadURL, 0, bytes.subarray(0, 1_000_000))).status).toBe(204);
    const slow = new ReadableStream({
      async pull(controller) {
        await sleep(100);
        controller.enqueue(new Uint8Array(bytes.subarray(1_000_000, 11_000_000)));
        await sleep(60_000);
      },
    });
    const broken = piece(ana.cookie, first!.url + uploadURL, 1_000_000, slow).catch(() => "broke off");
    // The first part is in the bucket.
    await until("a part has arrived", async () => (await arrived()) > 1_000_000);
    await first!.end("SIGKILL");
    expect(await broken).toBe("broke off");
    const offset = await arrived();
    expect(offset).toBeGreaterThan(8_000_000);
    expect(offset).toBeLessThanOrEqual(11_000_000);
    // The dead server's lease ends after some seconds.
    await until("the rest is taken", async () => {
      const { status } = await piece(ana.cookie, second!.url + uploadURL, offset, bytes.subarray(offset));
      return status === 204;
    });
    const saved = await there.send("PUT", `/api/squads/${squad}/media`, { mediaURL: uploadURL, fileName: "wave.png" });
    expect(saved.status).toBe(201);
    const { filePath } = (await saved.json()) as { filePath: string };
    const third = await startServer({ dataDir: path.join(home.path, "c"), env });
    const read = await ana.at(third.url).send("GET", filePath);
    expect(Buffer.from(await read.arrayBuffer()).equals(bytes)).toBe(true);
    await Promise.all([second!.end("SIGTERM"), third.end("SIGTERM")]);
    await postgres.stop();
  });
});

function piece(cookie: string, url: string, offset: number, bytes: Buffer | ReadableStream) {
  const body = Buffer.isBuffer(bytes) ? new Uint8Array(bytes) : bytes;
  const headers = { cookie, "content-type": "application/offset+octet-stream", "upload-offset": String(offset) };
  return fetch(url, { method: "PATCH", headers, body, duplex: "half" });
}
