import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { hash } from "node:crypto";
import { sql } from "kysely";
import { type Database, connect } from "../../schema/database.ts";
import { accountStore } from "../../accounts/account/store.ts";
import type { TripAccess } from "../../access/rights.ts";
import { newsOfTrip } from "../../media/seen/store.ts";
import { galleryStore } from "../../media/gallery/gallery-store.ts";
import { peopleStore } from "../../accounts/people/store.ts";
import { nightStore } from "../../awards/nights/store.ts";
import { demoStore } from "../../pages/demo/store.ts";
import { profileStore } from "../../pages/overviews/profile-store.ts";
import { overviewStore } from "../../pages/overviews/store.ts";
import { readNearCursor } from "../../trips/cursor.ts";
import { tripStore } from "../../trips/store.ts";
import { squadStore } from "../../squads/store.ts";
import { type TestDatabase, freshDatabase } from "../database.ts";
import { countPages } from "./count-pages.ts";
import { fillWithStrangers } from "./strangers.ts";
import { alertStore } from "../../accounts/alerts/store.ts";
import { forgetChallenges } from "../../accounts/passkeys/store.ts";
import { forgetLinks } from "../../accounts/emails/store.ts";
import { forgetResets } from "../../accounts/account/password-store.ts";
import { sessionStore } from "../../accounts/sessions/store.ts";
import { cleaningStore, unfinishedStore } from "../../media/upkeep/cleaning-store.ts";
import { forgetZips } from "../../media/zip/store.ts";
import { forgetInvitations } from "../../squads/invitations/store.ts";
import { lastId } from "../../platform/db/id.ts";

/** Some indexes, each a few levels deep. The tables have hundreds to thousands of pages. */
const maxPages = 40;

let filled: TestDatabase;
let single: Database;
beforeAll(async () => {
  filled = await freshDatabase();
  single = connect(filled.connection, 1);
  await fillWithStrangers(single);
});
afterAll(async () => {
  await single.close();
  await filled.drop();
});

/** The pages of `work` once PostgreSQL has made a plan that knows no values. */
async function pagesOf(work: () => Promise<unknown>): Promise<number> {
  for (let n = 0; n < 6; n++) await work();
  return countPages(single, work);
}

describe("scheduled work", { tags: "long" }, () => {
  test("counts the pages of a walk over all photos", async () => {
    const walk = () => sql`select count(*) from media where caption is null`.execute(single.db);
    expect(await countPages(single, walk)).toBeGreaterThan(maxPages * 10);
  });

  test.each<[string, (database: Database) => Promise<unknown>]>([
    ["the clean-up of uploads", (database) => cleaningStore(database).forgetUploads(yesterday(), 200)],
    ["the clean-up of unused images", (database) => cleaningStore(database).forgetImages(yesterday(), 200)],
    ["the emptying of the trash", (database) => cleaningStore(database).emptyTrash(yesterday(), 200)],
    ["the look for files to remove", (database) => cleaningStore(database).unwantedFiles(200)],
    ["the look for unfinished media", (database) => unfinishedStore(database).unfinished(new Date(), nobody, 2000)],
    ["the end of old sessions", (database) => sessionStore(database).forgetExpired()],
    ["the end of old passkey challenges", (database) => forgetChallenges(database)()],
    ["the end of old mail links", (database) => forgetLinks(database)()],
    ["the end of old password resets", (database) => forgetResets(database)()],
    ["the end of old invitations", (database) => forgetInvitations(database)()],
    ["the end of old alerts", (database) => alertStore(database).forgetExpired()],
    ["the look for old demos", (database) => demoStore(database).expired(100)],
    ["the look for answered nights", (database) => nightStore(database).findAnswered(100)],
    ["the end of old zips", (database) => forgetZips(database)()],
  ])("%s touches few pages when nothing is due", async (_what, work) => {
    expect(await pagesOf(() => work(single))).toBeLessThanOrEqual(maxPages);
  });
});

describe("a read", { tags: "long" }, () => {
  const sessionOf = (name: string) => hash("sha256", name, "buffer");
  const [session, sparing] = [sessionOf("likes everything"), sessionOf("likes nothing")];
  let me: string;
  let trip: string;
  beforeAll(async () => {
    // Two strangers become the people who ask. One is in 21 squads, has 5,000 photos in the trip, and likes every photo there is.
    const first = (table: string) =>
      sql<{ id: string }>`select id from ${sql.table(table)} order by id limit 1`
        .execute(single.db)
        .then(({ rows }) => rows[0]!.id);
    me = await first("people");
    trip = await first("trips");
    const { id: other } = (await sql<{ id: string }>`select id from people where id > ${me} limit 1`.execute(single.db))
      .rows[0]!;
    for (const [user, hashed] of [
      [me, session],
      [other, sparing],
    ] as const) {
      await sql`insert into sessions (token_hash, user_id, expires_at) values (${hashed}, ${user}, now() + interval '1 day')`.execute(
        single.db,
      );
      await sql`insert into trip_members (id, trip_id, user_id) values (gen_random_uuid(), ${trip}, ${user}) on conflict do nothing`.execute(
        single.db,
      );
    }
    await sql`insert into media (id, purpose, uploader_id, squad_id, trip_id, file_name, file_type, file_size, sha256, crc32, width, height, likes, state, taken_at)
    select gen_random_uuid(), 'gallery', ${me}, t.squad_id, t.id, 'own.jpg', 'image/jpeg', 1000, sha256(('own' || n)::bytea), n, 600, 400, 1, 'ready',
      timestamptz '2026-02-01' + n * interval '10 minutes' from generate_series(1, 5000) n, trips t where t.id = ${trip}`.execute(
      single.db,
    );
    await sql`insert into squad_members (id, squad_id, user_id, role) select gen_random_uuid(), id, ${me}, 'member' from squads
      order by id limit 21 on conflict do nothing`.execute(single.db);
    await sql`insert into media_likes (media_id, user_id) select id, ${me} from media where purpose = 'gallery' on conflict do nothing`.execute(
      single.db,
    );
    // A vacuum may leave out the newest photos, which are then counted in the table.
    await vi.waitFor(async () => {
      await sql`vacuum analyze`.execute(single.db);
      const { rows } = await sql<{ left: number }>`select relpages - relallvisible as left from pg_class
        where oid = 'media'::regclass`.execute(single.db);
      expect(rows[0]!.left).toBe(0);
    }, 10_000);
  });

  test("the number of crew mates is counted without a look at each of them", async () => {
    expect(await pagesOf(() => peopleStore(single).crewStats(me))).toBeLessThanOrEqual(350);
  });

  test("the latest photos of many squads are found in an index", async () => {
    const recent = () => galleryStore(single).recent(session, lastId, 12);
    expect(JSON.parse((await recent())![0])).toHaveLength(12);
    expect(await pagesOf(recent)).toBeLessThanOrEqual(350);
  });

  test("an outline that has not changed walks no gallery", async () => {
    const gallery = galleryStore(single);
    const outline = (known: string | null) => gallery.outline("trip", session, trip, {}, "UTC", known);
    const [version, rest] = (await outline(null))!;
    expect(rest).not.toBeNull();
    expect(await outline(version)).toEqual([version, null, null]);
    expect(await pagesOf(() => outline(version))).toBeLessThanOrEqual(50);
    expect(await pagesOf(() => outline(null))).toBeGreaterThan(150);
  });

  test("a gallery page costs the same however much its viewer has liked", async () => {
    const page = (viewer: Buffer) =>
      galleryStore(single).page("trip", viewer, trip, { takenAt: "infinity", id: trip }, 50, {});
    const [few, many] = [await pagesOf(() => page(sparing)), await pagesOf(() => page(session))];
    expect(Math.abs(many - few)).toBeLessThanOrEqual(100);
  });

  test("a search that finds nothing reads the newest thousand squads", async () => {
    const search = (text: string) => squadStore(single).publicSquads(text, lastId, 30);
    expect(await search("no such squad")).toEqual([]);
    expect(await search("squad 77")).toHaveLength(1);
    expect(await pagesOf(() => search("no such squad"))).toBeLessThanOrEqual(100);
  });

  test("the account page counts the person's photos in an index", async () => {
    expect(await pagesOf(() => accountStore(single).findPage(me))).toBeLessThanOrEqual(450);
  });

  test("a profile finds the most liked photos among thousands in an index", async () => {
    const highlights = () => profileStore(single).findHighlights(me, me);
    expect((await highlights())!.photos).toHaveLength(12);
    expect(await pagesOf(highlights)).toBeLessThanOrEqual(300);
  });

  test("a page of twenty trips fetches the cards of these alone, of 300", async () => {
    const often = sessionOf("travels a lot");
    const { rows } = await sql<{ id: string }>`select id from people order by id offset 2 limit 1`.execute(single.db);
    const { id: traveller } = rows[0]!;
    await sql`with squad as (
        insert into squads (id, name, description, invite_code) values (gen_random_uuid(), 'Always Away', '', 'away') returning id
      ), member as (
        insert into squad_members (id, squad_id, user_id, role) select gen_random_uuid(), id, ${traveller}, 'admin' from squad
      ), session as (
        insert into sessions (token_hash, user_id, expires_at) values (${often}, ${traveller}, now() + interval '1 day')
      ), trip as (
        insert into trips (id, squad_id, name, location, start_date, end_date)
        select gen_random_uuid(), squad.id, 'Trip ' || n, 'Ericeira, Portugal', current_date + n - 150, current_date + n - 143
        from squad, generate_series(1, 300) n returning id
      ), award as (
        insert into categories (id, trip_id, name, description, icon, color, position)
        select gen_random_uuid(), trip.id, 'Best Wave', '', 'fas fa-water', 'blue', n from trip, generate_series(1, 5) n
      ) insert into trip_members (id, trip_id, user_id) select gen_random_uuid(), id, ${traveller} from trip`.execute(
      single.db,
    );
    await sql`vacuum analyze`.execute(single.db);
    const [overviews, trips] = [overviewStore(single), tripStore(single)];
    const list = (limit: number) => trips.mine(traveller, readNearCursor(undefined), limit);
    expect((await list(20)).trips).toHaveLength(20);
    // At most one page for the days of each trip. A look-up by its key would be four.
    expect(await pagesOf(() => list(20))).toBeLessThanOrEqual(800);
    expect(await pagesOf(() => list(200))).toBeGreaterThan(1500);
    expect((await overviews.dashboard(often))!.trips).toHaveLength(20);
    // The count of companions reads the crew of each trip, and a card some thirty pages.
    expect(await pagesOf(() => overviews.dashboard(often))).toBeLessThanOrEqual(3500);
  });

  test("new photos are counted up to a bound, however many a gallery has", async () => {
    // It changes the photos, so it comes last.
    const access = { tripId: trip, squadId: null, userId: me } as TripAccess;
    await sql`update trip_members set joined_at = '2026-01-01' where user_id = ${me}`.execute(single.db);
    await sql`update media set created_at = '2026-06-01' where trip_id = ${trip}`.execute(single.db);
    await sql`vacuum analyze media`.execute(single.db);
    const news = () => newsOfTrip(single.db, access);
    expect((await news())?.since).toBe("2026-01-01T00:00:00.000Z");
    expect(await pagesOf(news)).toBeLessThanOrEqual(maxPages);
  });
});

const nobody = "00000000-0000-0000-0000-000000000000";
const yesterday = () => new Date(Date.now() - 24 * 3600 * 1000);
