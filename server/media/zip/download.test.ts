import { once } from "node:events";
import { mkdir, readdir, readlink, rm, truncate, writeFile } from "node:fs/promises";
import { get } from "node:http";
import path from "node:path";
import { PassThrough } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "../../platform/db/id.ts";
import { jpeg, stored } from "../fixtures/pictures.ts";
import { add, open } from "../fixtures/uploading.ts";
import { type TestApp, type TestPerson, openTestApp } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { limitDownloads } from "./limit-downloads.ts";
import { unzip } from "./fixtures/unzip.ts";
import { forgetZips } from "./store.ts";

let swell: TestApp;
let ana: TestPerson;
let bo: TestPerson;
let cleo: TestPerson;
let squad: string;
let trip: string;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());
beforeEach(async () => {
  const made = await newTrip(swell, { crew: ["ana", "bo", "cleo"] });
  [ana, bo, cleo] = [made.ana, made.bo!, made.cleo!];
  [squad, trip] = [made.squad, made.trip];
});

const takenAt = "2026-07-04T17:22:05.000Z";
const ids = (replies: readonly { readonly body: { readonly [key: string]: unknown } }[]) =>
  replies.map(({ body }) => String(body["id"]));

/** Two photos by Ana and one by Bo in the trip, one by Bo in the squad alone. */
async function photos() {
  const bytes = [await jpeg(), await jpeg(), await jpeg(), await jpeg()] as const;
  const added = [
    await add(swell, ana, `/api/trips/${trip}`, bytes[0], { metadata: { creationTime: takenAt } }),
    await add(swell, ana, `/api/trips/${trip}`, bytes[1], { metadata: { creationTime: takenAt } }),
    await add(swell, bo, `/api/trips/${trip}`, bytes[2], {
      fileName: "a/b:c.jpg",
      metadata: { creationTime: "2026-07-05T09:00:00.000Z" },
    }),
    await add(swell, bo, `/api/squads/${squad}`, bytes[3], { metadata: { creationTime: "2026-07-06T09:00:00.000Z" } }),
  ];
  return { bytes, ids: ids(added) };
}

async function zipAt(person: TestPerson, body: object) {
  const { status, body: made, text } = await person.post("/api/media/zips", body);
  expect(status, text).toBe(201);
  return made as unknown as { url: string; size: number; count: number; fileName: string };
}

const read = async (person: TestPerson, url: string, headers?: Record<string, string>) =>
  open(swell, person, url, headers);

describe("a zip of photos", () => {
  test("has them byte for byte, named by time and person, and an exact length", async () => {
    const made = await photos();
    const reply = await swell.app.inject({
      method: "POST",
      url: "/api/media/zip",
      headers: { cookie: cleo.cookie },
      payload: { ids: made.ids.slice(0, 3), timeZone: "Europe/Lisbon" },
    });
    expect(reply.statusCode).toBe(200);
    expect(reply.headers).toMatchObject({
      "content-type": "application/zip",
      "content-length": String(reply.rawPayload.length),
      "content-disposition": expect.stringContaining('attachment; filename="Swellmates photos.zip"') as string,
      "cache-control": "private, no-cache",
    });
    const files = unzip(reply.rawPayload);
    expect(files.map(({ name }) => name)).toEqual([
      "2026-07-04 18.22.05 Ana Berg wave.jpg",
      "2026-07-04 18.22.05 Ana Berg wave (2).jpg",
      "2026-07-05 10.00.00 Bo Berg b-c.jpg",
    ]);
    expect(files.map(({ bytes }) => bytes)).toEqual(made.bytes.slice(0, 3));
    expect(files[0]!.modified.toJSON()).toBe(takenAt);
  });

  test("counts photos and videos", async () => {
    await photos();
    await add(swell, bo, `/api/trips/${trip}`, stored("videos/wave.mp4"), { fileName: "wave.mp4" });
    expect(await zipAt(ana, { tripId: trip })).toMatchObject({ count: 4, videoCount: 1 });
    expect(await zipAt(ana, { tripId: trip, kind: "photo" })).toMatchObject({ count: 3, videoCount: 0 });
  });

  test("of a squad has folders by trip, the oldest first", async () => {
    const made = await photos();
    const zip = await zipAt(cleo, { squadId: squad });
    expect(zip).toMatchObject({ count: 4, fileName: "Dawn Patrol.zip" });
    const files = unzip((await read(cleo, zip.url)).bytes);
    expect(files.map(({ name }) => name)).toEqual([
      "2026-07-04 Ericeira ’26/2026-07-04 17.22.05 Ana Berg wave.jpg",
      "2026-07-04 Ericeira ’26/2026-07-04 17.22.05 Ana Berg wave (2).jpg",
      "2026-07-04 Ericeira ’26/2026-07-05 09.00.00 Bo Berg b-c.jpg",
      "2026-07-06 09.00.00 Bo Berg wave.jpg",
    ]);
    expect(files.map(({ bytes }) => bytes.length)).toEqual(made.bytes.map((one) => one.length));
  });

  test.each([
    ["a trip", () => ({ tripId: trip }), [0, 1, 2]],
    ["others' media of a trip", () => ({ tripId: trip, person: "others" }), [2]],
    ["others' media of a squad", () => ({ squadId: squad, person: "others" }), [2, 3]],
    ["one person's media", () => ({ squadId: squad, person: bo.id }), [2, 3]],
    ["photos only", () => ({ tripId: trip, kind: "photo" }), [0, 1, 2]],
  ])("can contain %s", async (_, selection, expected) => {
    const made = await photos();
    const zip = await zipAt(ana, selection());
    const files = unzip((await read(ana, zip.url)).bytes);
    expect(files.map(({ bytes }) => made.bytes.findIndex((one) => one.equals(bytes)))).toEqual(expected);
  });

  test("leaves out excepted photos, and contains repeated ids once", async () => {
    const made = await photos();
    expect(await zipAt(ana, { tripId: trip, except: [made.ids[0]] })).toMatchObject({ count: 2 });
    expect(await zipAt(ana, { ids: [made.ids[0], made.ids[0]] })).toMatchObject({ count: 1 });
  });

  test("without photos is refused", async () => {
    for (const body of [{ tripId: trip }, { tripId: trip, kind: "video" }])
      expect(await ana.post("/api/media/zips", body)).toMatchObject({ status: 404 });
    expect(await ana.post("/api/media/zip", { ids: [] })).toMatchObject({ status: 400 });
    for (const body of [{}, { tripId: trip, squadId: squad }, { tripId: trip, ids: [newId()] }])
      expect(await ana.post("/api/media/zips", body)).toMatchObject({ status: 400 });
    expect(await ana.post("/api/media/zips", { tripId: trip, timeZone: "Sea/Level" })).toMatchObject({ status: 400 });
  });
});

describe("a zip", () => {
  test("answers any range, as long as its content is the same", async () => {
    await photos();
    const { url, size } = await zipAt(bo, { tripId: trip });
    const whole = await read(bo, url);
    expect(whole).toMatchObject({ status: 200, headers: { "accept-ranges": "bytes" } });
    expect(whole.bytes.length).toBe(size);
    const etag = String(whole.headers["etag"]);
    for (const [range, from, to] of [
      ["bytes=0-0", 0, 1],
      ["bytes=100-", 100, size],
      ["bytes=-500", size - 500, size],
      [`bytes=${size - 1}-`, size - 1, size],
    ] as const) {
      const part = await read(bo, url, { range, "if-range": etag });
      expect(part).toMatchObject({
        status: 206,
        headers: { "content-range": `bytes ${from}-${to - 1}/${size}`, etag },
      });
      expect(part.bytes.equals(whole.bytes.subarray(from, to))).toBe(true);
    }
    expect((await read(bo, url, { range: "bytes=5-9", "if-range": '"another"' })).status).toBe(200);
    expect(await read(bo, url, { range: `bytes=${size}-` })).toMatchObject({
      status: 416,
      headers: { "content-range": `bytes */${size}` },
    });
    expect((await read(bo, url, { "if-none-match": etag })).status).toBe(304);
    const head = await swell.app.inject({ method: "HEAD", url, headers: { cookie: bo.cookie } });
    expect(head).toMatchObject({ statusCode: 200, headers: { "content-length": String(size), etag } });
    expect(head.rawPayload.length).toBe(0);
  });

  test("without a photo that was deleted meanwhile has another ETag", async () => {
    const made = await photos();
    const { url } = await zipAt(bo, { tripId: trip });
    const before = await read(bo, url);
    await ana.delete(`/api/media/${made.ids[0]}`);
    const after = await read(bo, url, { range: "bytes=10-", "if-range": String(before.headers["etag"]) });
    expect(after.status).toBe(200);
    expect(after.headers["etag"]).not.toBe(before.headers["etag"]);
    expect(unzip(after.bytes).map(({ bytes }) => bytes)).toEqual(made.bytes.slice(1, 3));
    for (const id of made.ids.slice(0, 3)) await ana.delete(`/api/media/${id}`);
    expect((await read(bo, url)).status).toBe(404);
  });

  test("is for the person who requested it, while they are a member", async () => {
    await photos();
    const { url } = await zipAt(bo, { tripId: trip });
    for (const other of [ana, cleo]) expect((await read(other, url)).status).toBe(404);
    expect((await swell.visitor.get(url)).status).toBe(401);
    expect((await read(bo, url)).status).toBe(200);
    expect((await ana.delete(`/api/squads/${squad}/members/${bo.id}?trips=leave`)).status).toBe(204);
    for (const range of ["bytes=0-", "bytes=5-9"])
      expect(await read(bo, url, { range })).toMatchObject({ status: 404 });
  });

  test("expires after a day", async () => {
    await photos();
    const { url } = await zipAt(bo, { tripId: trip });
    const { db } = swell.database;
    const id = url.split("/").at(-1)!;
    const long = new Date(Date.now() - 25 * 3600 * 1000);
    await db
      .updateTable("zips")
      .set({ created_at: long as never })
      .where("id", "=", id)
      .execute();
    expect((await read(bo, url)).status).toBe(404);
    await forgetZips(swell.database)();
    expect(await db.selectFrom("zips").select("id").where("id", "=", id).execute()).toEqual([]);
  });

  test("expires when its person has requested twenty newer ones", async () => {
    await photos();
    const [first, others] = [await zipAt(bo, { tripId: trip }), await zipAt(cleo, { tripId: trip })];
    const second = await zipAt(bo, { tripId: trip });
    for (let newer = 0; newer < 19; newer++) await zipAt(bo, { tripId: trip });
    expect([(await read(bo, first.url)).status, (await read(bo, second.url)).status]).toEqual([404, 200]);
    expect((await read(cleo, others.url)).status).toBe(200);
  });

  test("with any hidden photo answers 404, and of a public squad's photos 403", async () => {
    const made = await photos();
    const stranger = await newTrip(swell, { crew: ["dora"] });
    const own = await add(swell, stranger.ana, `/api/trips/${stranger.trip}`, await jpeg());
    for (const call of ["/api/media/zip", "/api/media/zips"]) {
      for (const wanted of [made.ids.slice(0, 1), [...ids([own]), made.ids[0]], [...ids([own]), newId()]]) {
        const reply = await stranger.ana.post(call, { ids: wanted });
        expect(reply).toMatchObject({ status: 404, body: { error: "Photo not found" } });
      }
    }
    await ana.put(`/api/squads/${squad}`, { name: "Dawn Patrol", isPublic: true });
    for (const call of ["/api/media/zip", "/api/media/zips"])
      expect(await stranger.ana.post(call, { ids: made.ids })).toMatchObject({ status: 403 });
    for (const scope of [{ tripId: trip }, { squadId: squad }])
      expect(await stranger.ana.post("/api/media/zips", scope)).toMatchObject({ status: 403 });
  });

  test("is refused at once when an original is missing", async () => {
    const made = await photos();
    const gone = made.ids[1]!;
    await rm(path.join(swell.parts.config.dataDir, "blobs", gone.slice(-2), `${gone}.original`));
    expect(await ana.post("/api/media/zips", { tripId: trip })).toMatchObject({
      status: 409,
      body: { code: "conflict" },
    });
    expect(await zipAt(ana, { tripId: trip, except: [gone] })).toMatchObject({ count: 2 });
  });

  test("takes at most ten thousand ids", async () => {
    const { ids: own } = await photos();
    const many = Array.from({ length: 9999 }, () => newId());
    expect(await ana.post("/api/media/zip", { ids: [own[0], ...many] })).toMatchObject({ status: 404 });
    expect(await ana.post("/api/media/zip", { ids: [own[0], ...many, newId()] })).toMatchObject({ status: 400 });
  });
});

describe("over a real connection, a zip", () => {
  let port: number;
  beforeAll(async () => {
    await swell.app.listen({ port: 0, host: "127.0.0.1" });
    const address = swell.app.server.address();
    port = typeof address === "object" && address ? address.port : 0;
  });

  const request = async (url: string) => {
    const sent = get({ port, host: "127.0.0.1", path: url, headers: { cookie: bo.cookie }, agent: false });
    const [reply] = await once(sent, "response");
    return reply as NodeJS.ReadableStream & { statusCode: number; destroy(): void; headers: object };
  };

  /** Adds photos that are larger than all buffers between; their files are sparse. */
  async function heavy(count: number, bytes: number) {
    const { db } = swell.database;
    const { ids: own } = await photos();
    const rows = await db.selectFrom("media").selectAll().where("id", "=", own[0]!).execute();
    const { card: _, name_order: __, created_at: ___, ...row } = rows[0]!;
    const made = Array.from({ length: count }, () => newId());
    await db
      .insertInto("media")
      .values(made.map((id) => ({ ...row, id, sha256: Buffer.from(id), file_size: bytes })))
      .execute();
    const fileOf = (id: string) => path.join(swell.parts.config.dataDir, "blobs", id.slice(-2), `${id}.original`);
    for (const id of made) {
      await mkdir(path.dirname(fileOf(id)), { recursive: true });
      await writeFile(fileOf(id), "");
      await truncate(fileOf(id), bytes);
    }
    return { ids: made, fileOf };
  }

  test("ends with a broken connection when a file is missing", async () => {
    const { ids: large, fileOf } = await heavy(2, 8 * 1024 ** 2);
    const { url, size } = await zipAt(bo, { ids: large });
    await rm(fileOf(large[1]!));
    const reply = await request(url);
    expect(reply.statusCode).toBe(200);
    let got = 0;
    const end = await new Promise<string>((resolve) => {
      reply.on("data", (piece: Buffer) => (got += piece.length));
      reply.on("end", () => resolve("end")).on("error", () => resolve("cut"));
    });
    expect(end).toBe("cut");
    expect(got).toBeLessThan(size);
  });

  test("is read as fast as its reader, and no further after they leave", async () => {
    const { ids: large } = await heavy(4, 64 * 1024 ** 2);
    const { url } = await zipAt(bo, { ids: large });
    const { memoryUsage } = process;
    const before = memoryUsage().external + memoryUsage().arrayBuffers;
    const reply = await request(url);
    // Reads the first piece, then nothing.
    await once(reply, "readable");
    await sleep(500);
    expect(memoryUsage().external + memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 ** 2);
    reply.destroy();
    await expect
      .poll(() => openFiles().then((open) => open.filter((file) => file.endsWith(".original"))), { timeout: 5000 })
      .toEqual([]);
  });
});

/** The open files of this process; none where the system has no /proc. */
async function openFiles(): Promise<string[]> {
  const open = await readdir("/proc/self/fd").catch(() => []);
  return Promise.all(open.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => "")));
}

test("one person reads at most four zips at a time, without an effect on others", () => {
  const share = limitDownloads();
  const zips = Array.from({ length: 4 }, () => new PassThrough());
  for (const zip of zips) expect(share("bo", () => zip)).toBe(zip);
  const next = () => share("bo", () => new PassThrough());
  expect(next).toThrow("Please wait for one to finish.");
  share("cleo", () => new PassThrough());
  zips[0]!.emit("close");
  next();
  expect(next).toThrow("Please wait for one to finish.");
});

test("one person gets at most a hundred zips an hour", async () => {
  const strict = await openTestApp({ RATE_LIMITS: "on" });
  try {
    const made = await newTrip(strict, { crew: ["ana", "bo"] });
    const added = await add(strict, made.ana, `/api/trips/${made.trip}`, await jpeg());
    const ask = (person: TestPerson) => person.post("/api/media/zips", { ids: ids([added]) });
    const rows = Array.from({ length: 99 }, () => ({
      id: newId(),
      user_id: made.ana.id,
      media_ids: [],
      file_name: "",
      time_zone: "UTC",
    }));
    await strict.database.db.insertInto("zips").values(rows).execute();
    expect((await ask(made.ana)).status).toBe(201);
    expect(await ask(made.ana)).toMatchObject({ status: 429, headers: { "retry-after": "600" } });
    expect((await ask(made.bo!)).status).toBe(201);
  } finally {
    await strict.close();
  }
});
