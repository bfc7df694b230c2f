import { hash } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { GalleryFilter } from "#contract/gallery.ts";
import { type Database, connect } from "../../schema/database.ts";
import { type TestApp, openTestApp } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { countPages } from "../../testing/touched-pages/count-pages.ts";
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
    ["of the others' videos", () => ({ person: "others", kind: "video" })],
    ["of one person's videos", () => ({ person: bo, kind: "video" })],
  ])("an outline %s that has not changed walks nothing", async (_what, filter) => {
    const [version] = (await outline(filter()))!;
    expect(await outline(filter(), version)).toEqual([version, null, null]);
    expect(await pagesOf(() => outline(filter(), version))).toBeLessThanOrEqual(30);
  });

  test("a page of one person's photos reads only those", async () => {
    const page = () =>
      galleryStore(single).page(kind, session, places[kind], { takenAt: "infinity", id: bo }, 50, { person: bo });
    const items = JSON.parse((await page())![0]) as { id: string }[];
    expect(items).toHaveLength(40);
    expect(await pagesOf(page)).toBeLessThanOrEqual(300);
    const position = () => galleryStore(single).position(kind, session, places[kind], { person: bo }, items.at(-1)!.id);
    expect(JSON.parse((await position())!)).toEqual({ index: 39 });
  });

  test("outlines, pages and positions of a filter agree with a look at each photo", async () => {
    expect([await shapesOf({ kind: "video" }), await shapesOf({ kind: "photo" })]).toEqual([571, 3429]);
    expect([await shapesOf({ person: bo }), await shapesOf({ person: "others" })]).toEqual([40, 3960]);
    for (const filter of [{ kind: "video" }, { kind: "photo" }] as const) {
      const page = () =>
        galleryStore(single).page(kind, session, places[kind], { takenAt: "2026-01-02", id: bo }, 50, filter);
      const items = JSON.parse((await page())![0]) as { id: string; fileType: string }[];
      expect(new Set(items.map(({ fileType }) => fileType.slice(0, 5)))).toEqual(
        new Set([filter.kind === "video" ? "video" : "image"]),
      );
      expect(await pagesOf(page)).toBeLessThanOrEqual(300);
      const position = () => galleryStore(single).position(kind, session, places[kind], filter, items[0]!.id);
      const { shapes, before } = await walked(filter, items[0]!.id);
      expect(JSON.parse((await position())!)).toEqual({ index: before });
      expect(shapes).toBe(await shapesOf(filter));
    }
    const others = { person: "others" } as const;
    const { before } = await walked(others, await oldestOf(others));
    const position = async () =>
      galleryStore(single).position(kind, session, places[kind], others, await oldestOf(others));
    expect(JSON.parse((await position())!)).toEqual({ index: before });
  });

  /** How many photos a filter shows, and how many of them come before this one, by a look at each. */
  async function walked({ kind: only, person }: GalleryFilter, photo: string) {
    const { rows } = await sql<{ shapes: number; before: number }>`
      select count(*)::int shapes, count(*) filter (where (m.taken_at, m.id) > (x.taken_at, x.id))::int before
      from media m, media x where x.id = ${photo} and m.trip_id = ${places.trip} and m.purpose = 'gallery'
        and (${only ?? null}::text is null or (m.file_type like 'video/%') = (${only ?? null}::text = 'video'))
        and (${person ?? null}::text is null or m.uploader_id <> ${bo})`.execute(single.db);
    return rows[0]!;
  }

  async function oldestOf(filter: GalleryFilter) {
    const [, rest] = (await outline(filter))!;
    return (JSON.parse(rest!) as { cursors: string[] }).cursors.at(-1)!.split("_")[1]!;
  }
});

test("a page of rare videos walks no gallery", async () => {
  const { ana, squad, trip } = await newTrip(swell, { crew: ["ana"] });
  const hashed = hash("sha256", "the session of ana", "buffer");
  await sql`insert into sessions (token_hash, user_id, expires_at) values (${hashed}, ${ana.id}, now() + interval '1 day')`.execute(
    single.db,
  );
  await sql`insert into media (id, purpose, uploader_id, squad_id, trip_id, file_name, file_type, file_size, sha256, crc32, width, height, state, taken_at)
    select gen_random_uuid(), 'gallery', ${ana.id}, ${squad}, ${trip}, 'wave.jpg', case when n = 1000 then 'video/mp4' else 'image/jpeg' end, 1000,
      sha256(('rare' || n)::bytea), n, 4, 3, 'ready', timestamptz '2026-01-01' + n * interval '1 minute' from generate_series(1, 3000) n`.execute(
    single.db,
  );
  await sql`vacuum analyze`.execute(single.db);
  for (const [kind, place] of [
    ["trip", trip],
    ["squad", squad],
  ] as const) {
    const page = () =>
      galleryStore(single).page(kind, hashed, place, { takenAt: "infinity", id: trip }, 50, { kind: "video" });
    expect(JSON.parse((await page())![0])).toHaveLength(1);
    expect(await pagesOf(page)).toBeLessThanOrEqual(60);
  }
});
