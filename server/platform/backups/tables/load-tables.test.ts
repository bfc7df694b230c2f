import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type TestDatabase, freshDatabase, onClientOf } from "../../../testing/database.ts";
import { type KeptCopy, hashTables, keepCopy, loadCopy, writeSchema } from "../../../testing/kept-copy.ts";
import { describeSchema } from "../../../testing/schema.ts";
import { migrate } from "../../db/migrate.ts";
import type { SchemaFolders } from "../../db/schema-files.ts";
import { addOddRows, addWaves, laterSchema, oddTexts, smallSchema } from "./fixtures/small-schema.ts";
import { isEmptyDatabase, loadTables } from "./load-tables.ts";

let folder: string;
let now: SchemaFolders;
let later: SchemaFolders;
/** A site of each version, and its copy. */
let site: TestDatabase;
let laterSite: TestDatabase;
let copy: KeptCopy;
let laterCopy: KeptCopy;
/** The empty database of each test. */
let target: TestDatabase;

const version = (name: string, files: Readonly<Record<string, string>>) => writeSchema(path.join(folder, name), files);

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "swellmates-load-"));
  now = await version("now", smallSchema);
  later = await version("later", laterSchema);
  [site, laterSite] = [await freshDatabase("template0"), await freshDatabase("template0")];
  await onClientOf(site, async (client) => {
    await migrate(client, now);
    await addWaves(client);
  });
  await onClientOf(laterSite, async (client) => {
    await migrate(client, later);
    await addWaves(client);
    await addOddRows(client);
  });
  copy = await keepCopy(site);
  // Settings of a role, which change how values look.
  laterCopy = await keepCopy(
    laterSite,
    "set datestyle = 'SQL, DMY'; set extra_float_digits = -3; set bytea_output = 'escape'",
  );
});
afterAll(async () => {
  await site.drop();
  await laterSite.drop();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  target = await freshDatabase("template0");
  return () => target.drop();
});

const query = (text: string) => onClientOf(target, (client) => client.query<Record<string, unknown>>(text));

describe("a copy that is loaded", () => {
  test("brings back every row and the schema, and fires no trigger", async () => {
    await loadCopy(target, now, copy);
    const before = await onClientOf(site, hashTables);
    expect(Object.keys(before).toSorted()).toEqual(["spots", "waves"]);
    expect(await onClientOf(target, hashTables)).toEqual(before);
    expect(await onClientOf(target, describeSchema)).toEqual(await onClientOf(site, describeSchema));
  });

  test("has triggers and foreign keys that work", async () => {
    await loadCopy(target, now, copy);
    await query("insert into waves values (4, 2, 9)");
    expect((await query("select wave_count from spots order by id")).rows).toEqual([
      { wave_count: 2 },
      { wave_count: 2 },
    ]);
    await expect(query("insert into waves values (5, 7, 1)")).rejects.toThrow("violates foreign key constraint");
  });

  test("keeps odd texts and values", async () => {
    await loadCopy(target, later, laterCopy);
    expect(await onClientOf(target, hashTables)).toEqual(await onClientOf(laterSite, hashTables));
    const { rows } = await query(`select "a text" as text, twice, exact, day::text from "Odd ""rows""" order by id`);
    const odd = oddTexts.map((text, id) => ({ text, twice: 2 * id, exact: 0.1 + 0.2, day: "2026-11-07" }));
    expect(rows).toEqual(odd);
  });

  test("of an older version is upgraded", async () => {
    const filled = await version("filled", {
      ...laterSchema,
      "migrations/003-bests.sql": "create table bests as select id, best_wave from spots",
      "functions/best.sql":
        "create or replace function best() returns int language sql as 'select max(best_wave) from bests'",
    });
    await loadCopy(target, filled, copy);
    expect((await query("select best()")).rows).toEqual([{ best: 2 }]);
    expect((await query("select name from migrations order by name")).rows.map(({ name }) => name)).toEqual([
      "001-waves.sql",
      "002-odd.sql",
      "003-bests.sql",
      "functions",
    ]);
  });

  test("may have its columns in another order", async () => {
    const turned = { name: "waves", columns: ["height", "id", "spot_id"], rows: 1 };
    const tables = copy.tables.map((table) => (table.name === "waves" ? turned : table));
    const texts = new Map([...copy.texts, ["waves", Buffer.from("7\t2\t1\n")]]);
    await loadCopy(target, now, { ...copy, tables, texts });
    expect((await query("select * from waves")).rows).toEqual([{ id: 2, spot_id: 1, height: 7 }]);
  });

  test("comes from a source that pauses", async () => {
    await onClientOf(target, async (client) => {
      await client.query("set statement_timeout = 100; set idle_in_transaction_session_timeout = 100");
      await loadTables(client, now, copy, async (table) => {
        await new Promise((resolve) => setTimeout(resolve, 150));
        return Readable.from([copy.texts.get(table)!]);
      });
    });
    expect(await onClientOf(target, hashTables)).toEqual(await onClientOf(site, hashTables));
  });
});

describe("a load is refused, and the database stays empty,", () => {
  /** Has a load fail. Returns its message. */
  async function refused(loading: Promise<void>): Promise<string> {
    const message = await loading.then(
      () => "no error",
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
    expect(await onClientOf(target, describeSchema)).toEqual([]);
    expect(await onClientOf(target, isEmptyDatabase)).toBe(true);
    return message;
  }
  const withTables = (change: (tables: KeptCopy["tables"]) => KeptCopy["tables"]) =>
    refused(loadCopy(target, now, { ...copy, tables: change(copy.tables) }));
  const withText = (table: string, change: (text: string) => string) => {
    const text = change(String(copy.texts.get(table)));
    return refused(loadCopy(target, now, { ...copy, texts: new Map([...copy.texts, [table, Buffer.from(text)]]) }));
  };
  const reading = (read: () => Promise<Readable>) =>
    refused(onClientOf(target, (client) => loadTables(client, now, copy, read)));

  test("if a newer version made the copy", async () => {
    expect(await refused(loadCopy(target, now, laterCopy))).toBe(
      "The database is newer than this program (it has 002-odd.sql): start the newer version.",
    );
  });

  test("if the list of migrations in the copy is of a newer version", async () => {
    const list = String(copy.texts.get("migrations"));
    const texts = new Map([...copy.texts, ["migrations", Buffer.from(list.replace("001-waves", "000-waves"))]]);
    expect(await refused(loadCopy(target, now, { ...copy, texts }))).toContain("it has 000-waves.sql");
  });

  test("if a migration has changed since", async () => {
    const changed = await version("changed", {
      ...smallSchema,
      "migrations/001-waves.sql": `${smallSchema["migrations/001-waves.sql"]} -- Another comment.`,
    });
    expect(await refused(loadCopy(target, changed, copy))).toContain("001-waves.sql was changed after it was applied");
  });

  test("if a later migration fails on the rows", async () => {
    const failing = await version("failing", {
      ...smallSchema,
      "migrations/002-low.sql": "alter table waves add check (height < 4)",
    });
    expect(await refused(loadCopy(target, failing, copy))).toContain("is violated by some row");
  });

  test("if its stream breaks", async () => {
    const broken = () => {
      const texts = (function* () {
        yield "001-waves.sql\t";
        throw new Error("the file cannot be decrypted");
      })();
      return Promise.resolve(Readable.from(texts));
    };
    expect(await reading(broken)).toBe(
      "The table migrations of the backup cannot be loaded: the file cannot be decrypted",
    );
  });

  test("if a file is not there", async () => {
    expect(await reading(() => Promise.reject(new Error("there is no such file")))).toBe(
      "The table migrations of the backup cannot be loaded: there is no such file",
    );
  });

  test("if a text is cut within a row", async () => {
    expect(await withText("waves", (text) => text.slice(0, -3))).toMatch(/^The table waves of the backup cannot be/);
  });

  test("if a text is cut between two rows", async () => {
    expect(await withText("waves", (text) => text.slice(0, text.lastIndexOf("3\t2")))).toBe(
      "The table waves of the backup has 2 rows instead of 3: restore another backup.",
    );
  });

  test("if a row is there twice", async () => {
    expect(await withText("waves", (text) => text + text)).toMatch(/^The table waves .* duplicate key value/);
  });

  test("if a row refers to one that is not there", async () => {
    expect(await withText("waves", (text) => text.replace("3\t2\t2", "3\t7\t2"))).toMatch(
      /^The tables of the backup do not fit together: .* on table "waves" violates foreign key/,
    );
  });

  test("if it has a table that this program lacks", async () => {
    const boats = { name: "boats", columns: ["name"], rows: 0 };
    expect(await withTables((tables) => [...tables, boats])).toMatch(
      /^This program has no such table .*: boats \(name\)/,
    );
  });

  test("if it lacks a table", async () => {
    expect(await withTables((tables) => tables.filter(({ name }) => name !== "waves"))).toMatch(
      /^The backup lacks the table waves \(height, id, spot_id\)/,
    );
  });

  test("if a table has other columns", async () => {
    const other = { name: "waves", columns: ["id", "spot_id", "depth"], rows: 3 };
    expect(await withTables((tables) => tables.map((table) => (table.name === "waves" ? other : table)))).toMatch(
      /^This program has no such table .*: waves \(depth, id, spot_id\)/,
    );
  });
});

test("a database that is not empty is refused, and keeps its rows", async () => {
  await query("create table boats (name text); insert into boats values ('Gull')");
  expect(await onClientOf(target, isEmptyDatabase)).toBe(false);
  await expect(loadCopy(target, now, copy)).rejects.toThrow("The database has tables already");
  expect((await query("select name from boats")).rows).toEqual([{ name: "Gull" }]);
  expect(await onClientOf(target, describeSchema)).toHaveLength(2);
});

test("a connection whose load was refused can load another copy", async () => {
  await onClientOf(target, async (client) => {
    const broken = () => Promise.resolve(Readable.from(["no row"]));
    await expect(loadTables(client, now, copy, broken)).rejects.toThrow("cannot be loaded");
    await loadTables(client, now, copy, async (table) => Readable.from([copy.texts.get(table)!]));
  });
  expect(await onClientOf(target, hashTables)).toEqual(await onClientOf(site, hashTables));
});
