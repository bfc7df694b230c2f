import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type TestPerson, openTestApp, rows } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { photosOf, videoOf } from "../../testing/shots.ts";
import { allowedUrls } from "./bytes.ts";
import { type WithLibrary, openWithLibrary, select } from "../../testing/with-library.ts";

let world: WithLibrary;
let ana: TestPerson;
let bo: TestPerson;
let trip: string;
beforeAll(async () => {
  world = await openWithLibrary();
  const made = await newTrip(world.swell, { crew: ["ana", "bo"] });
  ({ ana, trip } = made);
  bo = made.bo!;
});
afterAll(() => world.close());
afterEach(() => {
  Object.assign(world.library.switches, {
    lacksScope: false,
    hasNoAccount: false,
    busyCalls: 0,
    brokenCalls: 0,
    emptyPage: false,
    bytesAt: null,
    redirectsTo: null,
  });
  world.library.switches.expired.clear();
  world.unlinked.clear();
});

const begin = (who = ana) => who.post("/api/google-photos/session");
const media = (sessionId: string, who = ana) => who.get(`/api/google-photos/media?sessionId=${sessionId}`);

describe("without a photo library", () => {
  test("none is offered, and the calls answer 404", async () => {
    const plain = await openTestApp();
    const cleo = await plain.person("cleo");
    expect((await plain.visitor.get("/api/public/config")).body).toMatchObject({ photoLibrary: null });
    expect((await cleo.post("/api/google-photos/session")).status).toBe(404);
    await plain.close();
  });
  test.each([
    ["no identity provider", { GOOGLE_PHOTOS_URL: "https://photospicker.googleapis.com" }, /GOOGLE_PHOTOS_URL needs/],
    ["an unencrypted address", { GOOGLE_PHOTOS_URL: "http://photos.example.org" }, /GOOGLE_PHOTOS_URL must be/],
    ["no address", { GOOGLE_PHOTOS_URL: "yes" }, /GOOGLE_PHOTOS_URL must be/],
  ])("a start with %s fails with a clear message", async (_what, environment, fault) => {
    await expect(openTestApp(environment)).rejects.toThrow(fault);
  });
});

describe("a selection", () => {
  test("is announced in the public configuration", async () => {
    const { body } = await world.swell.visitor.get("/api/public/config");
    expect(body["photoLibrary"]).toEqual({ name: "Google Photos", slug: "google-photos" });
  });

  test("lists the picked photos with addresses of this server", async () => {
    const [shot, other] = await photosOf(2);
    world.library.shots = [shot!, other!];
    const { status, body } = await begin();
    expect(status).toBe(201);
    expect(body).toEqual({ id: expect.any(String), pickerUri: expect.any(String), mediaItemsSet: false });
    expect(String(body["pickerUri"])).toMatch(/^http:\/\/localhost:\d+\/picker\/[^/]+\/autoclose$/);
    const id = String(body["id"]);
    expect((await ana.get(`/api/google-photos/session/${id}`)).body).toMatchObject({ id, mediaItemsSet: false });
    expect(await media(id)).toMatchObject({ status: 409, body: { code: "conflict" } });
    world.library.pick(shot!);
    expect((await ana.get(`/api/google-photos/session/${id}`)).body).toMatchObject({ mediaItemsSet: true });
    const answer = await media(id);
    expect(answer.body).toEqual({
      mediaItems: [
        {
          id: shot!.id,
          baseUrl: expect.stringMatching(/^\/api\/google-photos\/items\/[0-9a-f-]{36}$/),
          mimeType: "image/jpeg",
          filename: "PXL_0.jpg",
          isReady: true,
          mediaMetadata: { creationTime: "2026-07-05T09:00:00.000Z", width: 300, height: 200 },
        },
      ],
    });
    expect(answer.text).not.toContain("token");
    expect(answer.text).not.toContain(world.library.url);
  });

  test("of more than a hundred photos is complete, also across an empty page", async () => {
    const shots = await photosOf(1);
    const many = Array.from({ length: 250 }, (_, n) => ({ ...shots[0]!, id: `many-${n}` }));
    world.library.switches.emptyPage = true;
    const id = await select(world, ana, many);
    const { body } = await media(id);
    expect(rows(body["mediaItems"]).map((item) => String(item["id"]))).toEqual(many.map((shot) => shot.id));
  });

  test("is limited to twenty photos", async () => {
    await begin();
    const page = await fetch(String((await begin()).body["pickerUri"]));
    expect(await page.text()).toContain("Select up to 20 photos");
  });

  test("marks a video that Google is still preparing", async () => {
    const id = await select(world, ana, [await videoOf("PROCESSING"), await videoOf("READY")]);
    const items = rows((await media(id)).body["mediaItems"]);
    expect(items.map(({ isReady, mimeType }) => [mimeType, isReady])).toEqual([
      ["video/mp4", false],
      ["video/mp4", true],
    ]);
  });

  test("is deleted here and at Google", async () => {
    const id = await select(world, ana, await photosOf(1));
    const before = world.library.sessions().length;
    expect((await ana.delete(`/api/google-photos/session/${id}`)).status).toBe(204);
    expect(world.library.sessions()).toHaveLength(before - 1);
    expect((await ana.get(`/api/google-photos/session/${id}`)).status).toBe(404);
    expect((await ana.delete(`/api/google-photos/session/${id}`)).status).toBe(404);
  });

  test("that expired at Google has ended", async () => {
    const id = String((await begin()).body["id"]);
    world.library.forgetSessions();
    const ended = { status: 404, body: { error: "This selection has ended. Please choose your photos again." } };
    expect(await ana.get(`/api/google-photos/session/${id}`)).toMatchObject(ended);
    expect(await media(id)).toMatchObject(ended);
  });

  test("belongs to one person only", async () => {
    const id = await select(world, ana, await photosOf(1));
    const { baseUrl } = rows((await media(id)).body["mediaItems"])[0]!;
    for (const url of [
      `/api/google-photos/session/${id}`,
      `/api/google-photos/media?sessionId=${id}`,
      `${String(baseUrl)}?size=512`,
    ]) {
      expect((await bo.get(url)).status).toBe(404);
      expect((await world.swell.visitor.get(url)).status).toBe(401);
    }
    expect((await bo.delete(`/api/google-photos/session/${id}`)).status).toBe(404);
    const wanted = { sessionId: id, itemIds: ["x"], tripId: trip };
    expect((await bo.post("/api/google-photos/import", wanted)).status).toBe(404);
    expect((await media(id)).status).toBe(200);
  });
});

describe("access to the library", () => {
  test("that is missing or insufficient answers needs_linking", async () => {
    const refusal = { status: 401, body: { code: "needs_linking", needsLinking: true } };
    world.unlinked.add(ana.id);
    expect(await begin()).toMatchObject(refusal);
    expect(await ana.get(`/api/google-photos/resync?tripId=${trip}`)).toMatchObject(refusal);
    world.unlinked.clear();
    world.library.switches.lacksScope = true;
    expect(await begin()).toMatchObject(refusal);
  });

  test("is renewed once when the token has expired", async () => {
    const id = await select(world, ana, await photosOf(1));
    for (const token of world.library.tokens) world.library.switches.expired.add(token);
    expect((await media(id)).status).toBe(200);
  });

  test("answers needs_linking when a fresh token is rejected too", async () => {
    const refuseAll = { has: () => true, add: () => refuseAll, clear: () => {} } as unknown as Set<string>;
    const { switches } = world.library;
    const { expired } = switches;
    Object.assign(switches, { expired: refuseAll });
    expect(await begin()).toMatchObject({ status: 401, body: { needsLinking: true } });
    Object.assign(switches, { expired });
  });

  test("answers 409 for an account without Google Photos", async () => {
    world.library.switches.hasNoAccount = true;
    expect(await begin()).toMatchObject({ status: 409, body: { error: expect.stringContaining("no Google Photos") } });
  });
});

describe("a library", () => {
  test("that is busy or fails once is called again", async () => {
    world.library.switches.busyCalls = 1;
    expect((await begin()).status).toBe(201);
    world.library.switches.brokenCalls = 1;
    expect((await begin()).status).toBe(201);
  });

  test("that stays busy answers 429, and one that stays broken 503", async () => {
    world.library.switches.busyCalls = 9;
    const busy = await begin();
    expect(busy).toMatchObject({ status: 429, body: { code: "too_many_requests" } });
    expect(Number(busy.headers["retry-after"])).toBeGreaterThan(0);
    Object.assign(world.library.switches, { busyCalls: 0, brokenCalls: 9 });
    expect(await begin()).toMatchObject({ status: 503, body: { code: "unavailable" } });
  });

  test("that is unreachable answers 503", async () => {
    const other = await openWithLibrary();
    await other.library.close();
    const cleo = await other.swell.person("cleo");
    expect((await cleo.post("/api/google-photos/session")).status).toBe(503);
    await other.swell.close();
  });
});

describe("a picked photo", () => {
  const open = async (url: string, who = ana) => world.swell.app.inject({ url, headers: { cookie: who.cookie } });

  test.each([
    ["a small picture", "?size=512", "image/jpeg"],
    ["a large picture", "", "image/jpeg"],
    ["the original", "?size=original", "image/jpeg"],
  ])("is served as %s, with safe headers", async (_what, size, type) => {
    const [shot] = await photosOf(1);
    const id = await select(world, ana, [shot!]);
    const { baseUrl } = rows((await media(id)).body["mediaItems"])[0]!;
    const answer = await open(`${String(baseUrl)}${size}`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      "content-type": type,
      "content-security-policy":
        "sandbox; default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      "cross-origin-resource-policy": "same-origin",
      "x-content-type-options": "nosniff",
    });
    expect(answer.rawPayload.equals(shot!.bytes)).toBe(true);
  });

  test("is served after its Google URL expired, until the selection ends", async () => {
    const id = await select(world, ana, await photosOf(1));
    const { baseUrl } = rows((await media(id)).body["mediaItems"])[0]!;
    world.library.expireAddresses();
    expect((await open(`${String(baseUrl)}?size=512`)).statusCode).toBe(200);
    world.library.expireAddresses();
    world.library.forgetSessions();
    expect((await open(`${String(baseUrl)}?size=512`)).statusCode).toBe(404);
  });

  test("is never served as HTML", async () => {
    const [shot] = await photosOf(1);
    const page = { ...shot!, mimeType: "text/html", bytes: Buffer.from("<script>alert(1)</script>") };
    const id = await select(world, ana, [page]);
    const { baseUrl } = rows((await media(id)).body["mediaItems"])[0]!;
    expect((await open(`${String(baseUrl)}?size=512`)).headers["content-type"]).toBe("application/octet-stream");
  });

  test("is never fetched from another host, so no token leaks", async () => {
    const asked: string[] = [];
    const stranger = http.createServer((request, response) => {
      asked.push(request.url!);
      response.end("bytes");
    });
    await once(stranger.listen(0, "127.0.0.1"), "listening");
    const elsewhere = `http://localhost:${(stranger.address() as AddressInfo).port}`;
    for (const where of [{ bytesAt: elsewhere }, { redirectsTo: `${elsewhere}/bytes` }]) {
      Object.assign(world.library.switches, { bytesAt: null, ...where });
      const id = await select(world, ana, await photosOf(1));
      const { baseUrl } = rows((await media(id)).body["mediaItems"])[0]!;
      expect((await open(`${String(baseUrl)}?size=512`)).statusCode).toBe(503);
    }
    expect(asked).toEqual([]);
    stranger.close();
  });

  test.each([
    ["https://lh3.googleusercontent.com/a", true],
    ["https://video-downloads.googleusercontent.com/a", true],
    ["http://lh3.googleusercontent.com/a", false],
    ["https://lh3.googleusercontent.com:8443/a", false],
    ["https://lh3.googleusercontent.com.example.org/a", false],
    ["https://googleusercontent.com@example.org/a", false],
    ["http://169.254.169.254/a", false],
    ["http://localhost:3000/a", false],
  ])("of Google Photos is fetched from Google's hosts only: %s", (url, isAllowed) => {
    expect(allowedUrls("https://photospicker.googleapis.com")(new URL(url))).toBe(isAllowed);
  });

  test("in an unknown size is refused", async () => {
    expect((await open("/api/google-photos/items/0190a5b0-0000-7000-8000-000000000000?size=7")).statusCode).toBe(400);
  });
});
