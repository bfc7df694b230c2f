import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lastId } from "../../platform/db/id.ts";
import { connect } from "../../schema/database.ts";
import { type Body, type TestApp, type TestPerson, openTestApp } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { countPages } from "../../testing/touched-pages/count-pages.ts";
import { galleryStore } from "./gallery-store.ts";

let swell: TestApp;
beforeAll(async () => {
  swell = await openTestApp({ WORKER: "off" });
});
afterAll(() => swell.close());

async function squadOf(photos: number, more: { isPublic?: boolean } = {}) {
  const { ana, squad } = await newTrip(swell, { crew: ["ana"] });
  await addPhotos(ana, squad, photos);
  if (more.isPublic) await turn(ana, squad, true);
  return { ana, squad };
}

let added = 0;
/** Adds photos. Each id is greater than the one before, because the server makes ids in the order of time. */
async function addPhotos({ id }: TestPerson, squad: string, count: number) {
  await sql`insert into media (id, purpose, uploader_id, squad_id, file_name, file_type, file_size, sha256, crc32, width, height, state, taken_at)
    select ('01900000-0000-7000-8000-' || lpad(to_hex(${added} + n), 12, '0'))::uuid, 'gallery', ${id}, ${squad}, 'wave.jpg', 'image/jpeg', 1000,
      sha256((${added} + n)::text::bytea), n, 4, 3, 'ready', now() from generate_series(1, ${count}::int) n`.execute(
    swell.database.db,
  );
  added += count;
}

const turn = (ana: TestPerson, squad: string, isPublic: boolean) =>
  ana.put(`/api/squads/${squad}`, { name: "Dawn Patrol", isPublic });

const mostSeen = 24;

/** The ids of this squad's photos among the newest that visitors see. */
async function seen(squad: string): Promise<string[]> {
  const { body } = await swell.visitor.get(`/api/public/recent-media?limit=${mostSeen}`);
  const ids = (body as unknown as Body[]).map(({ id }) => String(id));
  const { rows } = await sql<{ id: string }>`select id from media where squad_id = ${squad}
    and id = any(${ids}::uuid[])`.execute(swell.database.db);
  return rows.map(({ id }) => id);
}

test("a squad that turns public shows its newest photos at once, a private one none", async () => {
  const { ana, squad } = await squadOf(100);
  expect(await seen(squad)).toEqual([]);
  expect((await turn(ana, squad, true)).status).toBe(200);
  expect(await seen(squad)).toHaveLength(mostSeen);
  await turn(ana, squad, false);
  expect(await seen(squad)).toEqual([]);
});

test("pages of public photos lead to each of them once, the newest first", async () => {
  const [one, other] = [await squadOf(30, { isPublic: true }), await squadOf(30, { isPublic: true })];
  await addPhotos(one.ana, one.squad, 30);
  const ids: string[] = [];
  for (let url = "/api/public/recent-media?limit=7"; url;) {
    const { body, headers } = await swell.visitor.get(url);
    ids.push(...(body as unknown as Body[]).map(({ id }) => String(id)));
    url = /<([^>]+)>/.exec(String(headers["link"] ?? ""))?.[1] ?? "";
  }
  const { rows } = await sql<{ id: string }>`select id from media
    where squad_id in (${one.squad}, ${other.squad}) order by id desc`.execute(swell.database.db);
  expect(ids).toEqual(rows.map(({ id }) => id));
  expect(ids).toHaveLength(90);
  await turn(one.ana, one.squad, false);
  await turn(other.ana, other.squad, false);
});

test("photos in the trash and failed ones are not shown", async () => {
  const { squad } = await squadOf(3, { isPublic: true });
  const [trashed, failed, left] = await seen(squad);
  await sql`update media set purpose = 'trash', trashed_at = now() where id = ${trashed}`.execute(swell.database.db);
  await sql`update media set state = 'failed' where id = ${failed}`.execute(swell.database.db);
  expect(await seen(squad)).toEqual([left]);
  await sql`update media set purpose = 'gallery', trashed_at = null where id = ${trashed}`.execute(swell.database.db);
  expect(await seen(squad)).toHaveLength(2);
});

test("old public photos are found past new private ones and empty public squads", async () => {
  await swell.database.db.updateTable("squads").set({ is_public: false }).execute();
  const single = connect(swell.database.connection, 1);
  const read = () => galleryStore(single).publicRecent(lastId, mostSeen);
  const pages = async () => {
    await sql`vacuum analyze`.execute(single.db);
    for (let n = 0; n < 2; n++) await read();
    return countPages(single, read);
  };
  try {
    const { ana, squad } = await squadOf(mostSeen, { isPublic: true });
    const few = await pages();
    for (const of of [ana, await swell.person("bo")]) await addPhotos(of, (await squadOf(0)).squad, 2000);
    await sql`insert into squads (id, name, description, invite_code, is_public)
      select gen_random_uuid(), 'Nobody Yet', '', 'empty-' || n, true from generate_series(1, 2000) n`.execute(
      single.db,
    );
    expect(await seen(squad)).toHaveLength(mostSeen);
    expect(few).toBeGreaterThan(mostSeen / 2);
    expect(await pages()).toBeLessThanOrEqual(few * 2);
  } finally {
    await single.close();
  }
});
