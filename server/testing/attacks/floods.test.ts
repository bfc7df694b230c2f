import { type AddressInfo, type Socket, connect } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, openTestApp } from "../app.ts";
import { newSquad } from "../builders.ts";
import { zipStore } from "../../media/zip/store.ts";

let swell: TestApp;
let limited: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
  limited = await openTestApp({ RATE_LIMITS: "on" }, swell.database);
  await swell.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  await limited.close();
  await swell.close();
});

/** Somebody whose account is older than a week: before, less of their space may be on its way. */
async function oldFriend(name: string) {
  const person = await swell.person(name);
  await sql`update people set created_at = now() - interval '8 days' where id = ${person.id}`.execute(
    swell.database.db,
  );
  return person;
}

test("unfinished uploads count against the limit on unused files", { tags: "long" }, async () => {
  const { port } = swell.app.server.address() as AddressInfo;
  const ana = await oldFriend("ana");
  const sockets: Socket[] = [];
  /** Begins an upload and sends nothing more. Resolves to the reply, or "waits" without one. */
  const begin = async (length: string) => {
    const url = String((await ana.post("/api/objects/upload")).body["uploadURL"]);
    return new Promise<string>((resolve) => {
      const socket = connect(port, "127.0.0.1", () =>
        socket.write(`PUT ${url} HTTP/1.1\r\nHost: x\r\nCookie: ${ana.cookie}\r\n${length}\r\n\r\n1\r\n`),
      );
      sockets.push(socket);
      socket.once("data", (part) => resolve(part.toString()));
      socket.on("error", () => {});
      setTimeout(() => resolve("waits"), 700);
    });
  };
  for (let n = 0; n < 4; n++) {
    expect(await begin(`Content-Length: ${swell.parts.config.maxVideoBytes}`)).toBe("waits");
    expect(await begin("Transfer-Encoding: chunked")).toBe("waits");
  }
  expect(await begin("Content-Length: 1000")).toMatch(/^HTTP\/1\.1 429 /);
  expect(await begin("Transfer-Encoding: chunked")).toMatch(/^HTTP\/1\.1 429 /);
  for (const socket of sockets) socket.destroy();
  await expect.poll(() => begin("Content-Length: 1000"), { timeout: 10_000 }).toBe("waits");
  for (const socket of sockets) socket.destroy();
});

test("one person can send pieces of 16 files at once", async () => {
  const { port } = swell.app.server.address() as AddressInfo;
  const bo = await oldFriend("bo");
  const sockets: Socket[] = [];
  const begin = async () => {
    const { body } = await bo.post("/api/uploads", { size: 12_000_000, fileType: "video/mp4" });
    return new Promise<string>((resolve) => {
      const socket = connect(port, "127.0.0.1", () =>
        socket.write(
          `PATCH ${String(body["uploadURL"])} HTTP/1.1\r\nHost: x\r\nCookie: ${bo.cookie}\r\nTus-Resumable: 1.0.0\r\n` +
            "Content-Type: application/offset+octet-stream\r\nUpload-Offset: 0\r\nContent-Length: 9000000\r\n\r\n1",
        ),
      );
      sockets.push(socket);
      socket.once("data", (part) => resolve(part.toString()));
      socket.on("error", () => {});
      setTimeout(() => resolve("waits"), 700);
    });
  };
  const first = await Promise.all(Array.from({ length: 16 }, begin));
  expect(new Set(first)).toEqual(new Set(["waits"]));
  expect(await begin()).toMatch(/^HTTP\/1\.1 429 /);
  for (const socket of sockets) socket.destroy();
  await expect.poll(begin, { timeout: 10_000 }).toBe("waits");
  for (const socket of sockets) socket.destroy();
});

test("six parallel calls make one demo", { timeout: 120_000 }, async () => {
  const ana = await swell.person("ana");
  const replies = await Promise.all(Array.from({ length: 6 }, () => ana.post("/api/init-demo", {})));
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 200, 200, 201]);
  const unwanted = await sql`select id from unwanted_files`.execute(swell.database.db);
  expect(unwanted.rows).toEqual([]);
});

test("zips have a rate limit, also for a range of one byte", async () => {
  const { ana } = await newSquad(limited, "ana");
  const nowhere = crypto.randomUUID();
  const statuses = async (send: () => Promise<{ status: number }>) => {
    const seen = new Set<number>();
    for (let n = 0; n < 130; n++) seen.add((await send()).status);
    return seen;
  };
  const both = new Set([404, 429]);
  expect(await statuses(() => ana.post("/api/media/zips", { ids: [nowhere] }))).toEqual(both);
  expect(await statuses(() => ana.post("/api/media/zip", { ids: [nowhere] }))).toEqual(both);
  expect(await statuses(() => ana.get(`/api/media/zips/${nowhere}`, undefined, { range: "bytes=0-0" }))).toEqual(both);
});

test("excluding thousands of photos from a zip does not take quadratic time", { timeout: 60_000 }, async () => {
  const { ana, squad } = await newSquad(swell, "ana");
  const many = 10_000;
  await sql`insert into media (id, purpose, uploader_id, squad_id, file_name, file_type, file_size, sha256, crc32, width, height, taken_at)
    select gen_random_uuid(), 'gallery', ${ana.id}, ${squad}, 'wave.jpg', 'image/jpeg', 1000, sha256(i::text::bytea), i, 6, 4, now()
    from generate_series(1, ${many}) i`.execute(swell.database.db);
  await sql`analyze media`.execute(swell.database.db);
  const { rows } = await sql<{ id: string }>`select id from media where squad_id = ${squad}`.execute(swell.database.db);
  const ids = rows.map(({ id }) => id);
  const store = zipStore(swell.database);
  const milliseconds = async (except: readonly string[]) => {
    const times: number[] = [];
    // After five runs PostgreSQL uses one generic plan for all lists.
    for (let n = 0; n < 9; n++) {
      const began = performance.now();
      const left = await store.idsIn({ scope: "squad", id: squad }, ana.id, { except }, many + 1);
      times.push(performance.now() - began);
      expect(left).toHaveLength(many - except.length);
    }
    return times.slice(6).toSorted((a, b) => a - b)[1]!;
  };
  const all = await milliseconds([]);
  expect(await milliseconds(ids.slice(1))).toBeLessThan(8 * all);
});
