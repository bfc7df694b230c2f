import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { LiveEvent } from "#contract/live.ts";
import { type Body, type TestApp, type TestPerson, openTestApp } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { jpeg, phonePhoto, undecodablePng } from "../fixtures/pictures.ts";
import { add, addressFor, put, settled } from "../fixtures/uploading.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

let ana: TestPerson;
let bo: TestPerson;
let squad: string;
let trip: string;
beforeEach(async () => {
  const made = await newTrip(swell, { crew: ["ana", "bo"] });
  ana = made.ana;
  bo = made.bo!;
  squad = `/api/squads/${made.squad}`;
  trip = `/api/trips/${made.trip}`;
});

const listed = async (person: TestPerson, url: string) => (await person.get(url)).body as unknown as Body[];
const idsOf = (items: readonly Body[]) => items.map((item) => String(item["id"]));
const nextOf = (link: unknown) => /^<([^>]+)>; rel="next"$/.exec(String(link))?.[1];

/** The ids of all pages from `first` on, found through their Link headers. */
async function walk(person: TestPerson, first: string): Promise<string[][]> {
  const pages: string[][] = [];
  for (let url: string | undefined = first; url;) {
    const { body, headers } = await person.get(url);
    pages.push(idsOf(body as unknown as Body[]));
    url = nextOf(headers["link"]);
  }
  return pages;
}

describe("a photo", () => {
  test("is registered, and soon has its thumbnail", async () => {
    const added = await add(swell, ana, trip, await phonePhoto(6), { caption: "First set" });
    expect(added.status).toBe(201);
    expect(added.body).toMatchObject({
      fileName: "wave.jpg",
      fileType: "image/jpeg",
      caption: "First set",
      width: 600,
      height: 900,
      likes: 0,
      liked: false,
      state: "processing",
      placeholder: null,
      takenAt: "2025-07-14T07:41:07.000Z",
      uploader: { id: ana.id, firstName: "Ana" },
      trip: { name: "Ericeira ’26" },
    });
    const [item] = await settled(bo, trip);
    expect(item).toEqual({ ...added.body, state: "ready", placeholder: expect.stringMatching(/^[\w+/]{20,40}=*$/) });
    expect((await bo.get(trip)).body).toMatchObject({ trip: { mediaCount: 1 }, media: [item], nextMedia: null });
    expect(await listed(bo, `${squad}/media`)).toEqual([item]);
    expect(await listed(bo, "/api/recent-media")).toEqual([item]);
    expect((await bo.get("/api/dashboard")).body["recentMedia"]).toEqual([item]);
  });

  test("that is registered again gives the same reply", async () => {
    const mediaURL = await addressFor(ana);
    await put(swell, ana, mediaURL, await jpeg());
    const body = { mediaURL, fileName: "wave.jpg" };
    const replies = await Promise.all([1, 2, 3, 4].map(() => ana.put(`${trip}/media`, body)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 201]);
    expect(new Set(replies.map((reply) => reply.text)).size).toBe(1);
    const absolute = `https://trips.example${mediaURL}`;
    expect((await ana.put(`${trip}/media`, { ...body, mediaURL: absolute })).status).toBe(200);
    expect(await listed(ana, `${trip}/media`)).toHaveLength(1);
    for (const elsewhere of [
      () => ana.put(`${squad}/media`, body),
      () => ana.put("/api/profile-images", { profileImageURL: mediaURL }),
      () => ana.put("/api/trip-photos", { tripPhotoURL: mediaURL }),
    ]) {
      expect(await elsewhere()).toMatchObject({ status: 409, body: { code: "upload_used" } });
    }
  });

  test("with the same bytes exists once in a trip, also when added simultaneously", async () => {
    const bytes = await jpeg();
    const addresses = await Promise.all([ana, bo, ana, bo].map((person) => addressFor(person)));
    await Promise.all(addresses.map((url, i) => put(swell, i % 2 ? bo : ana, url, bytes)));
    const replies = await Promise.all(
      addresses.map((mediaURL, i) => (i % 2 ? bo : ana).put(`${trip}/media`, { mediaURL, fileName: `${i}.jpg` })),
    );
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 200, 201]);
    expect(replies.filter(({ body }) => body["duplicate"]).length).toBe(3);
    expect(new Set(replies.map(({ body }) => String(body["id"]))).size).toBe(1);
    const again = await bo.put(`${trip}/media`, {
      mediaURL: addresses[replies.findIndex((r, i) => i % 2 && r.status === 200)],
    });
    expect(again).toMatchObject({ status: 200, body: { duplicate: true, id: replies[0]!.body["id"] } });
    expect(await listed(ana, `${trip}/media`)).toHaveLength(1);
    expect((await add(swell, bo, squad, bytes)).status).toBe(201);
    expect((await add(swell, ana, squad, bytes)).body["duplicate"]).toBe(true);
  });

  test("without a time of its own takes the library's, and never one in the future", async () => {
    const creationTime = "2024-02-03T04:05:06.000Z";
    const library = await add(swell, ana, trip, await jpeg(), { metadata: { creationTime } });
    expect(library.body["takenAt"]).toBe(creationTime);
    const phone = await add(swell, ana, trip, await phonePhoto(), { metadata: { creationTime } });
    expect(phone.body["takenAt"]).toBe("2025-07-14T07:41:07.000Z");
    const future = await add(swell, ana, trip, await jpeg(), { metadata: { creationTime: "2999-01-01T00:00:00Z" } });
    expect(new Date(String(future.body["takenAt"])).getTime()).toBeLessThanOrEqual(Date.now());
  });

  test.each([
    ["../../etc/passwd", "passwd.jpg"],
    ["C:\\Users\\ana\\wave.jpg", "wave.jpg"],
    ['a"b\r\nset-cookie: x.jpg', 'a"b set-cookie: x.jpg'],
    ["plage d’été 🏄.jpg", "plage d’été 🏄.jpg"],
    ["holiday.hta", "holiday.jpg"],
    ["..", "photo.jpg"],
    ["", "photo.jpg"],
  ])("named %j gets a safe name", async (given, kept) => {
    expect((await add(swell, ana, trip, await jpeg(), { fileName: given })).body["fileName"]).toBe(kept);
  });

  test.each([
    ["/api/uploads/none", 400, "invalid_input"],
    ["https://evil.example/x.jpg", 400, "invalid_input"],
    ["/api/uploads/01a1fcf9-cec1-70ba-b841-6b919277c9ff?expires=1", 409, "upload_missing"],
  ])("at the address %s is refused", async (mediaURL, status, code) => {
    expect(await ana.put(`${trip}/media`, { mediaURL })).toMatchObject({ status, body: { code } });
  });

  test("that is undecodable keeps its original and blocks no other", async () => {
    const bytes = undecodablePng();
    const bad = await add(swell, ana, trip, bytes);
    const good = await add(swell, ana, trip, await jpeg());
    const items = await settled(ana, trip);
    const stateOf = (id: unknown) => items.find((item) => String(item["id"]) === String(id))!["state"];
    expect([stateOf(bad.body["id"]), stateOf(good.body["id"])]).toEqual(["failed", "ready"]);
    const path = String(bad.body["filePath"]);
    const original = await swell.app.inject({ url: path, headers: { cookie: ana.cookie } });
    expect(original.rawPayload.equals(bytes)).toBe(true);
    expect((await ana.get(`${path}?size=thumb`)).status).toBe(404);
  });
});

describe("a gallery", () => {
  /** Adds rows of photos without files, four of them for each second. */
  async function fill(count: number): Promise<string[]> {
    const { db } = swell.database;
    const ids = Array.from({ length: count }, (_, i) => `01900000-0000-7000-8000-${String(i).padStart(12, "0")}`);
    const [tripId, squadId] = [trip.slice(11), squad.slice(12)];
    const unique = ids.map((id) => id.replace("01900000-0000-7000", tripId.slice(0, 18)));
    await db
      .insertInto("media")
      .values(
        unique.map((id, i) => ({
          id,
          purpose: "gallery" as const,
          uploader_id: bo.id,
          squad_id: squadId,
          trip_id: i % 3 === 2 ? null : tripId,
          file_name: `${i}.jpg`,
          file_type: "image/jpeg",
          file_size: 1000,
          sha256: Buffer.from(id),
          crc32: i,
          width: 3,
          height: 2,
          caption: i % 2 ? 'a "quoted"\n\u2028 caption \\ 🏄' : null,
          placeholder: null,
          rendition_type: null,
          taken_at: new Date(Date.UTC(2026, 6, 4) + Math.floor(i / 4) * 1000),
        })),
      )
      .execute();
    return unique;
  }

  test("has pages, latest first, with each photo once", async () => {
    const ids = await fill(60);
    const ofTrip = ids.filter((_, i) => i % 3 !== 2).toReversed();
    const pages = await walk(ana, `${trip}/media?limit=7`);
    expect(pages.slice(0, -1).every((page) => page.length === 7)).toBe(true);
    expect(pages.flat()).toEqual(ofTrip);
    expect((await walk(ana, `${squad}/media?limit=11`)).flat()).toEqual(ids.toReversed());
    expect((await walk(ana, "/api/recent-media?limit=13")).flat()).toEqual(ids.toReversed());
  });

  test("begins on the trip's page and continues by cursor", async () => {
    const ids = await fill(100);
    const { body } = await ana.get(trip);
    const first = idsOf(body["media"] as unknown as Body[]);
    const rest = await walk(ana, `${trip}/media?cursor=${String(body["nextMedia"])}`);
    expect(first).toHaveLength(50);
    expect([...first, ...rest.flat()]).toEqual(ids.filter((_, i) => i % 3 !== 2).toReversed());
  });

  test("that grows between two pages repeats and skips no photo", async () => {
    const ids = await fill(30);
    const { body, headers } = await ana.get(`${trip}/media?limit=10`);
    await add(swell, bo, trip, await jpeg());
    const rest = await walk(ana, nextOf(headers["link"])!);
    expect([...idsOf(body as unknown as Body[]), ...rest.flat()]).toEqual(
      ids.filter((_, i) => i % 3 !== 2).toReversed(),
    );
  });

  test.each(["nonsense", "1_2", "99999999999999999_01900000-0000-7000-8000-000000000000", "' or true--"])(
    "refuses the cursor %s",
    async (cursor) => {
      for (const list of [`${trip}/media`, `${squad}/media`, "/api/recent-media", "/api/public/recent-media"]) {
        const { status, body } = await ana.get(`${list}?cursor=${encodeURIComponent(cursor)}`);
        expect([status, body["code"]]).toEqual([400, "invalid_input"]);
      }
    },
  );

  test("is on the landing page, without names, only while its squad is public", async () => {
    await add(swell, ana, trip, await jpeg(), { fileName: "ana-in-the-shower.jpg", caption: "Ana, secretly" });
    await settled(ana, trip);
    const front = () => swell.visitor.get("/api/public/recent-media");
    const mine = async () =>
      ((await front()).body as unknown as Body[]).filter((item) => String(item["width"]) === "900");
    expect(await mine()).toEqual([]);
    const setPublic = (isPublic: boolean) => ana.put(squad, { name: "Dawn Patrol", isPublic });
    await setPublic(true);
    const [item] = await mine();
    expect(item).toMatchObject({
      uploader: null,
      trip: null,
      caption: null,
      fileName: "photo",
      liked: false,
      state: "ready",
    });
    expect((await front()).text).not.toMatch(/Ana|shower|Ericeira/);
    const second = await add(swell, bo, squad, await jpeg());
    expect(idsOf(await mine())).toEqual([String(second.body["id"]), String(item!["id"])]);
    expect((await swell.visitor.get(String(item!["filePath"]) + "?size=thumb")).status).toBe(200);
    await setPublic(false);
    expect(await mine()).toEqual([]);
    expect((await swell.visitor.get(String(item!["filePath"]) + "?size=thumb")).status).toBe(404);
  });

  test("of all my squads and trips contains no others", async () => {
    const stranger = await newTrip(swell, { crew: ["cleo"] });
    await add(swell, stranger.ana, `/api/trips/${stranger.trip}`, await jpeg());
    const own = await add(swell, bo, trip, await jpeg());
    expect(idsOf(await listed(ana, "/api/recent-media"))).toEqual([String(own.body["id"])]);
  });
});

describe("a like", () => {
  test("is given and taken back, and each viewer sees their own likes", async () => {
    const { body } = await add(swell, ana, trip, await jpeg());
    const like = `/api/media/${String(body["id"])}/like`;
    expect((await bo.post(like, {})).body).toEqual({ liked: true, likes: 1 });
    expect((await ana.post(like, {})).body).toEqual({ liked: true, likes: 2 });
    expect((await bo.post(like, {})).body).toEqual({ liked: false, likes: 1 });
    expect(await listed(ana, `${trip}/media`)).toMatchObject([{ likes: 1, liked: true }]);
    expect(await listed(bo, `${trip}/media`)).toMatchObject([{ likes: 1, liked: false }]);
  });

  test("count stays right when many like at once", async () => {
    const { body } = await add(swell, ana, trip, await jpeg());
    const id = String(body["id"]);
    const answers = await Promise.all(
      Array.from({ length: 41 }, (_, i) => (i % 2 ? ana : bo).post(`/api/media/${id}/like`, {})),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const { db } = swell.database;
    const likes = await db.selectFrom("media_likes").selectAll().where("media_id", "=", id).execute();
    const [item] = await listed(ana, `${trip}/media`);
    expect(Number(item!["likes"])).toBe(likes.length);
  });
});

describe("the uploader's photo", () => {
  test("gets a caption, and loses it again", async () => {
    const { body } = await add(swell, ana, trip, await jpeg());
    const url = `/api/media/${String(body["id"])}`;
    expect((await ana.patch(url, { caption: "  Clean set " })).body).toMatchObject({
      id: body["id"],
      caption: "Clean set",
    });
    expect(await listed(bo, `${trip}/media`)).toMatchObject([{ caption: "Clean set" }]);
    expect((await ana.patch(url, { caption: "" })).body["caption"]).toBeNull();
    expect(await bo.patch(url, { caption: "Mine" })).toMatchObject({ status: 403 });
  });

  test("is deleted with its likes and its count, and may be added again", async () => {
    const bytes = await jpeg();
    const { body } = await add(swell, bo, trip, bytes);
    const url = `/api/media/${String(body["id"])}`;
    await ana.post(`${url}/like`, {});
    expect((await bo.delete(url)).status).toBe(204);
    expect((await ana.post(`${url}/like`, {})).status).toBe(404);
    expect((await ana.get(trip)).body).toMatchObject({ trip: { mediaCount: 0 }, media: [] });
    expect((await add(swell, bo, trip, bytes)).status).toBe(201);
  });
});

test("live hints go out when a photo is added, gets its thumbnail, and is deleted", async () => {
  const told: LiveEvent[] = [];
  const [squadId, tripId] = [squad.slice(12), trip.slice(11)];
  const { live } = swell.parts;
  const leave = live.join({
    userId: bo.id,
    scopes: new Set([squadId, tripId]),
    tell: (event) => told.push(event),
    refresh: () => {},
  });
  const hints: readonly LiveEvent[] = [
    { scope: "trip", id: tripId, kind: "media" },
    { scope: "squad", id: squadId, kind: "media" },
  ];
  let heard = 0;
  /** Asks after each hint, as a page does, until the gallery has photos in these states. */
  const nextShows = (states: readonly string[]) =>
    vi.waitFor(
      async () => {
        expect(told.length).toBeGreaterThan(heard);
        heard = told.length;
        expect(told.slice(-2)).toEqual(hints);
        const media = await listed(bo, `${trip}/media`);
        expect(media.map(({ state }) => state)).toEqual(states);
      },
      { timeout: 20_000 },
    );
  // The connection for notifications may not be open yet.
  await vi.waitFor(
    async () => {
      live.tell({ scope: "trip", id: tripId, kind: "trip" });
      await sleep(100);
      expect(told.length).toBeGreaterThan(0);
    },
    { timeout: 20_000 },
  );
  told.length = 0;
  // Hints within 40 ms are one message, so a quick thumbnail has none of its own.
  const { body } = await add(swell, ana, trip, await jpeg());
  await nextShows(["ready"]);
  await sleep(200);
  heard = told.length;
  await ana.delete(`/api/media/${String(body["id"])}`);
  await nextShows([]);
  leave();
});
