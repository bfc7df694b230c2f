import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { sql } from "kysely";
import { Upload as TusUpload } from "tus-js-client";
import { openBlobs } from "../../blobs/open-blobs.ts";
import { type TestApp, type TestPerson, openTestApp } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { clean } from "../upkeep/cleaning.ts";
import { cleaningStore } from "../upkeep/cleaning-store.ts";
import { announce, arrived, largePng, patch, sha256 } from "../fixtures/pieces.ts";
import { jpeg } from "../fixtures/pictures.ts";
import { addressFor, put } from "../fixtures/uploading.ts";

const limit = 600_000;
let swell: TestApp;
let other: TestApp;
let ana: TestPerson;
let bo: TestPerson;
let trip: string;
beforeAll(async () => {
  swell = await openTestApp({ MAX_IMAGE_BYTES: String(limit) });
  other = await openTestApp({ DATA_DIR: swell.parts.config.dataDir, MAX_IMAGE_BYTES: String(limit) }, swell.database);
  const made = await newTrip(swell, { crew: ["ana", "bo"] });
  ({ ana, trip } = made);
  bo = made.bo!;
  await swell.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  await other.app.close();
  await swell.close();
});

const register = (who: TestPerson, mediaURL: string) =>
  who.put(`/api/trips/${trip}/media`, { mediaURL, fileName: "wave.png" });

async function expectWhole(who: TestPerson, url: string, bytes: Buffer) {
  const { status, body } = await register(who, url);
  expect(status).toBe(201);
  const original = await swell.app.inject({ url: String(body["filePath"]), headers: { cookie: who.cookie } });
  expect(original.rawPayload.equals(bytes)).toBe(true);
}

/** Sends a piece over a real line; its status, or 0 when the line is cut. */
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

/** Begins to send a piece over a real line, and stays on it. */
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
  test("adds up, is looked into, and becomes one photo", async () => {
    const bytes = await largePng();
    const url = await announce(ana, bytes.length, { sha256: sha256(bytes), fileType: "image/png", as: ana.id });
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

  test("may have its last answer lost, and be asked for again; nothing can be added any more", async () => {
    const bytes = await largePng();
    const url = await announce(ana, bytes.length);
    await patch(swell, ana, url, 0, bytes);
    const end = bytes.length;
    expect(await patch(swell, ana, url, end, Buffer.alloc(0))).toMatchObject({ status: 204, offset: end });
    expect(await patch(swell, ana, url, 0, bytes)).toMatchObject({ status: 409, body: { code: "upload_used" } });
    expect((await put(swell, ana, `${url}?expires=9999999999999&signature=none`, bytes)).status).toBe(403);
    await expectWhole(ana, url, bytes);
  });

  test("that is no photo is refused with its last piece, and each time it is asked for", async () => {
    const bytes = Buffer.from("<html>");
    const url = await announce(ana, bytes.length);
    const refusal = { status: 415, body: { code: "unsupported_type" } };
    expect(await patch(swell, ana, url, 0, bytes)).toMatchObject(refusal);
    expect(await patch(swell, ana, url, bytes.length, Buffer.alloc(0))).toMatchObject(refusal);
    expect((await arrived(swell, ana, url)).status).toBe(415);
    expect(await register(ana, url)).toMatchObject(refusal);
  });

  test("whose bytes are not the announced ones is sent anew", async () => {
    const bytes = await largePng();
    const url = await announce(ana, bytes.length, { sha256: sha256(Buffer.from("another file")) });
    expect(await patch(swell, ana, url, 0, bytes)).toMatchObject({ status: 409, body: { code: "upload_missing" } });
    expect(await arrived(swell, ana, url)).toEqual({ status: 200, offset: 0 });
  });

  test("is forgotten when its owner says so, and by nobody else", async () => {
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

describe("a sender", () => {
  test("other than its owner learns and changes nothing", async () => {
    const bytes = await largePng();
    const url = await announce(ana, bytes.length);
    await patch(swell, ana, url, 0, bytes.subarray(0, 1000));
    expect((await arrived(swell, bo, url)).status).toBe(404);
    expect((await patch(swell, bo, url, 1000, bytes.subarray(1000))).status).toBe(404);
    expect((await patch(swell, swell.visitor as TestPerson, url, 1000, bytes.subarray(1000))).status).toBe(401);
    expect((await register(bo, url)).body["code"]).toBe("upload_missing");
    expect((await patch(swell, ana, url, 1000, bytes.subarray(1000))).status).toBe(204);
    expect((await register(bo, url)).body["code"]).toBe("upload_missing");
    await expectWhole(ana, url, bytes);
  });

  test("who is not the one the page is of is refused", async () => {
    const asked = { size: 100, as: ana.id };
    expect(await bo.post("/api/uploads", asked)).toMatchObject({ status: 401, body: { code: "not_signed_in" } });
    expect((await bo.post("/api/objects/upload", { as: ana.id })).status).toBe(401);
    expect((await ana.post("/api/objects/upload", { as: ana.id })).status).toBe(200);
  });

  test.each([
    ["a hole", { "upload-offset": "2000" }, 409, "conflict"],
    ["the beginning again", { "upload-offset": "0" }, 409, "conflict"],
    ["a place behind the end", { "upload-offset": "90000" }, 409, "conflict"],
    ["no place", { "upload-offset": "" }, 400, "invalid_input"],
    ["a place that is no number", { "upload-offset": "-1" }, 400, "invalid_input"],
    ["another type", { "content-type": "image/png" }, 415, "unsupported_type"],
    ["another site", { "sec-fetch-site": "cross-site" }, 403, "cross_site"],
  ])("who sends to %s is refused, and what is there stays", async (_what, headers, status, code) => {
    const url = await announce(ana, 5000);
    await patch(swell, ana, url, 0, Buffer.alloc(1000));
    expect(await patch(swell, ana, url, 1000, Buffer.alloc(500), headers)).toMatchObject({ status, body: { code } });
    expect((await arrived(swell, ana, url)).offset).toBe(1000);
  });

  test("who sends more than was announced is refused", async () => {
    const url = await announce(ana, 5000);
    expect(await patch(swell, ana, url, 0, Buffer.alloc(5001))).toMatchObject({ status: 413 });
    const { port } = swell.app.server.address() as AddressInfo;
    const reply = await fetch(`http://127.0.0.1:${port}${url}`, {
      method: "PATCH",
      headers: { cookie: ana.cookie, "content-type": "application/offset+octet-stream", "upload-offset": "0" },
      body: new ReadableStream({
        start: (controller) => {
          for (let n = 0; n < 6; n++) controller.enqueue(new Uint8Array(1000));
          controller.close();
        },
      }),
      duplex: "half",
    });
    expect(reply.status).toBe(413);
    expect((await arrived(swell, ana, url)).offset).toBeLessThanOrEqual(5000);
  });

  test.each(["..%2f..%2fetc%2fpasswd", "%00", "0190A5B0-0000-7000-8000-000000000000", "x.pieces"])(
    "who makes up the id %s finds nothing",
    async (id) => {
      expect((await arrived(swell, ana, `/api/uploads/${id}`)).status).toBe(404);
      expect((await patch(swell, ana, `/api/uploads/${id}`, 0, Buffer.alloc(1))).status).toBe(404);
    },
  );

  test("finds no pieces behind an address that takes a whole file", async () => {
    const address = (await addressFor(ana)).split("?")[0]!;
    expect((await arrived(swell, ana, address)).status).toBe(404);
    expect((await patch(swell, ana, address, 0, await jpeg())).status).toBe(404);
  });

  test("may announce no more than may be sent, and leave only so much unfinished", async () => {
    const [cleo, dora, erin] = [await swell.person("cleo"), await swell.person("dora"), await swell.person("erin")];
    const film = { size: 512 * 1024 * 1024, fileType: "video/mp4" };
    expect(await cleo.post("/api/uploads", { size: limit + 1, fileType: "image/png" })).toMatchObject({ status: 413 });
    expect(await cleo.post("/api/uploads", { ...film, size: film.size + 1 })).toMatchObject({ status: 413 });
    expect((await cleo.post("/api/uploads", { size: 0 })).status).toBe(400);
    const announced: string[] = [];
    for (let n = 0; n < 8; n++) announced.push(await announce(cleo, film.size, film));
    const error = expect.stringContaining("never finished");
    const tooMany = { status: 429, body: { code: "too_many_requests", error } };
    expect(await cleo.post("/api/uploads", film)).toMatchObject(tooMany);
    expect(await put(swell, cleo, await addressFor(cleo), await jpeg())).toMatchObject(tooMany);
    await cleo.delete(announced[0]!);
    expect((await cleo.post("/api/uploads", film)).status).toBe(201);
    // Small ones count too.
    await sql`insert into uploads (id, user_id, size)
      select gen_random_uuid(), ${dora.id}, 1 from generate_series(1, 499)`.execute(swell.database.db);
    expect((await dora.post("/api/uploads", { size: 1 })).status).toBe(201);
    expect(await dora.post("/api/uploads", { size: 1 })).toMatchObject(tooMany);
    const flood = await Promise.all(Array.from({ length: 60 }, () => erin.post("/api/uploads", film)));
    expect(flood.filter(({ status }) => status === 201)).toHaveLength(8);
  });

  test("who left the squad meanwhile can bring the rest, and put it nowhere there", async () => {
    const made = await newTrip(swell, { crew: ["ana", "bo"] });
    const bytes = await largePng();
    const url = await announce(made.bo!, bytes.length);
    await patch(swell, made.bo!, url, 0, bytes.subarray(0, 1000));
    await made.ana.delete(`/api/squads/${made.squad}/members/${made.bo!.id}`);
    expect((await patch(swell, made.bo!, url, 1000, bytes.subarray(1000))).status).toBe(204);
    expect((await made.bo!.put(`/api/trips/${made.trip}/media`, { mediaURL: url })).status).toBe(404);
  });
});

describe("two requests for one upload", () => {
  test("that come at once leave one file, whole", async () => {
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

  test("that both bring its end make one photo", async () => {
    const bytes = await largePng();
    const url = await announce(ana, bytes.length);
    await patch(swell, ana, url, 0, bytes.subarray(0, -10));
    const end = () => race(url, bytes.length - 10, bytes.subarray(-10));
    const statuses = await Promise.all([end(), end(), end()]);
    expect(statuses.filter((status) => ![0, 204, 409, 503].includes(status))).toEqual([]);
    await vi.waitFor(async () => expect(await race(url, bytes.length, Buffer.alloc(0))).toBe(204), 5000);
    await expectWhole(ana, url, bytes);
  });

  test("on one server: the newer one goes on where the older one was", async () => {
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

  test("on two servers: the second one waits for the first to end", async () => {
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

test("an upload goes a day after its last piece, with all that came of it, and never while somebody adds to it", async () => {
  const bytes = await largePng();
  const [url, begun] = [await announce(ana, bytes.length), await announce(ana, bytes.length)];
  await patch(swell, ana, url, 0, bytes.subarray(0, 5000));
  const id = url.split("/").at(-1)!;
  const blobs = openBlobs({ dataDir: swell.parts.config.dataDir });
  const cleanAt = (now: number) => clean(blobs, cleaningStore(swell.database), new Date(now));
  const dayMs = 24 * 3600 * 1000;
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

test("a client of tus finds what it expects, and goes on after a break", async () => {
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

test("a page asks which files a place has, and hears of this place alone", async () => {
  const made = await newTrip(swell, { crew: ["ana", "bo"] });
  const [inTrip, inSquad] = [await jpeg(), await jpeg()];
  const sums = [inTrip, inSquad, Buffer.from("nowhere")].map(sha256);
  const send = async (place: string, bytes: Buffer) => {
    const url = await addressFor(made.ana);
    await put(swell, made.ana, url, bytes);
    await made.ana.put(`${place}/media`, { mediaURL: url });
  };
  await send(`/api/trips/${made.trip}`, inTrip);
  await send(`/api/squads/${made.squad}`, inSquad);
  const known = async (who: TestPerson, place: string) =>
    (await who.post(`${place}/media/known`, { sha256: sums })).body;
  expect(await known(made.bo!, `/api/trips/${made.trip}`)).toEqual({ known: [sums[0]] });
  expect(await known(made.bo!, `/api/squads/${made.squad}`)).toEqual({ known: [sums[1]] });
  expect(await known(ana, `/api/trips/${trip}`)).toEqual({ known: [] });
  expect(await known(ana, `/api/trips/${made.trip}`)).toMatchObject({ code: "not_found" });
});
