import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openBlobs } from "../../platform/blobs/open-blobs.ts";
import { type TestApp, type TestPerson, client, openTestApp } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { type Proxy, openProxy } from "../../testing/proxy.ts";
import { environmentOf, hasStore, newBucket } from "../../testing/s3.ts";
import { announce, arrived, largePng, patch } from "../fixtures/pieces.ts";
import { jpeg, pngBomb } from "../fixtures/pictures.ts";
import { addressFor, open, put, settled } from "../fixtures/uploading.ts";

vi.setConfig({ hookTimeout: 300_000, testTimeout: 60_000 });
const limit = 400_000;

describe.skipIf(!hasStore)("with photos in a bucket (needs Ceph's radosgw)", () => {
  let proxy: Proxy;
  let swell: TestApp;
  /** Another server on the same database and bucket, with its own data folder. */
  let other: TestApp;
  let ana: TestPerson;
  let bo: TestPerson;
  let trip: string;
  beforeAll(async () => {
    const bucket = await newBucket();
    proxy = await openProxy(bucket.endpoint!);
    const environment = environmentOf({ ...bucket, endpoint: proxy.url });
    const limits = { MAX_IMAGE_BYTES: String(limit) };
    swell = await openTestApp({ ...environment, ...limits });
    other = await openTestApp({ ...environment, ...limits, WORKER: "off" }, swell.database);
    const made = await newTrip(swell, { crew: ["ana", "bo"] });
    [ana, bo, trip] = [made.ana, made.bo!, `/api/trips/${made.trip}`];
  });
  afterAll(async () => {
    await other.close();
    await swell.close();
    await proxy.close();
  });

  const ask = async (who: TestPerson, bytes: Buffer, fileType = "image/jpeg") => {
    const { status, body } = await who.post("/api/objects/upload", { size: bytes.length, fileType });
    return { status, url: body["uploadURL"] as unknown as string, body };
  };
  const send = async (url: string, bytes: Buffer, type = "image/jpeg") =>
    (await fetch(url, { method: "PUT", headers: { "content-type": type }, body: new Uint8Array(bytes) })).status;
  const register = (who: TestPerson, mediaURL: string) => who.put(`${trip}/media`, { mediaURL, fileName: "a.jpg" });
  const sendNew = async (who: TestPerson, bytes: Buffer) => {
    const { url } = await ask(who, bytes);
    expect(await send(url, bytes)).toBe(200);
    return url;
  };
  const localFiles = async () => {
    const folders = [swell, other].map(({ parts }) => path.join(parts.config.dataDir, "tmp"));
    return (await Promise.all(folders.map((folder) => readdir(folder).catch(() => [])))).flat();
  };
  /** Waits, because renditions may still be in the making. */
  const noLocalFiles = async () => vi.waitFor(async () => expect(await localFiles()).toEqual([]), 20_000);
  let width = 300;
  const fresh = () => jpeg({ width: ++width });

  test("a file of known size goes straight into the store, and is then registered", async () => {
    const bytes = await fresh();
    const { url } = await ask(ana, bytes);
    expect(new URL(url).origin).toBe(proxy.url);
    expect(await send(url, bytes)).toBe(200);
    const saved = await register(ana, url);
    expect([saved.status, saved.body["fileSize"]]).toEqual([201, bytes.length]);
    const read = await open(other, bo, String(saved.body["filePath"]));
    expect(read.bytes.equals(bytes)).toBe(true);
    expect((await register(ana, url)).body["id"]).toBe(saved.body["id"]);
    // Another PUT to the same address changes nothing.
    await send(url, Buffer.alloc(bytes.length));
    expect((await register(ana, url)).body["id"]).toBe(saved.body["id"]);
    expect((await open(other, bo, String(saved.body["filePath"]))).bytes.equals(bytes)).toBe(true);
    await settled(ana, trip);
    expect((await open(other, bo, `${String(saved.body["filePath"])}?size=thumb`)).status).toBe(200);
  });

  test("without a size, or above ten megabytes, the address is the server's", async () => {
    expect(await addressFor(ana)).toMatch(/^\/api\/uploads\//);
    const empty = await ana.post("/api/objects/upload", { size: 0 });
    expect(String(empty.body["uploadURL"])).toMatch(/^\/api\/uploads\//);
    const video = await ana.post("/api/objects/upload", { size: 10_485_761, fileType: "video/mp4" });
    expect(String(video.body["uploadURL"])).toMatch(/^\/api\/uploads\//);
    const odd = await ana.post("/api/objects/upload", { size: 10, fileType: "image/jpeg\r\nx: y" });
    expect(String(odd.body["uploadURL"])).toMatch(/^\/api\/uploads\//);
    const address = await addressFor(ana);
    expect((await put(swell, ana, address, await fresh())).status).toBe(200);
    expect((await register(ana, address)).status).toBe(201);
  });

  test("one person gets a limited number of direct addresses", async () => {
    const limited = await openTestApp(
      { ...environmentOf(swell.parts.config.s3!), RATE_LIMITS: "on", WORKER: "off" },
      swell.database,
    );
    const address = async () => {
      const asked = await client(limited.app, bo.cookie).post("/api/objects/upload", { size: 10 });
      return String(asked.body["uploadURL"]);
    };
    const first = await address();
    expect(new URL(first).origin).toBe(proxy.url);
    // As if Bo had requested and cancelled many; the addresses still take bytes.
    await sql`update guesses set until = now() + make_interval(secs => 5 * 1000)
      where key = ${createHash("sha256").update(`direct ${bo.id}`).digest()}`.execute(swell.database.db);
    expect(await address()).toMatch(/^\/api\/uploads\//);
    await limited.close();
  });

  test("a file that is too large is refused before it is sent", async () => {
    const refusal = await ask(ana, Buffer.alloc(limit + 1));
    expect([refusal.status, refusal.body["code"]]).toEqual([413, "too_large"]);
    expect((await ask(ana, Buffer.alloc(limit))).status).toBe(200);
  });

  test("a wrong length, a wrong type, another's upload and a missing file are refused", async () => {
    const bytes = await fresh();
    const { url } = await ask(ana, bytes);
    expect(await send(url, Buffer.concat([bytes, Buffer.alloc(1)]))).toBe(403);
    expect(await send(url, bytes, "text/html")).toBe(403);
    const missing = { status: 409, body: { code: "upload_missing" } };
    expect(await register(ana, url)).toMatchObject(missing);
    expect(await send(url, bytes)).toBe(200);
    expect(await register(bo, url)).toMatchObject(missing);
    expect((await register(ana, url)).status).toBe(201);
  });

  test("a page, a bomb and a broken file are refused each time, and removed", async () => {
    const broken = (await fresh()).subarray(0, 900);
    for (const [bytes, status] of [
      [Buffer.from("<html><script>alert(1)</script></html>"), 415],
      [pngBomb(12_000), 422],
      [broken, 422],
    ] as const) {
      const url = await sendNew(ana, bytes);
      const first = await register(ana, url);
      expect(first.status).toBe(status);
      expect(await register(ana, url)).toMatchObject({ status, body: first.body });
      expect(await openBlobs(swell.parts.config).direct!.staged(url.split("/").at(-2)!, bytes.length)).toBeNull();
    }
    await noLocalFiles();
  });

  test("simultaneous registrations on two servers make one photo", async () => {
    const url = await sendNew(ana, await fresh());
    const headers = { cookie: ana.cookie, "content-type": "application/json" };
    const payload = JSON.stringify({ mediaURL: url, fileName: "a.jpg" });
    const on = async ({ app }: TestApp) =>
      (await app.inject({ method: "PUT", url: `${trip}/media`, headers, payload })).statusCode;
    const statuses = await Promise.all([on(swell), on(swell), on(other), on(other)]);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    // The other server answers 503, or comes later.
    expect(statuses.every((status) => [200, 201, 503].includes(status))).toBe(true);
    expect((await register(ana, url)).status).toBe(200);
  });

  test("another server continues an upload in pieces, and both show the photo", async () => {
    const bytes = await largePng({ width: 330 });
    const url = await announce(ana, bytes.length);
    expect((await patch(swell, ana, url, 0, bytes.subarray(0, 100_000))).status).toBe(204);
    expect(await arrived(other, ana, url)).toEqual({ status: 200, offset: 100_000 });
    expect((await patch(other, ana, url, 100_000, bytes.subarray(100_000, 250_000))).status).toBe(204);
    expect((await patch(swell, ana, url, 250_000, bytes.subarray(250_000))).status).toBe(204);
    const saved = await register(ana, url);
    expect(saved.status).toBe(201);
    for (const server of [swell, other])
      expect((await open(server, bo, String(saved.body["filePath"]))).bytes.equals(bytes)).toBe(true);
    await noLocalFiles();
  });

  test("a photo deleted on one server is gone on the other", async () => {
    const saved = await register(ana, await sendNew(ana, await fresh()));
    const photo = String(saved.body["filePath"]);
    await settled(ana, trip);
    expect((await open(other, bo, photo)).status).toBe(200);
    expect((await ana.delete(`/api/media/${String(saved.body["id"])}`)).status).toBe(204);
    // The other server drops what it kept when the hint arrives (decision 077).
    await expect.poll(async () => (await open(other, bo, photo)).status, { timeout: 10_000 }).toBe(404);
    expect((await ana.delete(`/api/media/${String(saved.body["id"])}/trash`)).status).toBe(204);
    const blobs = openBlobs(other.parts.config);
    const id = String(saved.body["id"]);
    // The files are removed one after another.
    for (const part of ["original", "thumb"])
      await vi.waitFor(async () => expect(await blobs.sizeOf(`${id}/${part}`)).toBeNull(), 10_000);
  });

  test("during an outage of the store all calls answer 503, and then work again", async () => {
    const bytes = await largePng({ width: 331 });
    const pieces = await announce(ana, bytes.length);
    expect((await patch(swell, ana, pieces, 0, bytes.subarray(0, 200_000))).status).toBe(204);
    const url = await sendNew(ana, await fresh());
    const shown = String((await register(ana, await sendNew(ana, await fresh()))).body["filePath"]);
    await settled(ana, trip);
    const sentence = "We cannot reach our store of files right now. Please try again in a moment.";
    const unavailable = { status: 503, body: { code: "unavailable", error: sentence } };
    await proxy.cut();
    const ready = () => swell.visitor.get("/readyz");
    expect(await ready()).toMatchObject({ status: 503, body: { ok: false, failing: ["photos"] } });
    expect(await ana.get(shown)).toMatchObject(unavailable);
    expect(await register(ana, url)).toMatchObject(unavailable);
    expect(await put(swell, ana, await addressFor(ana), await fresh())).toMatchObject(unavailable);
    expect(await patch(swell, ana, pieces, 200_000, bytes.subarray(200_000))).toMatchObject(unavailable);
    expect((await ana.get(`${trip}/media`)).status).toBe(200);
    await proxy.restore();
    // The answer of the outage is kept for a second.
    await expect.poll(async () => (await ready()).status).toBe(200);
    expect(await arrived(swell, ana, pieces)).toEqual({ status: 200, offset: 200_000 });
    expect((await patch(swell, ana, pieces, 200_000, bytes.subarray(200_000))).status).toBe(204);
    expect((await register(ana, pieces)).status).toBe(201);
    expect((await register(ana, url)).status).toBe(201);
    await noLocalFiles();
  });

  test("an outage during an upload leaves no partial photo, and a retry succeeds", async () => {
    const bytes = await fresh();
    // Renditions of earlier photos use the same connection.
    await settled(ana, trip);
    await noLocalFiles();
    const shown = async () => (await settled(ana, trip)).map(({ id }) => id);
    const before = await shown();
    const address = await addressFor(ana);
    proxy.cutAfter(Math.floor(bytes.length / 2));
    expect((await put(swell, ana, address, bytes)).status).toBe(503);
    expect(await shown()).toEqual(before);
    await proxy.restore();
    expect((await put(swell, ana, address, bytes)).status).toBe(200);
    const saved = await register(ana, address);
    expect((await open(other, bo, String(saved.body["filePath"]))).bytes.equals(bytes)).toBe(true);
  });

  test("a nearly full disk takes no direct upload, because the server inspects a copy", async () => {
    const bytes = await fresh();
    const url = await sendNew(ana, bytes);
    const { app, close } = await openTestApp(
      { ...environmentOf(swell.parts.config.s3!), MIN_FREE_BYTES: String(2 ** 49) },
      swell.database,
    );
    try {
      const refused = { status: 507, body: { code: "storage_full" } };
      const there = { ...ana, ...client(app, ana.cookie) };
      expect(await ask(there, bytes)).toMatchObject(refused);
      expect(await register(there, url)).toMatchObject(refused);
    } finally {
      await close();
    }
    expect((await register(ana, url)).status).toBe(201);
  });
});
