import { cp, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { jpeg } from "../media/fixtures/pictures.ts";
import { add, settled } from "../media/fixtures/uploading.ts";
import { type TestApp, client, openTestApp, rows } from "../testing/app.ts";
import { type TestDatabase, freshDatabase, onClientOf } from "../testing/database.ts";
import { openRelease } from "../testing/release.ts";
import { describeSchema } from "../testing/schema.ts";
import { describeMigrated, migrate } from "../platform/db/migrate.ts";
import { version } from "../platform/version.ts";
import type { SchemaFolders } from "../platform/db/schema-files.ts";
import { schemaFolders } from "./folders.ts";

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
  let said: string | null;
  let before: Map<string, number>;
  let after: Map<string, number>;
  beforeAll(async () => {
    database = await openRelease();
    await onClientOf(database, async (upgrading) => {
      before = await countRows(upgrading);
      said = describeMigrated(await migrate(upgrading, schemaFolders));
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

  test("is upgraded once, and the program says so", async () => {
    expect(said).toMatch(new RegExp(`^Upgraded the data of version 1\\.0\\.0 to ${version}: \\d+ changes\\.$`));
    const again = await onClientOf(database, (upgrading) => migrate(upgrading, schemaFolders));
    expect([again.changes, describeMigrated(again)]).toEqual([0, null]);
  });

  test("keeps its rows", () => {
    const empty = [...before].filter(([, count]) => count === 0);
    expect({ tables: before.size, empty }).toEqual({ tables: 55, empty: [] });
    const { users, tvs: _, ...kept } = Object.fromEntries(before);
    // All but one have an account: an invented friend of a demo.
    expect(Object.fromEntries(after)).toMatchObject({ ...kept, people: users, accounts: users! - 1 });
  });

  test("lets its people sign in and shows them their squads, trips and photos", async () => {
    const ana = await signIn("ana");
    const dashboard = await ana.get("/api/dashboard");
    expect(dashboard.body).toMatchObject({
      user: { firstName: "Ana", bio: "Lives in a van." },
      squads: [{ name: "Dawn Patrol", memberCount: 3 }],
      trips: [
        { name: "Peniche ’26", memberCount: 3, categoryCount: 1 },
        { name: "Ericeira ’26", memberCount: 3, categoryCount: 2 },
      ],
      stats: { tripCount: 2, awardCategoryCount: 3, photoCount: 5, userCount: 2 },
    });
    const [, trip] = rows(dashboard.body["trips"]);
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
    const [, trip] = rows((await bo.get("/api/dashboard")).body["trips"]);
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
    expect((await add(swell, bo, place, await jpeg({ number: 4000 }), { fileName: "new.jpg" })).status).toBe(201);
    // A job makes its renditions, in tables of pg-boss that existed before.
    const added = (await settled(bo, place)).find((item) => String(item["fileName"]) === "new.jpg");
    expect(added).toMatchObject({ state: "ready" });
  });
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

  /** Copies the SQL and changes the copy, as another version of the program would. */
  async function otherVersion(change: (folder: string) => Promise<void>): Promise<SchemaFolders> {
    const folder = await mkdtemp(path.join(os.tmpdir(), "swellmates-schema-"));
    folders.push(folder);
    for (const name of ["migrations", "functions"] as const)
      await cp(schemaFolders[name], path.join(folder, name), { recursive: true });
    await change(folder);
    const [migrations, functions] = ["migrations/", "functions/"].map((name) => pathToFileURL(path.join(folder, name)));
    return { migrations: migrations!, functions: functions! };
  }
  const migrateWith = (version: SchemaFolders) => onClientOf(database, (upgrading) => migrate(upgrading, version));
  const query = (text: string) => onClientOf(database, (reading) => reading.query(text).then(({ rows }) => rows));

  test("refuses a database if an applied migration has changed", async () => {
    const changed = await otherVersion((folder) =>
      writeFile(path.join(folder, "migrations/004-trips.sql"), "-- Another comment.", { flag: "a" }),
    );
    await expect(migrateWith(changed)).rejects.toThrow("004-trips.sql was changed after it was applied");
  });

  test("refuses a database with a migration that the program lacks", async () => {
    const older = await otherVersion((folder) => rm(path.join(folder, "migrations/015-site.sql")));
    await expect(migrateWith(older)).rejects.toThrow("newer than this program (it has 015-site.sql)");
  });

  test("names the version that ran last on a database", async () => {
    await migrateWith(schemaFolders);
    await query("comment on table migrations is '1.0.9'");
    expect(describeMigrated(await migrateWith(schemaFolders))).toBe(
      `Version 1.0.9 ran on this data before. Version ${version} needs no changes of it.`,
    );
    await query("comment on table migrations is '9.0.0'");
    const older = await otherVersion((folder) => rm(path.join(folder, "migrations/015-site.sql")));
    await expect(migrateWith(older)).rejects.toThrow(
      "newer than this program (it has 015-site.sql, and version 9.0.0 ran on it): start that version or a newer one.",
    );
    expect((await migrateWith(schemaFolders)).from).toBe("9.0.0");
  });

  test("says nothing of a new database", async () => {
    const empty = await freshDatabase("template0");
    expect(describeMigrated(await onClientOf(empty, (starting) => migrate(starting, schemaFolders)))).toBeNull();
    await empty.drop();
  });

  test("refuses a database that is older than 1.0.0, and changes nothing", async () => {
    const early = await freshDatabase("template0");
    const refused = await onClientOf(early, async (upgrading) => {
      // Before 1.0.0 this table had no row for the functions.
      await upgrading.query(`create table migrations (name text primary key, sha256 text not null, applied_at timestamptz);
        insert into migrations (name, sha256) values ('001-people.sql', 'another')`);
      const before = await describeSchema(upgrading);
      await expect(migrate(upgrading, schemaFolders)).rejects.toThrow(/^The database is older than 1\.0\.0, .*$/);
      return { before, after: await describeSchema(upgrading) };
    });
    expect(refused.after).toEqual(refused.before);
    await early.drop();
  });

  test("runs a new migration once, also when two servers start at once", async () => {
    const newer = await otherVersion((folder) =>
      writeFile(
        path.join(folder, "migrations/900-boats.sql"),
        "create table boats (name text); insert into boats values ('Gull')",
      ),
    );
    await Promise.all([migrateWith(newer), migrateWith(newer)]);
    await migrateWith(newer);
    expect(await query("select name from boats")).toEqual([{ name: "Gull" }]);
    await expect(migrateWith(schemaFolders)).rejects.toThrow("newer than this program (it has 900-boats.sql)");
    await query("drop table boats; delete from migrations where name = '900-boats.sql'");
  });

  test("runs the functions again after one of them has changed, and otherwise not", async () => {
    const functions = "select sha256, xmin::text from migrations where name = 'functions'";
    const opens = "select squad_opens(s, null) as opens from squads s where s.demo_of is not null";
    const before = await query(functions);
    await migrateWith(schemaFolders);
    expect(await query(functions)).toEqual(before);
    expect(await query(opens)).toEqual([{ opens: false }]);
    const newer = await otherVersion((folder) =>
      writeFile(
        path.join(folder, "functions/zz-open.sql"),
        "create or replace function squad_opens(squad squads, code text) returns boolean language sql stable as 'select true'",
      ),
    );
    await migrateWith(newer);
    expect(await query(opens)).toEqual([{ opens: true }]);
    // The version before that starts again and puts its own functions back.
    await migrateWith(schemaFolders);
    expect([await query(opens), (await query(functions)).map(({ sha256 }) => sha256)]).toEqual([
      [{ opens: false }],
      before.map(({ sha256 }) => sha256),
    ]);
  });

  test("has functions that PostgreSQL accepts with a check of their bodies", async () => {
    await onClientOf(database, async (checking) => {
      await checking.query("set check_function_bodies = on");
      for (const name of await readdir(schemaFolders.functions))
        await checking.query(await readFile(new URL(name, schemaFolders.functions), "utf8"));
    });
  });
});
