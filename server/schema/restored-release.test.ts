import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { client, openTestApp, rows } from "../testing/app.ts";
import { type TestDatabase, freshDatabase, onClientOf } from "../testing/database.ts";
import { type KeptCopy, hashTables, keepCopy, loadCopy } from "../testing/kept-copy.ts";
import { openRelease } from "../testing/release.ts";
import { describeSchema } from "../testing/schema.ts";
import { migrate } from "../platform/db/migrate.ts";
import { schemaFolders } from "./folders.ts";

/** A database that 1.0.0 left and this version has upgraded; it was copied before and after. */
let site: TestDatabase;
let ofRelease: KeptCopy;
let ofNow: KeptCopy;
let restored: { readonly ofRelease: TestDatabase; readonly ofNow: TestDatabase };

beforeAll(async () => {
  site = await openRelease();
  ofRelease = await keepCopy(site);
  await onClientOf(site, (upgrading) => migrate(upgrading, schemaFolders));
  ofNow = await keepCopy(site);
  restored = { ofRelease: await freshDatabase("template0"), ofNow: await freshDatabase("template0") };
  await loadCopy(restored.ofRelease, schemaFolders, ofRelease);
  await loadCopy(restored.ofNow, schemaFolders, ofNow);
});
afterAll(async () => {
  for (const database of [site, restored.ofRelease, restored.ofNow]) await database.drop();
});

test("the copies are of two versions", () => {
  expect(ofRelease.tables.map(({ name }) => name)).toContain("users");
  expect(ofNow.tables.map(({ name }) => name)).toContain("accounts");
  expect(ofNow.migrations.slice(0, ofRelease.migrations.length)).toEqual(ofRelease.migrations);
  expect(ofNow.migrations.length).toBeGreaterThan(ofRelease.migrations.length);
});

describe.each([
  ["this version", "ofNow"],
  ["1.0.0", "ofRelease"],
] as const)("a restored copy of %s", (_title, version) => {
  test("has all rows of the site", async () => {
    const before = await onClientOf(site, hashTables);
    expect(Object.keys(before).length).toBeGreaterThan(50);
    expect(before["people"]).toMatch(/^5 /);
    expect(await onClientOf(restored[version], hashTables)).toEqual(before);
  });

  test("has the schema of the site", async () => {
    expect(await onClientOf(restored[version], describeSchema)).toEqual(await onClientOf(site, describeSchema));
  });

  test("has the list of migrations of the site", async () => {
    const list = (database: TestDatabase) =>
      onClientOf(database, (reading) => reading.query("select name, sha256 from migrations order by name"));
    expect((await list(restored[version])).rows).toEqual((await list(site)).rows);
  });

  test("needs no migration", async () => {
    const marks = (database: TestDatabase) =>
      onClientOf(database, (reading) => reading.query("select name, xmin::text from migrations order by name"));
    const before = await marks(restored[version]);
    await onClientOf(restored[version], (starting) => migrate(starting, schemaFolders));
    expect((await marks(restored[version])).rows).toEqual(before.rows);
  });

  test("is known to the planner", async () => {
    const { rows: tables } = await onClientOf(restored[version], (reading) =>
      reading.query("select reltuples::int as rows from pg_class where oid = 'people'::regclass"),
    );
    expect(tables).toEqual([{ rows: 5 }]);
  });

  test("serves its people, and counts what they add", async () => {
    const swell = await openTestApp({}, restored[version]);
    const account = { email: "ana@example.org", password: "ana-likes-waves" };
    const reply = await swell.visitor.post("/api/login", account);
    expect(reply.status).toBe(200);
    const ana = client(swell.app, String(reply.headers["set-cookie"]).split(";")[0]!);
    expect((await ana.post("/api/squads", { name: "Night Tide" })).status).toBe(201);
    const squads = rows((await ana.get("/api/dashboard")).body["squads"]);
    const counts = Object.fromEntries(squads.map(({ name, memberCount }) => [String(name), memberCount]));
    expect(counts).toEqual({ "Dawn Patrol": 3, "Night Tide": 1 });
    await swell.close();
  });
});

// With DATABASE_URL, the tests run as whoever it names.
test.skipIf(process.env["DATABASE_URL"])("a user without superuser rights restored them", async () => {
  const { rows: users } = await onClientOf(restored.ofNow, (reading) =>
    reading.query("select rolsuper, rolcreaterole, rolreplication from pg_roles where rolname = current_user"),
  );
  expect(users).toEqual([{ rolsuper: false, rolcreaterole: false, rolreplication: false }]);
});

test("no table has a sequence, which copies would leave out", async () => {
  const { rows: sequences } = await onClientOf(site, (reading) =>
    reading.query("select relname from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace"),
  );
  expect(sequences).toEqual([]);
});
