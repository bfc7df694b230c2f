import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { jpeg } from "../../media/fixtures/pictures.ts";
import { add, settled } from "../../media/fixtures/uploading.ts";
import { type TestApp, client, openTestApp, rows } from "../../testing/app.ts";
import { type TestDatabase, freshDatabase } from "../../testing/database.ts";
import { describeSchema } from "../../testing/schema.ts";
import { migrate } from "./migrate.ts";

const release = new URL("./fixtures/1.0.0.sql", import.meta.url);
const migrations = new URL("./migrations/", import.meta.url);

/** Opens a database as version 1.0.0 left it. */
async function openRelease(): Promise<TestDatabase> {
  const database = await freshDatabase("template0");
  const text = await readFile(release, "utf8");
  await onClientOf(database, (loading) => loading.query(text));
  return database;
}

async function onClientOf<T>(database: TestDatabase, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const dedicated = await database.dedicated();
  return work(dedicated).finally(() => dedicated.end());
}

/** The number of rows of each table, except the list of migrations. */
async function countRows(counting: pg.Client): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const tables = await counting.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations'",
  );
  for (const { name } of tables.rows) {
    const counted = await counting.query<{ count: number }>(`select count(*) from ${name}`);
    counts.set(name, counted.rows[0]!.count);
  }
  return counts;
}

describe("a database of 1.0.0", () => {
  let database: TestDatabase;
  let swell: TestApp;
  let before: Map<string, number>;
  let after: Map<string, number>;
  beforeAll(async () => {
    database = await openRelease();
    await onClientOf(database, async (upgrading) => {
      before = await countRows(upgrading);
      await migrate(upgrading);
      after = await countRows(upgrading);
    });
    swell = await openTestApp({}, database);
    return async () => {
      await swell.close();
      await database.drop();
    };
  });

  /** Signs in a person who had an account before the upgrade. */
  async function signIn(name: string) {
    const account = { email: `${name}@example.org`, password: `${name}-likes-waves` };
    const reply = await swell.visitor.post("/api/login", account);
    expect(reply.status).toBe(200);
    return client(swell.app, String(reply.headers["set-cookie"]).split(";")[0]!);
  }

  test("gets the schema of a new database", async () => {
    const fresh = await freshDatabase();
    const [upgraded, made] = [await onClientOf(database, describeSchema), await onClientOf(fresh, describeSchema)];
    await fresh.drop();
    expect(made.length).toBeGreaterThan(600);
    expect(upgraded).toEqual(made);
  });

  test("keeps its rows", () => {
    const empty = [...before].filter(([, count]) => count === 0);
    expect({ tables: before.size, empty }).toEqual({ tables: 40, empty: [] });
    before.delete("deletions");
    // 019-demo-photos.sql drops this table and hands its files to clean-up.
    const { demo_photos: drawn = 0, unwanted_files: unwanted = 0, ...kept } = Object.fromEntries(before);
    expect(Object.fromEntries(after)).toMatchObject({ ...kept, unwanted_files: unwanted + drawn });
  });

  test("lets its people sign in and shows them their squads, trips and photos", async () => {
    const ana = await signIn("ana");
    const dashboard = await ana.get("/api/dashboard");
    expect(dashboard.body).toMatchObject({
      user: { firstName: "Ana", bio: "Lives in a van." },
      squads: [{ name: "Dawn Patrol", memberCount: 3 }],
      trips: [{ name: "Ericeira ’26", memberCount: 3, categoryCount: 2 }],
      stats: { tripCount: 1, awardCategoryCount: 2, photoCount: 5, userCount: 2 },
    });
    const [trip] = rows(dashboard.body["trips"]);
    const page = await ana.get(`/api/trips/${String(trip!["id"])}`);
    expect(page.body).toMatchObject({ trip: { photoCount: 4, videoCount: 1 }, squad: { name: "Dawn Patrol" } });
    const photos = rows(page.body["media"]);
    expect(Object.fromEntries(photos.map((item) => [String(item["fileName"]), item["localTime"]]))).toEqual({
      "IMG-20260705-WA0001.jpg": "2026-07-05T12:00:00",
      "IMG_0714.jpg": "2025-07-14T09:41:07",
      "IMG_1.JPG": "2025-07-14T09:41:07",
      "blurred.jpg": null,
      "turned.mov": "2025-07-14T09:41:07",
    });
    expect(photos.filter((item) => item["live"]).map((item) => item["fileName"])).toEqual(["IMG_1.JPG"]);
  });

  test("takes new votes and photos", async () => {
    const bo = await signIn("bo");
    const [trip] = rows((await bo.get("/api/dashboard")).body["trips"]);
    const place = `/api/trips/${String(trip!["id"])}`;
    const standing = rows((await bo.get(`${place}/overall-leaderboard`)).body);
    expect(standing).toMatchObject([
      { user: { firstName: "Bo" }, totalVotes: 2 },
      { user: { firstName: "Cleo" }, totalVotes: 1 },
    ]);
    const [, award] = rows((await bo.get(`${place}/categories`)).body);
    const nomineeId = String(standing[0]!["user"]!["id"]);
    const vote = await bo.post(`/api/categories/${String(award!["id"])}/vote`, { nomineeId });
    expect(vote.body).toMatchObject({ nomineeId, progress: { votesReceived: 2 } });
    expect((await add(swell, bo, place, await jpeg(), { fileName: "new.jpg" })).status).toBe(201);
    // A job makes its renditions, in tables of pg-boss that existed before.
    const added = (await settled(bo, place)).find((item) => String(item["fileName"]) === "new.jpg");
    expect(added).toMatchObject({ state: "ready" });
  });
});

test("a photo that a server of 1.0.0 still had to delete is in the trash", async () => {
  const database = await openRelease();
  const found = await onClientOf(database, async (upgrading) => {
    await upgrading.query("update deletions set state = 'due'");
    await migrate(upgrading);
    return upgrading.query(`select m.file_name, m.trashed_by is not null as has_person, t.photo_count, t.video_count
      from media m join trips t on t.id = m.trip_id where m.purpose = 'trash'`);
  });
  expect(found.rows).toEqual([{ file_name: "blurred.jpg", has_person: true, photo_count: 3, video_count: 1 }]);
  await database.drop();
});

test("file names get fitting endings, and covers on other sites go", async () => {
  const database = await openRelease();
  const [names, still, covers] = await onClientOf(database, async (upgrading) => {
    await upgrading.query(`update media set file_name = case file_name when 'IMG_0714.jpg' then 'IMG_0714.jpg.hta'
      when 'IMG_1.JPG' then 'IMG_1.html' when 'IMG_1.MOV' then 'IMG_1.exe' when 'turned.mov' then 'turned 12.07' else file_name end`);
    await upgrading.query("update media set live = replace(live, 'IMG_1.MOV', 'IMG_1.exe') where live is not null");
    await upgrading.query("update squads set photo_url = 'https://photos.example/wave.jpg' where demo_of is null");
    await migrate(upgrading);
    return Promise.all([
      upgrading.query("select file_name from media where purpose in ('gallery', 'live') order by file_name"),
      upgrading.query("select live::jsonb ->> 'fileName' film from media where live is not null"),
      upgrading.query("select photo_url from squads where photo_url is not null"),
    ]);
  });
  const stored = names.rows.map(({ file_name: name }: { file_name: string }) => name);
  expect(stored).toEqual(expect.arrayContaining(["IMG_0714.jpg", "IMG_1.jpg", "IMG_1.mov", "turned 12.07.mov"]));
  expect(stored.filter((name) => /hta|html|exe/.test(name))).toEqual([]);
  expect([still.rows, covers.rows]).toEqual([[{ film: "IMG_1.mov" }], []]);
  await database.drop();
});

test("names and texts get one form, so a squad is found and deleted by how it looks", async () => {
  const database = await openRelease();
  const [e, a] = ["e\u0301", "A\u0308"];
  await onClientOf(database, async (upgrading) => {
    await upgrading.query(`
      update squads set name = ' Caf${e} \u00A0Crew\u3000', description = E'Caf${e}  in\n\nPeniche' where demo_of is null;
      update users set first_name = '${a}na  Maria', last_name = '\u00A0', bio = 'Caf${e}  van' where email_key = 'ana@example.org';
      update trips set name = 'Peniche\t\u2009 26', location = 'Nazar${e}', description = 'Caf${e}' where squad_id is not null;
      update trip_members set mood = 'Caf${e}  time' where user_id = (select id from users where email_key = 'ana@example.org');
      update categories set name = 'Best  Caf${e}', description = 'Caf${e}  first';
      update media set file_name = 'Caf${e}  1.MOV' where file_name = 'IMG_1.MOV';
      update media set live = replace(live, 'IMG_1.MOV', 'Caf${e}  1.MOV') where live is not null;
      update media set caption = E'Caf${e}  at\nnoon' where file_name = 'IMG_0714.jpg';
      update squads set is_public = true where demo_of is null`);
    const { rows: before } = await upgrading.query<{ name: string }>("select name from squads where demo_of is null");
    expect(before[0]!.name).toBe(` Caf${e} \u00A0Crew\u3000`);
    await migrate(upgrading);
  });
  const swell = await openTestApp({}, database);
  const login = await swell.visitor.post("/api/login", { email: "ana@example.org", password: "ana-likes-waves" });
  const ana = client(swell.app, String(login.headers["set-cookie"]).split(";")[0]!);
  // A name of spaces alone stays as it was.
  expect(login.body).toMatchObject({ firstName: "Äna Maria", lastName: "\u00A0", bio: "Café  van" });
  const [found] = rows((await swell.visitor.get(`/api/public/squads?q=${encodeURIComponent("café crew")}`)).body);
  expect(found).toMatchObject({ name: "Café Crew", description: "Café  in\n\nPeniche" });
  const [trip] = rows((await ana.get("/api/dashboard")).body["trips"]);
  const page = await ana.get(`/api/trips/${String(trip!["id"])}`);
  expect(page.body).toMatchObject({ trip: { name: "Peniche 26", location: "Nazaré", description: "Café" } });
  const text = JSON.stringify(page.body);
  for (const one of ["Café time", "Best Café", "Café  first", "Café  at\\nnoon", "Café 1.MOV"])
    expect(text).toContain(one);
  expect(text).not.toContain(e);
  expect((await ana.delete(`/api/squads/${String(found!["id"])}`, { confirm: "Café Crew" })).status).toBe(204);
  await swell.close();
  await database.drop();
});

describe("the program", () => {
  let database: TestDatabase;
  const folders: string[] = [];
  beforeAll(async () => {
    database = await openRelease();
  });
  afterAll(async () => {
    await database.drop();
    for (const folder of folders) await rm(folder, { recursive: true });
  });

  /** Copies the migrations and changes the copy, as another version of the program would. */
  async function otherMigrations(change: (folder: string) => Promise<void>): Promise<URL> {
    const folder = await mkdtemp(path.join(os.tmpdir(), "swellmates-migrations-"));
    folders.push(folder);
    await cp(migrations, folder, { recursive: true });
    await change(folder);
    return pathToFileURL(`${folder}/`);
  }
  const migrateWith = (folder?: URL) => onClientOf(database, (upgrading) => migrate(upgrading, folder));

  test("refuses a database if an applied migration has changed", async () => {
    const changed = await otherMigrations((folder) =>
      writeFile(path.join(folder, "005-trips.sql"), "-- Another comment.", { flag: "a" }),
    );
    await expect(migrateWith(changed)).rejects.toThrow("005-trips.sql was changed after it was applied");
  });

  test("refuses a database with a migration that the program lacks", async () => {
    const older = await otherMigrations((folder) => rm(path.join(folder, "016-site.sql")));
    await expect(migrateWith(older)).rejects.toThrow("newer than this program (it has 016-site.sql)");
  });

  test("runs a new migration once, also when two servers start at once", async () => {
    const newer = await otherMigrations((folder) =>
      writeFile(
        path.join(folder, "900-boats.sql"),
        "create table boats (name text); insert into boats values ('Gull')",
      ),
    );
    await Promise.all([migrateWith(newer), migrateWith(newer)]);
    await migrateWith(newer);
    const boats = await onClientOf(database, (reading) => reading.query("select name from boats"));
    expect(boats.rows).toEqual([{ name: "Gull" }]);
    await expect(migrateWith()).rejects.toThrow("newer than this program (it has 900-boats.sql)");
  });
});
