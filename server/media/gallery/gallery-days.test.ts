import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../platform/db/id.ts";
import { type TestApp, type TestPerson, openTestApp, rows } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";

let swell: TestApp;
let ana: TestPerson;
beforeAll(async () => {
  swell = await openTestApp();
});
afterAll(() => swell.close());

interface Shot {
  readonly takenAt: string;
  readonly utcOffset?: number;
  readonly isLocalClock?: boolean;
  readonly trip?: string | null;
}

/** Makes a trip with photos that have these capture times. */
async function gallery(...shots: Shot[]) {
  const { ana: organizer, squad, trip } = await newTrip(swell, { crew: ["ana"] });
  ana = organizer;
  await add(squad, trip, shots);
  return { squad, trip };
}

async function add(squad: string, trip: string, shots: readonly Shot[]) {
  await swell.database.db
    .insertInto("media")
    .values(
      shots.map(({ takenAt, utcOffset = null, isLocalClock = false, trip: other = trip }) => {
        const id = newId();
        return {
          id,
          purpose: "gallery" as const,
          uploader_id: ana.id,
          squad_id: squad,
          trip_id: other,
          file_name: "wave.jpg",
          file_type: "image/jpeg",
          file_size: 1000,
          sha256: Buffer.from(id),
          crc32: 1,
          width: 4,
          height: 3,
          caption: null,
          placeholder: null,
          rendition_type: null,
          taken_at: new Date(takenAt),
          utc_offset: utcOffset,
          is_local_clock: isLocalClock,
        };
      }),
    )
    .execute();
}

const zones = ["Pacific/Auckland", "America/Los_Angeles", "UTC"];
const days = async (url: string, zone: string, more = "") =>
  (await ana.get(`/api/${url}/media/outline?zone=${zone}${more}`)).body["days"];

/** Expects the same days for viewers in all zones. */
async function expectEverywhere(url: string, expected: readonly (readonly [string, number])[], more = "") {
  for (const zone of zones) expect([zone, await days(url, zone, more)]).toEqual([zone, expected]);
}

describe("the days of a gallery", () => {
  test("follow the local time where the photos were taken", async () => {
    const { trip, squad } = await gallery(
      // Lisbon in summer: half past midnight, and an hour before.
      { takenAt: "2026-07-05T23:30:00Z", utcOffset: 60 },
      { takenAt: "2026-07-05T22:30:00Z", utcOffset: 60 },
      { takenAt: "2026-07-05T00:10:00Z", utcOffset: 60 },
    );
    const expected = [
      ["2026-07-06", 1],
      ["2026-07-05", 2],
    ] as const;
    await expectEverywhere(`trips/${trip}`, expected);
    await expectEverywhere(`squads/${squad}`, expected);
    await expectEverywhere(`trips/${trip}`, expected, `&person=${ana.id}`);
    const items = rows((await ana.get(`/api/trips/${trip}/media`)).body);
    expect(items.map((item) => item["localTime"])).toEqual([
      "2026-07-06T00:30:00",
      "2026-07-05T23:30:00",
      "2026-07-05T01:10:00",
    ]);
  });

  test("follow the change to winter time, and people who travel on", async () => {
    const { trip } = await gallery(
      // Clocks went back from two o'clock to one on the 25th of October.
      { takenAt: "2026-10-25T23:30:00Z", utcOffset: 0 },
      { takenAt: "2026-10-24T23:30:00Z", utcOffset: 60 },
      { takenAt: "2026-10-24T22:30:00Z", utcOffset: 60 },
      // The weeks before, in California.
      { takenAt: "2026-10-10T05:00:00Z", utcOffset: -420 },
    );
    await expectEverywhere(`trips/${trip}`, [
      ["2026-10-25", 2],
      ["2026-10-24", 1],
      ["2026-10-09", 1],
    ]);
  });

  test("take a clock without a zone as local time", async () => {
    const { trip } = await gallery(
      { takenAt: "2026-07-05T23:50:00Z", isLocalClock: true },
      { takenAt: "2026-07-05T12:00:00Z", utcOffset: 120 },
      { takenAt: "2026-07-05T11:00:00Z", utcOffset: 120 },
    );
    await expectEverywhere(`trips/${trip}`, [["2026-07-05", 3]]);
    const [item] = rows((await ana.get(`/api/trips/${trip}/media?limit=1`)).body);
    expect(item!["localTime"]).toBe("2026-07-05T23:50:00");
  });

  test("of photos without an offset use the trip's most frequent one, nearby days first", async () => {
    const { trip, squad } = await gallery(
      { takenAt: "2026-07-05T22:30:00Z" },
      { takenAt: "2026-07-05T12:00:00Z", utcOffset: 120 },
      { takenAt: "2026-07-05T11:00:00Z", utcOffset: 120 },
      { takenAt: "2026-07-05T10:00:00Z", utcOffset: -300 },
      // Ten days before there is no offset nearby.
      { takenAt: "2026-06-25T22:30:00Z" },
    );
    const expected = [
      ["2026-07-06", 1],
      ["2026-07-05", 3],
      ["2026-06-26", 1],
    ] as const;
    await expectEverywhere(`trips/${trip}`, expected);
    await expectEverywhere(`squads/${squad}`, expected);
  });

  test("ignore other trips' clocks; without any clock they use the viewer's zone", async () => {
    const { squad, trip } = await gallery({ takenAt: "2026-07-05T12:00:00Z", utcOffset: 720 });
    await add(squad, trip, [{ takenAt: "2026-07-05T11:30:00Z", trip: null }]);
    expect(await days(`squads/${squad}`, "Pacific/Auckland")).toEqual([
      ["2026-07-06", 1],
      ["2026-07-05", 1],
    ]);
    expect(await days(`squads/${squad}`, "Pacific/Kiritimati")).toEqual([["2026-07-06", 2]]);
  });
});

describe("the version of an outline", () => {
  const ask = (url: string, etag?: string, person: { cookie: string } = ana) =>
    swell.app.inject({ url, headers: { cookie: person.cookie, ...(etag && { "if-none-match": etag }) } });

  test("stays, with a 304, until the outline changes", async () => {
    const { trip, squad } = await gallery(
      { takenAt: "2026-07-05T12:00:00Z", utcOffset: 60 },
      { takenAt: "2026-07-05T13:00:00Z", utcOffset: 60 },
    );
    const { db } = swell.database;
    const [item] = rows((await ana.get(`/api/trips/${trip}/media`)).body);
    const id = String(item!["id"]);
    const outlines = [`/api/trips/${trip}/media/outline`, `/api/squads/${squad}/media/outline`];
    const tags = async () => Promise.all(outlines.map(async (url) => String((await ask(url)).headers["etag"])));
    let before = await tags();
    const expectSame = async () => {
      for (const [i, url] of outlines.entries()) {
        const again = await ask(url, before[i]);
        expect([again.statusCode, again.payload, again.headers["etag"]]).toEqual([304, "", before[i]]);
      }
    };
    const expectChanged = async (what: string) => {
      for (const [i, url] of outlines.entries())
        expect([what, (await ask(url, before[i])).statusCode]).toEqual([what, 200]);
      before = await tags();
    };
    await expectSame();
    await ana.post(`/api/media/${id}/like`, {});
    await ana.patch(`/api/media/${id}`, { caption: "Clean set" });
    await db.updateTable("media").set({ state: "failed" }).where("id", "=", id).execute();
    await expectSame();

    await db.updateTable("media").set({ utc_offset: 120 }).where("id", "=", id).execute();
    await expectChanged("another clock");
    await add(squad, trip, [{ takenAt: "2026-07-06T12:00:00Z" }]);
    await expectChanged("a new photo");
    await db.updateTable("people").set({ first_name: "Anna" }).where("id", "=", ana.id).execute();
    await expectChanged("another name");
    await ana.delete(`/api/media/${id}`);
    await expectChanged("a photo less");
    await expectSame();
    for (const odd of ['W/"1"', "*", '"99999999999999999999"', '"x"'])
      expect((await ask(outlines[0]!, odd)).statusCode).toBe(200);
  });

  test("is checked only after access", async () => {
    const { trip } = await gallery({ takenAt: "2026-07-05T12:00:00Z" });
    const url = `/api/trips/${trip}/media/outline`;
    const tag = String((await ask(url)).headers["etag"]);
    expect((await ask(url, tag)).statusCode).toBe(304);
    expect((await ask(url, tag, await swell.person("zoe"))).statusCode).toBe(404);
    expect((await ask(url, tag, { cookie: "" })).statusCode).toBe(401);
  });

  test("is deleted with its trip and its squad", async () => {
    const { trip, squad } = await gallery({ takenAt: "2026-07-05T12:00:00Z" });
    await swell.database.db.deleteFrom("squads").where("id", "=", squad).execute();
    const left = await swell.database.db
      .selectFrom("gallery_versions")
      .select("place_id")
      .where("place_id", "in", [trip, squad])
      .execute();
    expect(left).toEqual([]);
  });

  test("changes when an uploader's account is deleted", async () => {
    const { trip } = await gallery({ takenAt: "2026-07-05T12:00:00Z" });
    const url = `/api/trips/${trip}/media/outline`;
    const tag = String((await ask(url)).headers["etag"]);
    const bo = await swell.person("bo");
    await swell.database.db.insertInto("trip_members").values({ id: newId(), trip_id: trip, user_id: bo.id }).execute();
    await swell.database.db.deleteFrom("people").where("id", "=", ana.id).execute();
    const after = await ask(url, tag, bo);
    expect(after.statusCode).toBe(200);
    expect(after.json<{ people: unknown[] }>().people).toEqual([]);
  });
});
