import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { Upload as TusUpload } from "tus-js-client";
import { openBlobs } from "../../platform/blobs/open-blobs.ts";
import type { TestApp, TestPerson } from "../../testing/app.ts";
import { clean } from "../upkeep/cleaning.ts";
import { cleaningStore } from "../upkeep/cleaning-store.ts";
import { announce, arrived, largePng, patch, sha256 } from "../fixtures/pieces.ts";
import { jpeg } from "../fixtures/pictures.ts";
import { type ForPieces, openForPieces } from "../fixtures/pieces-world.ts";
import { put } from "../fixtures/uploading.ts";
import { dayMs } from "../../platform/durations.ts";

let world: ForPieces;
let swell: TestApp;
let other: TestApp;
let ana: TestPerson;
let bo: TestPerson;
beforeAll(async () => {
  world = await openForPieces();
  ({ swell, ana, bo } = world);
  other = await world.another();
});
afterAll(async () => {
  await other.close();
  await world.close();
});
const register = (who: TestPerson, url: string) => world.register(who, url);
const expectWhole = (who: TestPerson, url: string, bytes: Buffer) => world.expectWhole(who, url, bytes);

/** Sends a piece over a real connection; resolves with the status, 0 for a broken connection. */
async function race(url: string, offset: number, bytes: Buffer) {
  const { port } = swell.app.server.address() as AddressInfo;
  const headers = {
    cookie: ana.cookie,
    "content-type": "application/offset+octet-stream",
    "upload-offset": String(offset),
  };
  const sent = fetch(`http://127.0.0.1:${port}${url}`, { method: "PATCH", headers, body: new Uint8Array(bytes) });
  return sent.then(
    ({ status }) => status,
    () => 0,
  );
}

/** Begins to send a piece over a real connection, and keeps it open. */
function hang(url: string, bytes: Buffer, app = swell) {
  const { port } = app.app.server.address() as AddressInfo;
  const headers = {
    cookie: ana.cookie,
    "content-type": "application/offset+octet-stream",
    "content-length": bytes.length,
    "upload-offset": 0,
  };
  const request = http.request({ port, method: "PATCH", path: url, headers });
  const ended = new Promise((resolve) => request.on("error", () => {}).on("close", resolve));
  return { request, ended };
}

describe("a file in pieces", () => {
  test("is assembled, inspected, and becomes one photo", async () => {
    const bytes = await largePng();
    const url = await announce(ana, bytes.length, { sha256: sha256(bytes), fileType: "image/png" });
    expect(url).toMatch(/^\/api\/uploads\/[0-9a-f-]{36}$/);
    expect(await arrived(swell, ana, url)).toEqual({ status: 200, offset: 0 });
    for (const [start, end] of [
      [0, 1],
      [1, 200_000],
      [200_000, bytes.length],
    ] as const) {
      expect((await register(ana, url)).body["code"]).toBe("upload_missing");
      expect(await patch(swell, ana, url, start, bytes.subarray(start, end))).toMatchObject({
        status: 204,
        offset: end,
      });
      expect((await arrived(swell, ana, url)).offset).toBe(end);
    }
    await expectWhole(ana, url, bytes);
    expect((await register(ana, url)).status).toBe(200);
  });

  test("repeats its last reply, and takes no more bytes", async () => {
    const bytes = await largePng();
    const url = await announce(ana, bytes.length);
    await patch(swell, ana, url, 0, bytes);
    const end = bytes.length;
    expect(await patch(swell, ana, url, end, Buffer.alloc(0))).toMatchObject({ status: 204, offset: end });
    expect(await patch(swell, ana, url, 0, bytes)).toMatchObject({ status: 409, body: { code: "upload_used" } });
    expect((await put(swell, ana, `${url}?expires=9999999999999&signature=none`, bytes)).status).toBe(403);
    await expectWhole(ana, url, bytes);
  });

  test("that is no photo is refused with its last piece and each time after", async () => {
    const bytes = Buffer.from("<html>");
    const url = await announce(ana, bytes.length);
    const refusal = { status: 415, body: { code: "unsupported_type" } };
    expect(await patch(swell, ana, url, 0, bytes)).toMatchObject(refusal);
    expect(await patch(swell, ana, url, bytes.length, Buffer.alloc(0))).toMatchObject(refusal);
    expect((await arrived(swell, ana, url)).status).toBe(415);
    expect(await register(ana, url)).toMatchObject(refusal);
  });

  test("whose SHA-256 differs from the announced one starts again", async () => {
    const bytes = await largePng();
    const url = await announce(ana, bytes.length, { sha256: sha256(Buffer.from("another file")) });
    expect(await patch(swell, ana, url, 0, bytes)).toMatchObject({ status: 409, body: { code: "upload_missing" } });
    expect(await arrived(swell, ana, url)).toEqual({ status: 200, offset: 0 });
  });

  test("is cancelled by its owner only", async () => {
    const url = await announce(ana, 5000);
    await patch(swell, ana, url, 0, Buffer.alloc(100));
    expect((await bo.delete(url)).status).toBe(404);
    expect((await ana.delete(url)).status).toBe(204);
    expect((await ana.delete(url)).status).toBe(404);
    expect((await arrived(swell, ana, url)).status).toBe(404);
    const done = await announce(ana, 6);
    const photo = await jpeg();
    const kept = await announce(ana, photo.length);
    await patch(swell, ana, kept, 0, photo);
    await expectWhole(ana, kept, photo);
    expect((await ana.delete(kept)).status).toBe(404);
    expect((await ana.delete(done)).status).toBe(204);
  });
});

describe("two requests for one upload", () => {
  test("that come at once leave one complete file", async () => {
    const bytes = await largePng();
    const url = await announce(ana, bytes.length);
    const statuses = await Promise.all([0, 1, 2, 3].map(() => race(url, 0, bytes)));
    expect(statuses.filter((status) => ![0, 204, 409, 503].includes(status))).toEqual([]);
    await vi.waitFor(async () => {
      const { offset } = await arrived(swell, ana, url);
      expect(await race(url, offset, bytes.subarray(offset))).toBe(204);
    }, 5000);
    await expectWhole(ana, url, bytes);
  });

  test("that both send the last piece make one photo", async () => {
    const bytes = await largePng();
    const url = await announce(ana, bytes.length);
    await patch(swell, ana, url, 0, bytes.subarray(0, -10));
    const end = () => race(url, bytes.length - 10, bytes.subarray(-10));
    const statuses = await Promise.all([end(), end(), end()]);
    expect(statuses.filter((status) => ![0, 204, 409, 503].includes(status))).toEqual([]);
    await vi.waitFor(async () => expect(await race(url, bytes.length, Buffer.alloc(0))).toBe(204), 5000);
    await expectWhole(ana, url, bytes);
  });

  test("on one server: the newer one replaces the older one", async () => {
    const bytes = await largePng();
    const url = await announce(ana, bytes.length);
    const { request, ended } = hang(url, bytes);
    request.write(bytes.subarray(0, 100_000));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await arrived(swell, ana, url)).offset).toBe(100_000);
    await ended;
    expect((await patch(swell, ana, url, 100_000, bytes.subarray(100_000))).status).toBe(204);
    await expectWhole(ana, url, bytes);
  });

  test("on two servers: the second one gets 503 until the first ends", async () => {
    const bytes = await largePng();
    const url = await announce(ana, bytes.length);
    const { request } = hang(url, bytes);
    request.write(bytes.subarray(0, 100_000));
    await new Promise((resolve) => setTimeout(resolve, 300));
    const refused = await patch(other, ana, url, 0, bytes);
    expect(refused).toMatchObject({ status: 503, headers: { "retry-after": "2" } });
    request.destroy();
    await vi.waitFor(async () => {
      const { offset } = await arrived(other, ana, url);
      expect(await patch(other, ana, url, offset, bytes.subarray(offset))).toMatchObject({ status: 204 });
    }, 5000);
    await expectWhole(ana, url, bytes);
  });
});

test("an upload is removed a day after its last piece, and never while it is leased", async () => {
  const bytes = await largePng();
  const [url, begun] = [await announce(ana, bytes.length), await announce(ana, bytes.length)];
  await patch(swell, ana, url, 0, bytes.subarray(0, 5000));
  const id = url.split("/").at(-1)!;
  const blobs = openBlobs({ dataDir: swell.parts.config.dataDir });
  const cleanAt = (now: number) => clean(blobs, cleaningStore(swell.database), new Date(now));
  await cleanAt(Date.now() + dayMs - 60_000);
  expect(await arrived(swell, ana, url)).toEqual({ status: 200, offset: 5000 });
  await swell.database.db
    .updateTable("uploads")
    .set({ held_until: new Date(Date.now() + dayMs) })
    .where("id", "=", id)
    .execute();
  await cleanAt(Date.now() + dayMs + 60_000);
  expect((await arrived(swell, ana, begun)).status).toBe(404);
  expect((await arrived(swell, ana, url)).status).toBe(200);
  await swell.database.db.updateTable("uploads").set({ held_until: new Date() }).where("id", "=", id).execute();
  await cleanAt(Date.now() + dayMs + 60_000);
  expect((await arrived(swell, ana, url)).status).toBe(404);
  expect(await blobs.arrivedOf(id)).toBe(0);
});

test("a tus client can upload, and resume after a break", async () => {
  const bytes = await largePng();
  const { port } = swell.app.server.address() as AddressInfo;
  const uploadUrl = `http://127.0.0.1:${port}${await announce(ana, bytes.length)}`;
  const send = (stopAfter: number) =>
    new Promise<number[]>((resolve, reject) => {
      const seen: number[] = [];
      const upload = new TusUpload(bytes, {
        uploadUrl,
        chunkSize: 100_000,
        retryDelays: [],
        headers: { cookie: ana.cookie },
        storeFingerprintForResuming: false,
        onChunkComplete: (_size, offset) => {
          seen.push(offset);
          if (seen.length === stopAfter) void upload.abort().then(() => resolve(seen));
        },
        onSuccess: () => resolve(seen),
        onError: reject,
      });
      upload.start();
    });
  expect(await send(2)).toEqual([100_000, 200_000]);
  const rest = await send(Infinity);
  expect(rest[0]).toBe(300_000);
  expect(rest.at(-1)).toBe(bytes.length);
  await expectWhole(ana, new URL(uploadUrl).pathname, bytes);
});
