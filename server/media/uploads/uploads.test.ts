import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type TestApp, type TestPerson, client, openTestApp } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { jpeg, photo, pngBomb } from "../fixtures/pictures.ts";
import { addressFor, put } from "../fixtures/uploading.ts";

const limit = 300_000;
let swell: TestApp;
let ana: TestPerson;
let bo: TestPerson;
let galleryUrl: string;
beforeAll(async () => {
  swell = await openTestApp({ MAX_IMAGE_BYTES: String(limit) });
  const made = await newTrip(swell, { crew: ["ana", "bo"] });
  ana = made.ana;
  bo = made.bo!;
  galleryUrl = `/api/trips/${made.trip}/media`;
  await swell.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => swell.close());
afterEach(() => vi.useRealTimers());

const filesIn = async (folder: string) => {
  const entries = await readdir(path.join(swell.parts.config.dataDir, folder), {
    recursive: true,
    withFileTypes: true,
  });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
};
/** Only originals, because renditions of earlier tests may still be in the making. */
const originals = async () => (await filesIn("blobs")).filter((name) => name.endsWith(".original")).toSorted();
const incoming = async () => (await filesIn("blobs/incoming")).length;
const register = (who: TestPerson, mediaURL: string) => who.put(galleryUrl, { mediaURL });

describe("an upload address", () => {
  test("is signed, has no origin, and reveals no user", async () => {
    const address = await addressFor(ana);
    expect(address).toMatch(/^\/api\/uploads\/[0-9a-f-]{36}\?expires=\d+&signature=[\w-]{43}$/);
    expect(address).not.toContain(ana.id);
  });

  test("works once", async () => {
    const address = await addressFor(ana);
    const bytes = await jpeg();
    expect(await put(swell, ana, address, bytes)).toMatchObject({ status: 200, headers: { etag: expect.any(String) } });
    expect(await put(swell, ana, address, bytes)).toMatchObject({ status: 409, body: { code: "upload_used" } });
    expect((await register(ana, address)).status).toBe(201);
  });

  test("accepts one of two simultaneous files, and keeps its bytes", async () => {
    const address = await addressFor(ana);
    const both = await Promise.all([jpeg({ width: 300 }), jpeg({ width: 400 })]);
    const sent = await Promise.all(both.map((bytes) => put(swell, ana, address, bytes)));
    expect(sent.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const winner = both[sent.findIndex(({ status }) => status === 200)]!;
    const { body } = await register(ana, address);
    const original = await swell.app.inject({ url: String(body["filePath"]), headers: { cookie: ana.cookie } });
    expect(original.rawPayload.equals(winner)).toBe(true);
  });

  test("works for its user only", async () => {
    const address = await addressFor(ana);
    const bytes = await jpeg();
    expect(await put(swell, bo, address, bytes)).toMatchObject({ status: 403, body: { code: "bad_signature" } });
    expect(await put(swell, swell.visitor, address, bytes)).toMatchObject({
      status: 401,
      body: { code: "not_signed_in" },
    });
    await put(swell, ana, address, bytes);
    expect((await register(bo, address)).body["code"]).toBe("upload_missing");
    expect((await register(ana, address)).status).toBe(201);
  });

  test.each([
    ["a later end", (url: string) => url.replace(/expires=(\d+)/, (_, ms) => `expires=${Number(ms) + 1}`), 403],
    ["another id", (url: string) => url.replace(/.\?/, (end) => (end[0] === "a" ? "b?" : "a?")), 403],
    ["another signature", (url: string) => url.replace(/.$/, (end) => (end === "A" ? "B" : "A")), 403],
    ["no signature", (url: string) => url.replace(/&signature=.*/, ""), 403],
    ["nothing after the question mark", (url: string) => url.replace(/\?.*/, ""), 403],
    ["no id", (url: string) => url.replace(/uploads\/[^?]+/, "uploads/..%2f..%2fetc"), 404],
  ])("with %s is refused", async (_what, change, status) => {
    const address = change(await addressFor(ana));
    expect((await put(swell, ana, address, await jpeg())).status).toBe(status);
  });

  test("expires after fifteen minutes", async () => {
    const address = await addressFor(ana);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 15 * 60_000 + 1000 });
    expect(await put(swell, ana, address, await jpeg())).toMatchObject({
      status: 410,
      body: { code: "upload_expired" },
    });
    vi.setSystemTime(Date.now() - 2000);
    expect((await put(swell, ana, address, await jpeg())).status).toBe(200);
  });

  test("is rate-limited, for requests and for uploads", async () => {
    const strict = await openTestApp({ RATE_LIMITS: "on" });
    const cleo = await strict.person("cleo");
    const attempts = {
      ask: () => cleo.post("/api/objects/upload"),
      guess: () => cleo.put("/api/uploads/01a1fcf9-cec1-70ba-b841-6b919277c9ff?expires=9&signature=guess"),
    };
    for (const attempt of Object.values(attempts)) {
      let last = await attempt();
      for (let tried = 1; tried < 1300 && last.status !== 429; tried++) last = await attempt();
      expect(last).toMatchObject({ status: 429, body: { code: "too_many_requests" } });
      expect(Number(last.headers["retry-after"])).toBeGreaterThan(0);
    }
    await strict.close();
  });

  test("of one server works on another one", async () => {
    const other = await openTestApp({ DATA_DIR: swell.parts.config.dataDir }, swell.database);
    const address = await addressFor(ana);
    const bytes = await jpeg();
    expect((await put(other, ana, address, bytes)).status).toBe(200);
    expect((await register(ana, address)).status).toBe(201);
    await other.app.close();
  });
});

describe("uploaded bytes", () => {
  test.each([
    [
      "too large",
      () => Buffer.alloc(limit + 1, 1),
      413,
      "too_large",
      "This photo is too large: at most 0.2 MB, please.",
    ],
    ["a page called photo", () => Buffer.from("<html>"), 415, "unsupported_type", expect.stringContaining("no photo")],
    ["empty", () => Buffer.alloc(0), 422, "broken_file", expect.stringContaining("empty")],
    ["a bomb", () => pngBomb(15_000), 422, "broken_file", expect.stringContaining("million pixels")],
    ["cut off", async () => (await jpeg()).subarray(0, -20), 422, "broken_file", expect.stringContaining("damaged")],
  ])("that are %s are refused, and again at the registration", async (_what, make, status, code, sentence) => {
    const before = await originals();
    const address = await addressFor(ana);
    const refusal = { status, body: { code, error: sentence } };
    expect(await put(swell, ana, address, await make())).toMatchObject(refusal);
    expect(await register(ana, address)).toMatchObject(refusal);
    expect(await register(ana, address)).toMatchObject(refusal);
    expect(await put(swell, ana, address, await jpeg())).toMatchObject({ status: 409 });
    expect(await originals()).toEqual(before);
  });

  test("determine the type, whatever the client declares", async () => {
    const address = await addressFor(ana);
    await put(swell, ana, address, await photo().png().toBuffer());
    const { body } = await ana.put(galleryUrl, {
      mediaURL: address,
      fileName: "x.jpg",
      fileType: "text/html",
      fileSize: 3,
    });
    expect(body).toMatchObject({ fileType: "image/png", fileName: "x.png" });
    expect(Number(body["fileSize"])).toBeGreaterThan(100);
  });

  test("of a photo with a page behind it are served as a photo only", async () => {
    const page = Buffer.from("<script>alert(document.cookie)</script>");
    const address = await addressFor(ana);
    await put(swell, ana, address, Buffer.concat([await jpeg(), page]));
    const { body } = await ana.put(galleryUrl, { mediaURL: address, fileName: "page.html" });
    const served = await swell.app.inject({ url: String(body["filePath"]), headers: { cookie: ana.cookie } });
    expect(served.headers).toMatchObject({
      "content-type": "image/jpeg",
      "x-content-type-options": "nosniff",
      "content-security-policy":
        "sandbox; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      "cross-origin-resource-policy": "same-origin",
    });
    const thumb = await swell.app.inject({ url: `${body["filePath"]}?size=thumb`, headers: { cookie: ana.cookie } });
    expect(thumb.rawPayload.includes("script")).toBe(false);
  });
});

describe("over a real connection", () => {
  const address = () => swell.app.server.address() as { port: number };

  /** Begins an upload; the test ends the request. */
  function begin(url: string, headers: http.OutgoingHttpHeaders) {
    const request = http.request({
      port: address().port,
      method: "PUT",
      path: url,
      headers: { cookie: ana.cookie, ...headers },
    });
    const answer = new Promise<{ status: number; text: string }>((resolve, reject) => {
      request.on("error", reject);
      request.on("response", (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part) => (text += part));
        response.on("end", () => resolve({ status: response.statusCode!, text }));
      });
    });
    return { request, answer };
  }

  test("a broken upload leaves no file, and the address still works", async () => {
    await vi.waitFor(async () => expect(await incoming()).toBe(0), { timeout: 20_000 });
    const before = await originals();
    const url = await addressFor(ana);
    const bytes = await jpeg();
    for (const headers of [{ "content-length": bytes.length }, { "transfer-encoding": "chunked" }]) {
      const { request, answer } = begin(url, headers);
      answer.catch(() => {});
      request.write(bytes.subarray(0, 1000));
      await vi.waitFor(async () => expect(await incoming()).toBe(1), { timeout: 10_000 });
      request.destroy();
      await vi.waitFor(async () => expect(await incoming()).toBe(0), { timeout: 10_000 });
    }
    expect(await originals()).toEqual(before);
    expect((await register(ana, url)).body["code"]).toBe("upload_missing");
    expect((await put(swell, ana, url, bytes)).status).toBe(200);
    expect((await register(ana, url)).status).toBe(201);
  });

  test("a file that is far too large is refused before all of it is sent", async () => {
    const { request, answer } = begin(await addressFor(ana), { "content-length": 10_000_000_000 });
    request.write(Buffer.alloc(10_000));
    expect(await answer).toMatchObject({ status: 413, text: expect.stringContaining("too large") });
    request.on("error", () => {}).destroy();
  });

  test("a file that is too large without a Content-Length is refused", async () => {
    const { request, answer } = begin(await addressFor(ana), { "transfer-encoding": "chunked" });
    const sending = new AbortController();
    const answered = answer.finally(() => sending.abort());
    for (let sent = 0; sent < 20_000_000 && !sending.signal.aborted; sent += 50_000) {
      request.write(Buffer.alloc(50_000, 1));
      await sleep(1);
    }
    expect(await answered).toMatchObject({ status: 413 });
    request.on("error", () => {}).destroy();
  });

  test("a page of another site cannot send anything", async () => {
    const url = await addressFor(ana);
    const { request, answer } = begin(url, { "sec-fetch-site": "cross-site" });
    request.end(await jpeg());
    expect(await answer).toMatchObject({ status: 403, text: expect.stringContaining("cross_site") });
  });
});

test("a full disk answers 507, loses nothing, and the upload can be retried", async ({ skip }) => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "swellmates-full-"));
  const disk = path.join(dataDir, "blobs");
  await mkdir(disk);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=512k", "tmpfs", disk], { stdio: "ignore" });
  } catch {
    await rm(dataDir, { recursive: true });
    skip("only root may mount a file system here");
  }
  const other = await openTestApp({ DATA_DIR: dataDir, MAX_IMAGE_BYTES: String(limit) }, swell.database);
  try {
    const first = await addressFor(ana);
    const bytes = Buffer.concat([await jpeg(), Buffer.alloc(280_000)]);
    expect((await put(other, ana, first, bytes)).status).toBe(200);
    const second = await addressFor(ana);
    expect(await put(other, ana, second, bytes)).toMatchObject({ status: 507, body: { code: "storage_full" } });
    expect((await readdir(path.join(disk, "incoming"))).length).toBe(0);
    const kept = await register(ana, first);
    const original = await other.app.inject({ url: String(kept.body["filePath"]), headers: { cookie: ana.cookie } });
    expect(original.rawPayload.equals(bytes)).toBe(true);
    expect((await put(other, ana, second, await jpeg({ width: 60, height: 40 }))).status).toBe(200);
  } finally {
    await other.app.close();
    execFileSync("umount", ["-l", disk]);
    await rm(dataDir, { recursive: true });
  }
});

test("a nearly full disk takes no photo, and everything else goes on", async () => {
  const other = await openTestApp({ MIN_FREE_BYTES: String(2 ** 49) }, swell.database);
  try {
    const refused = await put(other, ana, await addressFor(ana), await jpeg());
    expect(refused).toMatchObject({
      status: 507,
      body: {
        code: "storage_full",
        error: "There is no room left to store this. Please tell the people who run this server.",
      },
    });
    const elsewhere = client(other.app, ana.cookie);
    expect((await elsewhere.post("/api/squads", { name: "Dry days" })).status).toBe(201);
    expect((await elsewhere.get("/api/dashboard")).status).toBe(200);
  } finally {
    await other.close();
  }
});
