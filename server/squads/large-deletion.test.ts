import { type RawBuilder, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { add } from "../media/fixtures/uploading.ts";
import { jpeg } from "../media/fixtures/pictures.ts";
import { type Reply, type TestApp, type TestPerson, openTestApp } from "../testing/app.ts";
import { newSquad, newTrip } from "../testing/builders.ts";
import { holdTransaction } from "../testing/hold-transaction.ts";

let swell: TestApp;
beforeAll(async () => {
  // Nothing removes the files that the tests count.
  swell = await openTestApp({ WORKER: "off" });
});
afterAll(() => swell.close());

const confirm = "Dawn Patrol";

/** Adds photos of a squad or trip by this person. Returns their ids, newest first: parts go in this order. */
async function addPhotos({ id }: TestPerson, { squad, trip }: { squad?: string; trip?: string }, count: number) {
  const { rows } = await sql<{ id: string }>`with added as (
      insert into media (id, purpose, uploader_id, squad_id, trip_id, file_name, file_type, file_size, sha256, crc32, width, height, state, taken_at)
      select gen_random_uuid(), 'gallery', ${id}, ${squad ?? null}::uuid, ${trip ?? null}::uuid, 'wave.jpg', 'image/jpeg', 1000,
        sha256(gen_random_uuid()::text::bytea), n, 4, 3, 'ready', timestamptz '2026-07-04' + n * interval '5 minutes'
      from generate_series(1, ${count}::int) n returning id)
    select id from added order by id desc`.execute(swell.database.db);
  return rows.map((row) => row.id);
}

const count = async (table: "media" | "unwanted_files", ids: readonly string[]) => {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int count from ${sql.table(table)} where id = any(${ids}::uuid[])`.execute(swell.database.db);
  return rows[0]!.count;
};

const waitForCount = (photos: readonly string[], left: number) =>
  vi.waitFor(async () => expect(await count("media", photos)).toBe(left), { timeout: 20_000 });

/** Another transaction works on this photo until `release`. */
const hold = (photo: string) =>
  holdTransaction(swell.database, (tx) =>
    tx.selectFrom("media").select("id").where("id", "=", photo).forUpdate().execute(),
  );

/** Has the database do `what` before it deletes this row, until `undo` or the end of the test. */
async function onDelete(table: "media" | "squads", id: string, what: RawBuilder<unknown>) {
  await sql`create function on_delete() returns trigger language plpgsql as $$ begin ${what}; return old; end $$;
    create trigger deleted before delete on ${sql.table(table)} for each row when (old.id = ${sql.lit(id)}) execute function on_delete()`.execute(
    swell.database.db,
  );
  const undo = async () => void (await sql`drop function if exists on_delete cascade`.execute(swell.database.db));
  onTestFinished(undo);
  return undo;
}

interface Album {
  readonly photos: readonly string[];
  readonly photographer: TestPerson;
  readonly see: () => Promise<Reply>;
  readonly end: (name?: string) => Promise<Reply>;
}

async function squadToDelete(): Promise<Album> {
  const { ana, bo, squad, trip } = await newTrip(swell, { crew: ["ana", "bo"] });
  const photos = await addPhotos(bo!, { squad, trip }, 1200);
  const url = `/api/squads/${squad}`;
  const end = (name = confirm) => ana.delete(url, { confirm: name });
  return { photos, photographer: bo!, see: () => ana.get(url), end };
}

async function squadToLeave(): Promise<Album> {
  const { ana, squad } = await newSquad(swell, "ana");
  const photos = await addPhotos(ana, { squad }, 1200);
  const url = `/api/squads/${squad}`;
  const end = (name = confirm) => ana.post(`${url}/leave`, { confirm: name });
  return { photos, photographer: ana, see: () => ana.get(url), end };
}

async function tripToDelete(): Promise<Album> {
  const { ana, bo, squad, trip } = await newTrip(swell, { crew: ["ana", "bo"] });
  const photos = await addPhotos(bo!, { squad, trip }, 1200);
  const url = `/api/trips/${trip}`;
  return { photos, photographer: bo!, see: () => ana.get(url), end: () => ana.delete(url) };
}

async function tripToLeave(): Promise<Album> {
  const ana = await swell.confirm(await swell.person("ana"));
  const fields = { name: confirm, location: "Portugal", startDate: "2026-08-01", endDate: "2026-08-02" };
  const trip = String((await ana.post("/api/trips", fields)).body["id"]);
  const photos = await addPhotos(ana, { trip }, 1200);
  const url = `/api/trips/${trip}`;
  const end = (name = confirm) => ana.post(`${url}/leave`, { confirm: name });
  return { photos, photographer: ana, see: () => ana.get(url), end };
}

describe.each([
  ["a deleted squad", squadToDelete, 204],
  ["a squad that its last member leaves", squadToLeave, 200],
  ["a deleted trip", tripToDelete, 204],
  ["a trip that the last of its crew leaves", tripToLeave, 200],
])("of %s with 1,200 photos", { timeout: 60_000 }, (_what, newAlbum, ended) => {
  test("the photos go in parts, and uploads to other squads go on meanwhile", async () => {
    const { photos, photographer, see, end } = await newAlbum();
    const { release } = await hold(photos.at(-1)!);
    const reply = end();
    await waitForCount(photos, 200);
    expect((await see()).status).toBe(200);
    const { body } = await photographer.post("/api/squads", { name: "Point Break" });
    const trip = await photographer.post("/api/trips", {
      squadId: String(body["id"]),
      name: "Nazaré",
      location: "Portugal",
      startDate: "2026-07-04",
      endDate: "2026-07-11",
    });
    expect((await add(swell, photographer, `/api/trips/${String(trip.body["id"])}`, await jpeg())).status).toBe(201);
    expect(await count("media", photos)).toBe(200);

    await release();
    expect((await reply).status).toBe(ended);
    expect((await see()).status).toBe(404);
    expect([await count("media", photos), await count("unwanted_files", photos)]).toEqual([0, 1200]);
  });

  test("a failure in between loses nothing but parts, and a second try finishes", async () => {
    const { photos, see, end } = await newAlbum();
    const before = await see();
    const recover = await onDelete("media", photos[700]!, sql`raise 'The disk is full'`);
    expect((await end()).status).toBe(500);
    await recover();
    expect(await count("media", photos)).toBe(700);
    const after = await see();
    expect(after.status).toBe(200);
    const { squad, trip, members } = before.body;
    expect(after.body["members"]).toEqual(members);
    expect(after.body["squad"]?.["name"]).toEqual(squad?.["name"]);
    expect(after.body["trip"]?.["name"]).toEqual(trip?.["name"]);

    expect((await end()).status).toBe(ended);
    expect((await see()).status).toBe(404);
    expect(await count("media", photos)).toBe(0);
  });
});

test.each([
  ["a squad that is deleted", squadToDelete],
  ["a squad that its last member leaves", squadToLeave],
  ["a trip that the last of its crew leaves", tripToLeave],
])("a wrong name changes nothing in %s", async (_what, newAlbum) => {
  const { photos, end } = await newAlbum();
  expect((await end("Dawn")).body).toMatchObject({ code: "confirmation_needed" });
  expect(await count("media", photos)).toBe(1200);
});

test("somebody who may not delete a large album changes nothing in it", async () => {
  const { bo, squad, trip } = await newTrip(swell, { crew: ["ana", "bo"] });
  const photos = await addPhotos(bo!, { squad, trip }, 600);
  expect((await bo!.delete(`/api/squads/${squad}`, { confirm })).status).toBe(403);
  expect((await bo!.delete(`/api/trips/${trip}`)).status).toBe(403);
  expect(await count("media", photos)).toBe(600);
});

test("somebody who joins while the last member leaves keeps the photos that are left", async () => {
  const { ana, squad } = await newSquad(swell, "ana");
  const bo = await swell.person("bo");
  const photos = await addPhotos(ana, { squad }, 1200);
  // The database adds Bo with the second part. A real join would have to come between two parts to the millisecond.
  await onDelete(
    "media",
    photos[700]!,
    sql`insert into squad_members (id, squad_id, user_id, role) values (gen_random_uuid(), ${sql.lit(squad)}, ${sql.lit(bo.id)}, 'member')`,
  );
  expect((await ana.post(`/api/squads/${squad}/leave`, { confirm })).body).toMatchObject({ code: "last_admin" });
  expect(await count("media", photos)).toBe(200);
  expect((await bo.get(`/api/squads/${squad}`)).status).toBe(200);
});

test("an album of less than a part is deleted in one transaction", async () => {
  const { ana, bo, squad, trip } = await newTrip(swell, { crew: ["ana", "bo"] });
  const photos = await addPhotos(bo!, { squad, trip }, 499);
  await onDelete("squads", squad, sql`raise 'The disk is full'`);
  expect((await ana.delete(`/api/squads/${squad}`, { confirm })).status).toBe(500);
  expect(await count("media", photos)).toBe(499);
});
