import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Database, connect } from "../../schema/database.ts";
import { seeded } from "../../../try/stand-ins/seeded.ts";
import { type Body, type TestApp, type TestPerson, openTestApp } from "../../testing/app.ts";
import { newTrip } from "../../testing/builders.ts";
import { holdTransaction } from "../../testing/hold-transaction.ts";
import { countPages } from "../../testing/touched-pages/count-pages.ts";
import { publishPartOf } from "./publish-store.ts";

let swell: TestApp;
let publishPart: () => Promise<boolean>;
beforeAll(async () => {
  // The tests do the parts themselves.
  swell = await openTestApp({ WORKER: "off" });
  publishPart = publishPartOf(swell.database);
});
afterAll(() => swell.close());

const publishAll = async () => {
  while (await publishPart());
};

async function squadOf(photos: number) {
  const { ana, squad } = await newTrip(swell, { crew: ["ana"] });
  await addPhotos(ana, squad, photos);
  return { ana, squad };
}

const addPhotos = ({ id }: TestPerson, squad: string, count: number) =>
  sql`insert into media (id, purpose, uploader_id, squad_id, file_name, file_type, file_size, sha256, crc32, width, height, state, taken_at)
    select gen_random_uuid(), 'gallery', ${id}, ${squad}, 'wave.jpg', 'image/jpeg', 1000, sha256(gen_random_uuid()::text::bytea), n, 4, 3, 'ready', now()
    from generate_series(1, ${count}::int) n`.execute(swell.database.db);

const turn = (ana: TestPerson, squad: string, isPublic: boolean) =>
  ana.put(`/api/squads/${squad}`, { name: "Dawn Patrol", isPublic });

/** The photos that visitors find, and how many rows there are to find them by. */
async function listed(squad: string) {
  const { rows } = await sql<{ listed: number; gallery: number; same: number }>`select
      (select count(*)::int from public_media where squad_id = ${squad}) listed,
      (select count(*)::int from media where squad_id = ${squad} and purpose = 'gallery') gallery,
      (select count(*)::int from public_media p join media m on m.id = p.media_id
        where p.squad_id = ${squad} and m.squad_id = ${squad} and m.purpose = 'gallery') same`.execute(
    swell.database.db,
  );
  return rows[0]!;
}

const mostSeen = 24;

/** The ids of this squad's photos among the newest that visitors see. */
async function seen(squad: string): Promise<string[]> {
  const { body } = await swell.visitor.get(`/api/public/recent-media?limit=${mostSeen}`);
  const ids = (body as unknown as Body[]).map(({ id }) => String(id));
  const { rows } = await sql<{ id: string }>`select id from media where squad_id = ${squad}
    and id = any(${ids}::uuid[])`.execute(swell.database.db);
  return rows.map(({ id }) => id);
}

test("a large squad that turns public shows its newest photos at once, all later", async () => {
  const { ana, squad } = await squadOf(2300);
  expect((await turn(ana, squad, true)).status).toBe(200);
  expect(await listed(squad)).toMatchObject({ listed: 1000, same: 1000 });
  const newest = await sql<{ id: string }>`select id from media where squad_id = ${squad}
    order by id desc limit 1000`.execute(swell.database.db);
  const there = await sql<{ media_id: string }>`select media_id from public_media where squad_id = ${squad}
    order by media_id desc`.execute(swell.database.db);
  expect(there.rows.map((row) => row.media_id)).toEqual(newest.rows.map(({ id }) => id));
  await publishPart();
  expect(await listed(squad)).toMatchObject({ listed: 2000 });
  await publishAll();
  expect(await listed(squad)).toEqual({ listed: 2300, gallery: 2300, same: 2300 });
  expect(await seen(squad)).toHaveLength(mostSeen);
});

test("a large squad that turns private is hidden at once, and unlisted in parts", async () => {
  const { ana, squad } = await squadOf(2300);
  await turn(ana, squad, true);
  await publishAll();
  await turn(ana, squad, false);
  expect(await listed(squad)).toMatchObject({ listed: 1300 });
  expect(await seen(squad)).toEqual([]);
  await publishPart();
  expect(await listed(squad)).toMatchObject({ listed: 300 });
  await publishAll();
  expect(await listed(squad)).toMatchObject({ listed: 0 });
});

test("a squad that turns back and forth ends as it was turned last", async () => {
  const { ana, squad } = await squadOf(3500);
  await turn(ana, squad, true);
  await publishPart();
  await turn(ana, squad, false);
  await publishPart();
  await turn(ana, squad, true);
  await publishPart();
  expect((await listed(squad)).listed).toBeLessThan(3500);
  await publishAll();
  expect(await listed(squad)).toEqual({ listed: 3500, gallery: 3500, same: 3500 });
});

test("photos that come and go between two parts are listed and unlisted", async () => {
  const { ana, squad } = await squadOf(2300);
  await turn(ana, squad, true);
  await addPhotos(ana, squad, 50);
  const trashed = sql`select id from media where squad_id = ${squad} order by id limit 40`;
  await sql`update media set purpose = 'trash', trashed_at = now() where id in (${trashed})`.execute(swell.database.db);
  await publishAll();
  expect(await listed(squad)).toEqual({ listed: 2310, gallery: 2310, same: 2310 });
  const restore = sql`update media set purpose = 'gallery', trashed_at = null where squad_id = ${squad} and purpose = 'trash'`;
  await restore.execute(swell.database.db);
  expect(await listed(squad)).toEqual({ listed: 2350, gallery: 2350, same: 2350 });
});

test("a part waits for a squad that turns private, and then unlists", async () => {
  const { ana, squad } = await squadOf(2300);
  await turn(ana, squad, true);
  const turning = await holdTransaction(swell.database, (tx) =>
    tx.updateTable("squads").set({ is_public: false }).where("id", "=", squad).execute(),
  );
  const part = publishPart();
  await turning.release();
  await part;
  await publishAll();
  expect(await listed(squad)).toMatchObject({ listed: 0 });
});

test("a server that dies in a part leaves it to another one", async () => {
  const { ana, squad } = await squadOf(2300);
  await turn(ana, squad, true);
  const dying = swell.database.transact(async (tx) => {
    await sql`select publish_part(${squad})`.execute(tx);
    throw new Error("killed");
  });
  await expect(dying).rejects.toThrow("killed");
  expect(await listed(squad)).toMatchObject({ listed: 1000 });
  const other = connect(swell.database.connection, 1);
  try {
    while (await publishPartOf(other)());
  } finally {
    await other.close();
  }
  expect(await listed(squad)).toEqual({ listed: 2300, gallery: 2300, same: 2300 });
});

test("a photo in the trash is not shown, even if it is still listed", async () => {
  await swell.database.db.updateTable("squads").set({ is_public: false }).execute();
  await publishAll();
  const { ana, squad } = await squadOf(1);
  await turn(ana, squad, true);
  const [photo] = await seen(squad);
  await sql`update media set purpose = 'trash', trashed_at = now() where id = ${photo}`.execute(swell.database.db);
  await sql`insert into public_media (media_id, squad_id) values (${photo}, ${squad})`.execute(swell.database.db);
  expect(await seen(squad)).toEqual([]);
  await sql`update media set purpose = 'gallery', trashed_at = null where id = ${photo}`.execute(swell.database.db);
  expect(await seen(squad)).toEqual([photo]);
});

test("whatever happens at once, the list is right in the end", async () => {
  const random = seeded(43);
  const { ana, squad } = await squadOf(2500);
  const { db } = swell.database;
  const some = sql`select id from media where squad_id = ${squad} and hashtext(id::text) % 50 = 0`;
  const steps: (() => Promise<unknown>)[] = [
    () => turn(ana, squad, true),
    () => turn(ana, squad, false),
    publishPart,
    publishPart,
    () => addPhotos(ana, squad, 30),
    () =>
      sql`update media set purpose = 'trash', trashed_at = now() where purpose = 'gallery' and id in (${some})`.execute(
        db,
      ),
    () =>
      sql`update media set purpose = 'gallery', trashed_at = null where purpose = 'trash' and squad_id = ${squad}`.execute(
        db,
      ),
  ];
  for (let round = 0; round < 12; round++) {
    const chosen = Array.from({ length: 4 }, () => steps[random(steps.length)]!);
    await Promise.all(chosen.map((step) => step().catch(orDeadlock)));
  }
  await turn(ana, squad, true);
  await publishAll();
  const { gallery } = await listed(squad);
  expect(gallery).toBeGreaterThan(2000);
  expect(await listed(squad)).toMatchObject({ same: gallery });
  await turn(ana, squad, false);
  await publishAll();
  expect(await listed(squad)).toMatchObject({ listed: 0 });
});

/** The statements of this test have no retry of their own. */
function orDeadlock(error: unknown): void {
  if (!(error instanceof Error && "code" in error && error.code === "40P01")) throw error;
}

test("a background job does the rest", async () => {
  const working = await openTestApp({}, swell.database);
  try {
    const { ana, squad } = await squadOf(2300);
    await working.app.inject({
      method: "PUT",
      url: `/api/squads/${squad}`,
      headers: { cookie: ana.cookie },
      payload: { name: "Dawn Patrol", isPublic: true },
    });
    await expect.poll(() => listed(squad), { timeout: 20_000 }).toMatchObject({ listed: 2300 });
  } finally {
    await working.close();
  }
});

test("no statement touches more pages when a squad has more photos", async () => {
  const single: Database = connect(swell.database.connection, 1);
  const part = publishPartOf(single);
  const costOf = async (squad: string) => {
    const turnTo = (isPublic: boolean) =>
      countPages(single, () => sql`update squads set is_public = ${isPublic} where id = ${squad}`.execute(single.db));
    const rest = async (pages: number[]) => {
      const left: boolean[] = [];
      do pages.push(await countPages(single, async () => left.push(await part())));
      while (left.at(-1));
    };
    const pages = [await turnTo(true)];
    await rest(pages);
    pages.push(await turnTo(false));
    await rest(pages);
    return Math.max(...pages);
  };
  try {
    const [few, many] = [await squadOf(1200), await squadOf(3600)];
    await sql`vacuum analyze`.execute(single.db);
    const [small, large] = [await costOf(few.squad), await costOf(many.squad)];
    expect(small).toBeGreaterThan(1000);
    expect(large).toBeLessThan(small * 1.3);
  } finally {
    await single.close();
  }
});
