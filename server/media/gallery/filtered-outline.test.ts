import { hash } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { GalleryFilter } from "#contract/gallery.ts";
import { type Database, connect } from "../../platform/db/connect.ts";
import { type TestApp, openTestApp } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { countPages } from "../../testing/touched-pages/count-pages.ts";
import { describeDays } from "./gallery-days-store.ts";
import { galleryStore } from "./gallery-store.ts";

let swell: TestApp;
let single: Database;
const session = hash("sha256", "the session of bo", "buffer");
let bo: string;
let places: { trip: string; squad: string };

/** Of 4,000 photos in one trip, Bo has added 40. */
beforeAll(async () => {
  swell = await openTestApp();
  single = connect(swell.database.connection, 1);
  const made = await newTrip(swell, { crew: ["ana", "bo"] });
  bo = made.bo!.id;
  places = made;
  await sql`insert into sessions (token_hash, user_id, expires_at) values (${session}, ${bo}, now() + interval '1 day')`.execute(
    single.db,
  );
  await sql`insert into media (id, purpose, uploader_id, squad_id, trip_id, file_name, file_type, file_size, sha256, crc32, width, height, state, taken_at, utc_offset)
    select gen_random_uuid(), 'gallery', case when n % 100 = 0 then ${bo}::uuid else ${made.ana.id} end, ${made.squad}, ${made.trip}, 'wave.jpg',
      case when n % 7 = 0 then 'video/mp4' else 'image/jpeg' end, 1000, sha256(n::text::bytea), n, 4, 3, 'ready', timestamptz '2026-01-01' + n * interval '1 minute', 60
    from generate_series(1, 4000) n`.execute(single.db);
  while ((await describeDays(single)(100)) > 0);
  await sql`vacuum analyze`.execute(single.db);
});
afterAll(async () => {
  await single.close();
  await swell.close();
});

/** The pages that `work` touches once its plan is made. */
async function pagesOf(work: () => Promise<unknown>): Promise<number> {
  await work();
  return countPages(single, work);
}

describe.each(["trip", "squad"] as const)("in the gallery of a %s", (kind) => {
  const outline = (filter: GalleryFilter, known: string | null = null) =>
    galleryStore(single).outline(kind, session, places[kind], filter, "UTC", known);
  const shapesOf = async (filter: GalleryFilter) => {
    const [, rest] = (await outline(filter))!;
    return (JSON.parse(rest!) as { shapes: string }).shapes.length;
  };

  test.each<[string, () => GalleryFilter]>([
    ["of one person", () => ({ person: bo })],
    ["of the others", () => ({ person: "others" })],
    ["of videos", () => ({ kind: "video" })],
    ["of one person's videos", () => ({ person: bo, kind: "video" })],
  ])("an outline %s that has not changed walks nothing", async (_what, filter) => {
    const [version] = (await outline(filter()))!;
    expect(await outline(filter(), version)).toEqual([version, null, null]);
    expect(await pagesOf(() => outline(filter(), version))).toBeLessThanOrEqual(30);
  });

  test("an outline of one person walks only that person's photos", async () => {
    expect([await shapesOf({ person: bo }), await shapesOf({ person: "others" })]).toEqual([40, 3960]);
    expect(await pagesOf(() => outline({ person: "others" }))).toBeGreaterThan(300);
    expect(await pagesOf(() => outline({ person: bo }))).toBeLessThanOrEqual(100);
  });

  test("a page and a position among one person's photos read only those", async () => {
    const page = () =>
      galleryStore(single).page(kind, session, places[kind], { takenAt: "infinity", id: bo }, 50, { person: bo });
    const items = JSON.parse((await page())![0]) as { id: string }[];
    expect(items).toHaveLength(40);
    expect(await pagesOf(page)).toBeLessThanOrEqual(300);
    const position = () => galleryStore(single).position(kind, session, places[kind], { person: bo }, items.at(-1)!.id);
    expect(JSON.parse((await position())!)).toEqual({ index: 39 });
    expect(await pagesOf(position)).toBeLessThanOrEqual(100);
  });
});
