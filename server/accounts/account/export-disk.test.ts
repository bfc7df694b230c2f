import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, readdir, readlink, rm, truncate, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import v8 from "node:v8";
import vm from "node:vm";
import { crc32 } from "node:zlib";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Blobs, type BlobKey } from "../../platform/blobs/blobs.ts";
import { openBlobs } from "../../platform/blobs/open-blobs.ts";
import type { Statement } from "../../platform/db/connect.ts";
import type { Database } from "../../schema/database.ts";
import { newId } from "../../platform/db/id.ts";
import { jpeg } from "../../media/fixtures/pictures.ts";
import { add, open } from "../../media/fixtures/uploading.ts";
import { unzip } from "../../media/zip/fixtures/unzip.ts";
import type { ZipLayout } from "../../media/zip/layout.ts";
import { readZip } from "../../media/zip/read-zip.ts";
import { type ScratchFile, openScratchFile } from "../../media/zip/scratch-file.ts";
import { seeded } from "../../../try/stand-ins/seeded.ts";
import { type TestApp, openTestApp } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { buildExports } from "./build-export.ts";
import { layOutExport } from "./export.ts";
import { type OwnFile, type OwnRecords, joinRecords } from "../../schema/own-records.ts";
import { mediaRecordsOf } from "../../media/own-records-store.ts";
import { accountRecordsOf } from "./own-records-store.ts";
import { sessionRecordsOf } from "../sessions/store.ts";
import { keepLayouts } from "./kept-layouts.ts";

/** The open files of exports, which have no names; none where the system has no /proc. */
async function openExports(): Promise<string[]> {
  const open = await readdir("/proc/self/fd").catch(() => []);
  const names = await Promise.all(open.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => "")));
  return names.filter((name) => name.includes("/exports/"));
}

describe("the files of an export", () => {
  let folder: string;
  let scratch: ScratchFile[];
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "swellmates-export-"));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const photoAt = (n: number, filmOf: string | null = null): OwnFile => {
    const takenAt = new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString();
    const clock = { utcOffset: 0, isLocalClock: false, tripId: null, squadId: null };
    return {
      id: newId(),
      fileName: "wave.jpg",
      fileType: "image/jpeg",
      size: 3,
      crc32: crc32("abc"),
      sha256: "",
      purpose: "gallery",
      deletedAt: null,
      filmOf,
      caption: null,
      likes: 0,
      comments: 0,
      commentsOff: false,
      width: 4,
      height: 3,
      trip: null,
      squad: null,
      uploadedAt: takenAt,
      takenAt,
      orderedAt: takenAt,
      ...clock,
    };
  };
  const recordsWith = (media: () => Iterable<readonly OwnFile[]>): OwnRecords => ({
    profile: [
      {
        id: newId(),
        firstName: "Bo",
        lastName: "Berg",
        email: "bo@example.org",
        emailConfirmedAt: null,
        bio: null,
        profileImageUrl: null,
        uploadedBytes: 0,
        createdAt: new Date(0),
      },
    ],
    media: (async function* () {
      for (const part of media()) yield part;
    })(),
  });
  const layOutOf = async (records: OwnRecords): Promise<ZipLayout> => {
    scratch = [await openScratchFile(folder), await openScratchFile(folder)];
    const layout = await layOutExport({
      records,
      isOpen: async () => true,
      isThere: async () => true,
      clockOf: ({ takenAt }) => new Date(takenAt),
      today: new Date(0),
      texts: scratch[0]!,
      photos: scratch[1]!,
      goOn: () => {},
    });
    return layout!;
  };
  const close = () => Promise.all(scratch.map((file) => file.close()));
  /** Each blob has three bytes. */
  const small = {
    open: async (_key: BlobKey, { start, end }: { start: number; end: number }) => ({
      size: 3,
      body: Buffer.from("abc".slice(start, end + 1)),
    }),
  } as unknown as Blobs;

  test("have no names on the disk", async () => {
    await layOutOf(recordsWith(() => [[photoAt(0)]]));
    expect(await readdir(folder)).toEqual([]);
    await close();
  });

  test("give the right bytes for any range, however many parts the list has", async () => {
    const random = seeded(3);
    const layout = await layOutOf(
      recordsWith(() => Array.from({ length: 5 }, (_, part) => [0, 1, 2].map((n) => photoAt(part * 3 + n)))),
    );
    const zip = await buffer(readZip(small, layout));
    expect(zip.length).toBe(layout.size);
    expect(unzip(zip).filter(({ name }) => name.startsWith("photos/"))).toHaveLength(15);
    for (let n = 0; n < 300; n++) {
      const start = random(layout.size);
      const end = start + random(Math.min(2000, layout.size - start));
      const part = await buffer(readZip(small, layout, { start, end }));
      expect(part.equals(zip.subarray(start, end + 1))).toBe(true);
    }
    await close();
  });

  test("a film that comes in the next part has the name of its photo", async () => {
    const [first, second] = [photoAt(0), photoAt(1)];
    const film = { ...photoAt(1, second.id), fileName: "IMG_1.mov" };
    const layout = await layOutOf(recordsWith(() => [[first, second], [film]]));
    const names = unzip(await buffer(readZip(small, layout))).map(({ name }) => name);
    expect(names.filter((name) => name.startsWith("photos/"))).toEqual([
      "photos/2026-01-01 wave.jpg",
      "photos/2026-01-01 wave (2).jpg",
      "photos/2026-01-01 wave (2).mov",
    ]);
    await close();
  });

  test("take no more memory for more photos", async () => {
    v8.setFlagsFromString("--expose-gc");
    const collect = vm.runInNewContext("gc") as () => void;
    const used: number[] = [];
    const measure = () => {
      collect();
      const { heapUsed, external } = process.memoryUsage();
      used.push(heapUsed + external);
    };
    function* media() {
      for (let part = 0; part < 18; part++) {
        if (part % 4 === 0) measure();
        yield Array.from({ length: 1000 }, (_, n) => ({
          ...photoAt(part * 1000 + n),
          caption: randomBytes(1500).toString("hex"),
        }));
      }
    }
    const layout = await layOutOf(recordsWith(media));
    let bytes = 0;
    for await (const piece of readZip(small, layout)) bytes += (piece as Buffer).length;
    measure();
    expect(bytes).toBe(layout.size);
    expect(layout.size).toBeGreaterThan(50 * 1024 ** 2);
    const [first, ...later] = used.slice(1);
    expect(Math.max(...later) - first!).toBeLessThan(20 * 1024 ** 2);
    await close();
  });
});

describe("kept exports", () => {
  const made = (etag: string, closed: string[]) => async () => ({
    layout: { etag } as ZipLayout,
    close: async () => void closed.push(etag),
  });
  const never = async () => Promise.reject(new Error("It is kept"));
  const nothing = async () => {};

  test("are used once more, and closed when the last download of them ends", async () => {
    const closed: string[] = [];
    const kept = keepLayouts();
    const ending = Promise.withResolvers<void>();
    const first = kept.use("bo", "none", made("a", closed), () => ending.promise);
    await setImmediate();
    await kept.use("bo", "a", never, nothing);
    expect(closed).toEqual([]);
    ending.resolve();
    await first;
    expect(closed).toEqual(["a"]);
    await expect(kept.use("bo", "a", never, nothing)).rejects.toThrow("It is kept");
  });

  test("belong to one person, and are forgotten with the account", async () => {
    const closed: string[] = [];
    const kept = keepLayouts();
    await kept.use("bo", "none", made("a", closed), nothing);
    await expect(kept.use("ana", "a", never, nothing)).rejects.toThrow("It is kept");
    await kept.forget("ana");
    expect(closed).toEqual([]);
    await kept.forget("bo");
    expect(closed).toEqual(["a"]);
  });

  test("are three at most", async () => {
    const closed: string[] = [];
    const kept = keepLayouts();
    for (const etag of ["a", "b", "c", "d"]) await kept.use("bo", "none", made(etag, closed), nothing);
    expect(closed).toEqual(["a"]);
    await kept.forget();
    expect(closed.toSorted()).toEqual(["a", "b", "c", "d"]);
  });

  test("are closed when the download breaks off", async () => {
    const closed: string[] = [];
    const kept = keepLayouts();
    await kept.use("bo", "none", made("a", closed), nothing);
    const breaking = async () => Promise.reject(new Error("broken"));
    await expect(kept.use("bo", "a", never, breaking)).rejects.toThrow("broken");
    expect(closed).toEqual(["a"]);
  });
});

describe("an export", () => {
  let swell: TestApp;
  beforeAll(async () => {
    swell = await openTestApp();
  });
  afterAll(() => swell.close());

  const buildWith = (one: Database["one"] = swell.database.one) =>
    buildExports({
      database: swell.database,
      blobs: openBlobs(swell.parts.config),
      config: swell.parts.config,
      recordsOf: joinRecords(
        accountRecordsOf(swell.database),
        sessionRecordsOf(swell.database),
        mediaRecordsOf({ one }),
      ),
    });

  test("answers an impossible range with 416, and can then be read", async () => {
    const { bo, trip } = await newTrip(swell, { crew: ["ana", "bo"] });
    await add(swell, bo!, `/api/trips/${trip}`, await jpeg());
    const whole = await open(swell, bo!, "/api/account/export");
    const ask = (range: string) =>
      open(swell, bo!, "/api/account/export", { range, "if-range": String(whole.headers["etag"]) });
    const wrong = await ask(`bytes=${whole.bytes.length}-`);
    expect([wrong.status, wrong.headers["content-range"]]).toEqual([416, `bytes */${whole.bytes.length}`]);
    const rest = await ask("bytes=-50");
    expect([rest.status, rest.bytes.equals(whole.bytes.subarray(-50))]).toEqual([206, true]);
  });

  test("of a deleted account is given up, and leaves nothing on the disk", async () => {
    const person = await swell.person("cleo");
    const deleting: Database["one"] = async <T>(statement: Statement, values: readonly unknown[]) => {
      if (statement.name === "own_media_ids")
        await sql`delete from people where id = ${person.id}`.execute(swell.database.db);
      return swell.database.one<T>(statement, values);
    };
    const before = await openExports();
    await expect(buildWith(deleting)(person.id, "UTC", () => {})).rejects.toMatchObject({ code: "not_signed_in" });
    await expect(buildWith()(person.id, "UTC", () => {})).rejects.toMatchObject({ code: "not_signed_in" });
    expect(await openExports()).toEqual(before);
  });

  test("whose reader leaves is given up, and leaves nothing on the disk", async () => {
    const person = await swell.person("cleo");
    const before = await openExports();
    let calls = 0;
    const leave = () => {
      if (++calls === 2) throw new Error("The reader has left");
    };
    await expect(buildWith()(person.id, "UTC", leave)).rejects.toThrow("The reader has left");
    expect(await openExports()).toEqual(before);
  });

  test("that broke off goes on with the same bytes, and then leaves nothing on the disk", async () => {
    const { bo, trip } = await newTrip(swell, { crew: ["ana", "bo"] });
    const photo = String((await add(swell, bo!, `/api/trips/${trip}`, await jpeg())).body["id"]);
    // Larger than all buffers between; the file is sparse.
    const size = 64 * 1024 ** 2;
    await sql`update media set file_size = ${size} where id = ${photo}`.execute(swell.database.db);
    const blobs = path.join(swell.parts.config.dataDir, "blobs");
    await truncate(path.join(blobs, photo.slice(-2), `${photo}.original`), size);
    const before = await openExports();
    const url = await swell.app.listen({ port: 0, host: "127.0.0.1" });
    const ask = (headers: Record<string, string> = {}) =>
      fetch(`${url}/api/account/export`, { headers: { cookie: bo!.cookie, ...headers } });
    const whole = await ask();
    expect(Number(whole.headers.get("content-length"))).toBeGreaterThan(size);
    const reader = whole.body!.getReader();
    const first = Buffer.from((await reader.read()).value ?? []);
    await reader.cancel();
    const rest = { range: "bytes=10-", "if-range": whole.headers.get("etag")! };
    const resumed = await ask(rest);
    expect(resumed.status).toBe(206);
    const bytes = Buffer.from(await resumed.arrayBuffer());
    expect(bytes.subarray(0, first.length - 10).equals(first.subarray(10))).toBe(true);
    expect(bytes.length).toBe(Number(whole.headers.get("content-length")) - 10);
    await expect.poll(openExports).toEqual(before);
  });

  test("is removed from the disk with the account", async () => {
    const person = await swell.person("cleo");
    const before = await openExports();
    await open(swell, person, "/api/account/export");
    if (process.platform === "linux") expect((await openExports()).length).toBe(before.length + 2);
    const gone = await person.delete("/api/account", {
      confirm: person.email,
      password: person.password,
      photos: "take",
    });
    expect(gone.status).toBe(204);
    expect(await openExports()).toEqual(before);
  });

  test("is made on a disk that takes no more uploads", async () => {
    const full = await openTestApp({ MIN_FREE_BYTES: String(2 ** 49) }, swell.database);
    try {
      const person = await full.person("cleo");
      expect((await open(full, person, "/api/account/export")).status).toBe(200);
    } finally {
      await full.close();
    }
  });

  test("is refused with a sentence when the disk is full", async ({ skip }) => {
    const full = await openTestApp({}, swell.database);
    const disk = path.join(full.parts.config.dataDir, "exports");
    await mkdir(disk);
    try {
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=4k", "tmpfs", disk], { stdio: "ignore" });
    } catch {
      await full.close();
      skip("only root may mount a file system here");
    }
    await writeFile(path.join(disk, "full"), Buffer.alloc(4096));
    try {
      const person = await full.person("cleo");
      const before = await openExports();
      expect(await person.get("/api/account/export")).toMatchObject({ status: 507, body: { code: "storage_full" } });
      expect(await openExports()).toEqual(before);
    } finally {
      execFileSync("umount", ["-l", disk]);
      await full.close();
    }
  });
});
