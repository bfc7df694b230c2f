import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Client, type TestApp, type TestPerson, openTestApp } from "../../testing/app.ts";
import { type Cast, castOf, newWorld, roles } from "../../testing/world.ts";
import { jpeg, phonePhoto, photo } from "../fixtures/pictures.ts";
import { add, addressFor, open, put } from "../fixtures/uploading.ts";

let swell: TestApp;
let cast: Cast;
let squad: string;
let trip: string;
beforeAll(async () => {
  swell = await openTestApp();
  cast = await castOf(swell);
});
afterAll(() => swell.close());

/** Replaces all squads by a new one, private by default, with a trip. */
async function enter(isPublic = false) {
  await swell.database.db.deleteFrom("squads").execute();
  const world = await newWorld(swell, cast, isPublic);
  squad = `/api/squads/${world.squad}`;
  trip = `/api/trips/${world.trip}`;
}
beforeEach(() => enter());

const statuses = async (path: string, headers?: Record<string, string>) => {
  const all: number[] = [];
  for (const role of roles) all.push((await open(swell, cast[role], path, headers)).status);
  return all;
};
const sizes = ["thumb", "medium", "large"] as const;
const allSizes = ["tile", "cover", ...sizes] as const;

/** Uploads a profile photo or cover. */
async function addImage(person: TestPerson, call: string, field: string, bytes: Buffer): Promise<string> {
  const address = await addressFor(person);
  await put(swell, person, address, bytes);
  const { body, text } = await person.put(call, { [field]: address, fileName: "face.jpg" });
  if (!body["objectPath"]) throw new Error(text);
  return String(body["objectPath"]);
}

describe("access to", () => {
  // Visitor, user, member, crew, organizer, admin.
  const membersOnly = [404, 404, 200, 200, 200, 200];
  const everybody = [200, 200, 200, 200, 200, 200];

  test.each(["trip", "squad"] as const)("a photo of a %s: members; if public, everybody its renditions", async (of) => {
    const album = () => (of === "trip" ? trip : squad);
    const hidden = String((await add(swell, cast.crew, album(), await jpeg())).body["filePath"]);
    for (const query of ["", "?download=1", ...allSizes.map((size) => `?size=${size}`)]) {
      expect(await statuses(hidden + query)).toEqual(membersOnly);
    }
    await enter(true);
    const shown = String((await add(swell, cast.crew, album(), await jpeg())).body["filePath"]);
    for (const size of allSizes) expect(await statuses(`${shown}?size=${size}`)).toEqual(everybody);
    expect(await statuses(shown)).toEqual([403, 403, 200, 200, 200, 200]);
    expect(await statuses(`${shown}?download=1`)).toEqual([403, 403, 200, 200, 200, 200]);
  });

  test("a photo of a trip without a squad: its crew", async () => {
    const own = { name: "Alone", location: "Sagres", startDate: "2026-01-01", endDate: "2026-01-02" };
    const { body } = await cast.user.post("/api/trips", own);
    const added = await add(swell, cast.user, `/api/trips/${String(body["id"])}`, await jpeg());
    expect(await statuses(String(added.body["filePath"]))).toEqual([404, 200, 404, 404, 404, 404]);
  });

  test("a photo ends when a member leaves", async () => {
    const path = String((await add(swell, cast.crew, trip, await jpeg())).body["filePath"]);
    expect((await open(swell, cast.member, path)).status).toBe(200);
    await cast.admin.delete(`${squad}/members/${cast.member.id}`);
    expect((await open(swell, cast.member, path)).status).toBe(404);
    expect((await open(swell, cast.member, `${path}?size=thumb`)).status).toBe(404);
  });

  test("a profile photo: all who may know the person, as a rendition only", async () => {
    const bytes = await phonePhoto();
    const path = await addImage(cast.crew, "/api/profile-images", "profileImageURL", bytes);
    expect(await statuses(`${path}?size=thumb`)).toEqual([404, 404, 404, 200, 404, 404]);
    expect((await cast.member.patch("/api/auth/user", { profileImageUrl: path })).status).toBe(400);
    expect((await cast.crew.patch("/api/auth/user", { profileImageUrl: path })).status).toBe(200);
    expect(await statuses(`${path}?size=thumb`)).toEqual(membersOnly);
    expect(await statuses(path)).toEqual(membersOnly);
    expect((await open(swell, cast.crew, path)).bytes.equals(bytes)).toBe(true);
    const seen = await open(swell, cast.member, path);
    const { format, exif } = await sharp(seen.bytes).metadata();
    expect([format, exif]).toEqual(["jpeg", undefined]);
    await swell.database.db.updateTable("squads").set({ is_public: true }).execute();
    expect(await statuses(`${path}?size=thumb`)).toEqual([404, 200, 200, 200, 200, 200]);
    await cast.crew.patch("/api/auth/user", { profileImageUrl: null });
    expect(await statuses(`${path}?size=thumb`)).toEqual([404, 404, 404, 200, 404, 404]);
  });

  test("a squad's cover: all who may see its card, also by its invite link", async () => {
    const path = await addImage(cast.admin, "/api/squad-photos", "squadPhotoURL", await jpeg());
    expect(await statuses(`${path}?size=large`)).toEqual([404, 404, 404, 404, 404, 200]);
    expect((await cast.admin.put(squad, { name: "Dawn Patrol", photoUrl: path })).status).toBe(200);
    expect(await statuses(`${path}?size=large`)).toEqual(membersOnly);
    const { invite_code: code } = await swell.database.db
      .selectFrom("squads")
      .select("invite_code")
      .executeTakeFirstOrThrow();
    expect(await statuses(`${path}?size=large&invite=${code}`)).toEqual(everybody);
    expect(await statuses(`${path}?size=large&invite=${code}x`)).toEqual(membersOnly);
    expect(await statuses(`${path}?size=large&invite=`)).toEqual(membersOnly);
    await cast.admin.put(squad, { name: "Dawn Patrol", isPublic: true });
    expect(await statuses(`${path}?size=large`)).toEqual(everybody);
    expect(await statuses(path)).toEqual(everybody);
  });

  test("a trip's cover: all who may see the trip", async () => {
    const path = await addImage(cast.crew, "/api/trip-photos", "tripPhotoURL", await jpeg());
    expect(await statuses(`${path}?size=medium`)).toEqual([404, 404, 404, 200, 404, 404]);
    const fields = { name: "Peniche", location: "Portugal", startDate: "2026-08-01", endDate: "2026-08-02" };
    expect((await cast.member.put(trip, { ...fields, photoUrl: path })).status).toBe(400);
    expect((await cast.crew.put(trip, { ...fields, photoUrl: path })).status).toBe(200);
    expect(await statuses(`${path}?size=medium`)).toEqual(membersOnly);
    await swell.database.db.updateTable("squads").set({ is_public: true }).execute();
    expect(await statuses(`${path}?size=medium`)).toEqual([404, 200, 200, 200, 200, 200]);
  });

  test("a profile photo of more than five megabytes: nobody, because it is refused", async () => {
    const bytes = Buffer.concat([await jpeg(), Buffer.alloc(5_242_880)]);
    const address = await addressFor(cast.user);
    expect((await put(swell, cast.user, address, bytes)).status).toBe(200);
    const refusal = {
      status: 413,
      body: {
        code: "too_large",
        error: "This photo is too large: at most 5 MB, please.",
        key: "photo_too_large",
        values: { max: 5 },
      },
    };
    expect(await cast.user.put("/api/profile-images", { profileImageURL: address })).toMatchObject(refusal);
    expect(await cast.user.put("/api/profile-images", { profileImageURL: address })).toMatchObject(refusal);
  });

  test("a missing photo: nobody, with the same reply as for a hidden one", async () => {
    const path = String((await add(swell, cast.crew, trip, await jpeg())).body["filePath"]);
    const hidden = await cast.user.get(path);
    for (const none of ["/objects/0190a5b0-0000-7000-8000-000000000000", "/objects/x", "/objects/%00"]) {
      const { status, text } = await cast.user.get(none);
      expect([status, text]).toEqual([404, hidden.text]);
    }
    expect((await cast.crew.get(`${path}?size=huge`)).status).toBe(400);
    expect((await cast.crew.get(`${path}?size=thumb&size=large`)).status).toBe(400);
  });
});

describe("an original", () => {
  let path: string;
  let bytes: Buffer;
  let etag: string;
  beforeEach(async () => {
    bytes = await photo({ width: 1500, height: 1000 }).png().toBuffer();
    path = String((await add(swell, cast.crew, trip, bytes, { fileName: 'd’été "7".png' })).body["filePath"]);
    etag = String((await open(swell, cast.crew, path)).headers["etag"]);
  });

  test("is the uploaded file, byte for byte", async () => {
    const opened = await open(swell, cast.member, path);
    expect(opened.bytes.equals(bytes)).toBe(true);
    expect(opened.headers).toMatchObject({
      "content-type": "image/png",
      "content-length": String(bytes.length),
      "accept-ranges": "bytes",
      "cache-control": "private, max-age=604800, immutable",
      vary: "Cookie",
    });
    expect(opened.headers["content-disposition"]).toBeUndefined();
  });

  test("downloads under its name, in any language", async () => {
    const { headers } = await open(swell, cast.crew, `${path}?download=1`);
    expect(headers["content-disposition"]).toBe(
      `attachment; filename="d__t_ _7_.png"; filename*=UTF-8''d%E2%80%99%C3%A9t%C3%A9%20%227%22.png`,
    );
  });

  test.each([
    ["bytes=0-0", 0, 0],
    ["bytes=10-19", 10, 19],
    ["bytes=-5", -5, -1],
    ["bytes=1000-", 1000, -1],
    ["bytes=5-999999999", 5, -1],
  ])("answers %s with that part", async (range, from, to) => {
    const at = (offset: number) => (offset < 0 ? bytes.length + offset : offset);
    const part = await open(swell, cast.crew, path, { range });
    expect(part.status).toBe(206);
    expect(part.headers["content-range"]).toBe(`bytes ${at(from)}-${at(to)}/${bytes.length}`);
    expect(part.headers["content-length"]).toBe(String(at(to) - at(from) + 1));
    expect(part.bytes.equals(bytes.subarray(at(from), at(to) + 1))).toBe(true);
  });

  test("answers 416 to a range after its end", async () => {
    for (const range of [`bytes=${bytes.length}-`, "bytes=-0"]) {
      const none = await open(swell, cast.crew, path, { range });
      expect([none.status, none.headers["content-range"]]).toEqual([416, `bytes */${bytes.length}`]);
    }
  });

  test("is sent whole for an invalid range, or a range of another version", async () => {
    const requests: Record<string, string>[] = [
      { range: "bytes=9-3" },
      { range: "bytes=a-b" },
      { range: "bytes=0-1,5-6" },
      { range: "lines=1-2" },
      { range: "bytes=0-9", "if-range": '"another"' },
      { range: "bytes=0-9", "if-range": "Sat, 21 Nov 2026 06:59:12 GMT" },
    ];
    for (const headers of requests) {
      const whole = await open(swell, cast.crew, path, headers);
      expect([whole.status, whole.bytes.length]).toEqual([200, bytes.length]);
    }
    expect((await open(swell, cast.crew, path, { range: "bytes=0-9", "if-range": etag })).status).toBe(206);
  });

  test("answers 304 to a client that has it", async () => {
    for (const tag of [etag, `"x", ${etag}`, `W/${etag}`, "*"]) {
      const same = await open(swell, cast.crew, path, { "if-none-match": tag });
      expect([same.status, same.bytes.length, same.headers["etag"]]).toEqual([304, 0, etag]);
    }
    expect((await open(swell, cast.crew, path, { "if-none-match": '"x"' })).status).toBe(200);
    expect((await open(swell, cast.user, path, { "if-none-match": etag })).status).toBe(404);
  });

  test("answers HEAD with its size", async () => {
    const ask = (person: Client, range?: string) =>
      swell.app.inject({ method: "HEAD", url: path, headers: { cookie: person.cookie, ...(range && { range }) } });
    const head = await ask(cast.crew);
    expect([head.statusCode, head.headers["content-length"], head.rawPayload.length]).toEqual([
      200,
      String(bytes.length),
      0,
    ]);
    const part = await ask(cast.crew, "bytes=0-9");
    expect([part.statusCode, part.headers["content-length"]]).toEqual([206, "10"]);
    expect((await ask(cast.user)).statusCode).toBe(404);
  });
});

describe("a rendition", () => {
  test("is upright and has no metadata", async () => {
    const original = await phonePhoto(6, { width: 1800, height: 1200 });
    expect(original.includes("Exif")).toBe(true);
    expect((await sharp(original).metadata()).orientation).toBe(6);
    const path = String((await add(swell, cast.crew, trip, original)).body["filePath"]);
    const wanted = { thumb: [267, 400], medium: [800, 1200], large: [1200, 1800] };
    for (const size of sizes) {
      const { bytes, headers } = await open(swell, cast.crew, `${path}?size=${size}`);
      expect(headers["content-type"]).toBe("image/jpeg");
      for (const trace of ["Exif", "GPS", "Phonemaker", "http://ns.adobe.com"])
        expect(bytes.includes(trace)).toBe(false);
      const { width, height, orientation, exif, icc, xmp } = await sharp(bytes).metadata();
      expect([[width, height], orientation, exif, icc, xmp]).toEqual([
        wanted[size],
        undefined,
        undefined,
        undefined,
        undefined,
      ]);
      // The red quarter was in the upper left; after the rotation it is in the upper right.
      const corner = await sharp(bytes)
        .extract({ left: width - 20, top: 30, width: 10, height: 10 })
        .raw()
        .toBuffer();
      expect([corner[0]! > 200, corner[1]! < 60, corner[2]! < 60]).toEqual([true, true, true]);
    }
  });

  test("keeps a Display P3 profile, and no other", async () => {
    for (const [profile, keeps] of [
      ["p3", true],
      ["srgb", false],
    ] as const) {
      const wide = await photo().withIccProfile(profile).jpeg().toBuffer();
      expect((await sharp(wide).metadata()).icc).toBeDefined();
      const path = String((await add(swell, cast.crew, trip, wide)).body["filePath"]);
      for (const size of sizes) {
        const { bytes } = await open(swell, cast.crew, `${path}?size=${size}`);
        expect((await sharp(bytes).metadata()).icc !== undefined).toBe(keeps);
      }
    }
  });

  test("of a transparent picture is a transparent WebP", async () => {
    const clear = await sharp({ create: { width: 900, height: 900, channels: 4, background: "#f008" } })
      .png()
      .toBuffer();
    const path = String((await add(swell, cast.crew, trip, clear)).body["filePath"]);
    const { bytes, headers } = await open(swell, cast.crew, `${path}?size=thumb`);
    expect(headers["content-type"]).toBe("image/webp");
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", hasAlpha: true, width: 400, height: 400 });
  });

  test("is never larger than the picture; equal sizes share one file", async () => {
    const path = String((await add(swell, cast.crew, trip, await jpeg({ width: 300, height: 200 }))).body["filePath"]);
    const opened = await Promise.all(sizes.map((size) => open(swell, cast.crew, `${path}?size=${size}`)));
    expect(new Set(opened.map(({ headers }) => headers["etag"])).size).toBe(1);
    expect(await sharp(opened[2]!.bytes).metadata()).toMatchObject({ width: 300, height: 200 });
  });

  test("for covers and mosaics is a small WebP, also of a noisy photo", async () => {
    const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
    const grain = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: "#808080", noise } })
      .jpeg({ quality: 90 })
      .toBuffer();
    for (const original of [await phonePhoto(6, { width: 1800, height: 1200 }), grain]) {
      const path = String((await add(swell, cast.crew, trip, original)).body["filePath"]);
      for (const [size, side, maxBytes] of [
        ["cover", 800, 60_000],
        ["tile", 480, 20_000],
      ] as const) {
        const { bytes, headers } = await open(swell, cast.crew, `${path}?size=${size}`);
        expect([headers["content-type"], headers["cache-control"]]).toEqual([
          "image/webp",
          "private, max-age=604800, immutable",
        ]);
        expect(bytes.length).toBeLessThanOrEqual(maxBytes);
        const { width, height, exif } = await sharp(bytes).metadata();
        expect([Math.max(width, height), exif]).toEqual([side, undefined]);
      }
    }
  });

  test("of an animation for a cover moves as well", async () => {
    const frames = await Promise.all(
      ["#f00", "#0f0", "#00f"].map((background) =>
        sharp({ create: { width: 900, height: 600, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const original = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    const path = String((await add(swell, cast.crew, trip, original)).body["filePath"]);
    const { bytes } = await open(swell, cast.crew, `${path}?size=cover`);
    expect((await sharp(bytes).metadata()).pages).toBe(3);
  });

  test("is made on demand before its job ran, once for simultaneous requests", async () => {
    const idle = await openTestApp({ WORKER: "off", DATA_DIR: swell.parts.config.dataDir }, swell.database);
    const path = String((await add(idle, cast.crew, trip, await jpeg({ width: 3000, height: 2000 }))).body["filePath"]);
    const opened = await Promise.all([1, 2, 3, 4].map(() => open(idle, cast.crew, `${path}?size=large`)));
    expect(opened.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(opened.map(({ bytes }) => bytes.toString("base64"))).size).toBe(1);
    expect(await sharp(opened[0]!.bytes).metadata()).toMatchObject({ width: 2048, height: 1365 });
    await idle.app.close();
  });

  test("of a public squad is cached by visitors for minutes, by members for a week", async () => {
    await enter(true);
    const path = `${String((await add(swell, cast.crew, trip, await jpeg())).body["filePath"])}?size=thumb`;
    const caching = async (who: Client) => (await open(swell, who, path)).headers["cache-control"];
    expect(await caching(cast.visitor)).toBe("public, max-age=300");
    expect(await caching(cast.user)).toBe("public, max-age=300");
    expect(await caching(cast.member)).toBe("private, max-age=604800, immutable");
    expect((await open(swell, cast.visitor, path)).headers["vary"]).toBe("Cookie");
  });
});
