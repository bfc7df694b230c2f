import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type TestDatabase, freshDatabase, onClientOf } from "../../../testing/database.ts";
import { keepCopy, writeSchema } from "../../../testing/kept-copy.ts";
import { migrate } from "../../db/migrate.ts";
import type { SchemaFolders } from "../../db/schema-files.ts";
import { copyTables } from "./copy-tables.ts";
import { addWaves, laterSchema, smallSchema } from "./fixtures/small-schema.ts";

let folder: string;
let now: SchemaFolders;
let later: SchemaFolders;
let site: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "swellmates-copy-"));
  now = await writeSchema(path.join(folder, "now"), smallSchema);
  later = await writeSchema(path.join(folder, "later"), laterSchema);
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  site = await freshDatabase("template0");
  await onClientOf(site, async (client) => {
    await migrate(client, now);
    await addWaves(client);
  });
  return () => site.drop();
});

const query = (statement: string) => onClientOf(site, (client) => client.query<Record<string, unknown>>(statement));
const soon = (holds: () => Promise<void>) => vi.waitFor(holds, { timeout: 20_000 });

/** Copies the site, and does `work` when the first table is at hand. Returns the texts too. */
async function copyDuring(work: () => Promise<unknown>, settings = "") {
  const texts = new Map<string, string>();
  const copied = await onClientOf(site, async (client) => {
    await client.query(settings);
    return copyTables(client, async (table, rows) => {
      if (texts.size === 0) await work();
      texts.set(table, await text(rows));
    });
  });
  return { ...copied, texts };
}

test("a copy lists the tables with their columns and rows, and the migrations", async () => {
  await onClientOf(site, (client) => migrate(client, later));
  const { tables, migrations, texts } = await keepCopy(site);
  expect(migrations).toEqual(["001-waves.sql", "002-odd.sql"]);
  expect(tables).toEqual([
    {
      name: 'Odd "rows"',
      columns: ["id", "a text", "bytes", "tags", "told", "exact", "at", "day"],
      rows: 0,
    },
    { name: "migrations", columns: ["name", "sha256", "applied_at"], rows: 3 },
    { name: "spots", columns: ["id", "name", "wave_count", "best_wave"], rows: 2 },
    { name: "waves", columns: ["id", "spot_id", "height"], rows: 3 },
  ]);
  expect([...texts.keys()]).toEqual(tables.map(({ name }) => name));
  expect(String(texts.get("waves"))).toBe("1\t1\t3\n2\t1\t5\n3\t2\t2\n");
  expect(String(texts.get('Odd "rows"'))).toBe("");
});

test("rows written while a copy runs are not in it, and are not held up", async () => {
  const { tables, texts } = await copyDuring(() =>
    query("insert into waves values (4, 2, 9); delete from waves where id = 1"),
  );
  expect(tables.at(-1)).toMatchObject({ name: "waves", rows: 3 });
  expect(texts.get("waves")).toBe("1\t1\t3\n2\t1\t5\n3\t2\t2\n");
  expect((await query("select id from waves order by id")).rows).toEqual([{ id: 2 }, { id: 3 }, { id: 4 }]);
});

test("a migration waits for a copy, which has the schema from before", async () => {
  let upgrade: Promise<unknown> | undefined;
  const copied = await copyDuring(async () => {
    upgrade = onClientOf(site, (client) => migrate(client, later));
    await soon(async () => {
      const waiting = await query(
        `select from pg_locks join pg_database on database = pg_database.oid
         where datname = current_database() and relation = 'migrations'::regclass and not granted`,
      );
      expect(waiting.rowCount).toBe(1);
    });
  });
  expect(copied.migrations).toEqual(["001-waves.sql"]);
  expect(copied.tables.map(({ name }) => name)).toEqual(["migrations", "spots", "waves"]);
  await upgrade;
  expect((await keepCopy(site)).migrations).toEqual(["001-waves.sql", "002-odd.sql"]);
});

test("a copy may pause for longer than the time limits of the connection", async () => {
  const limits = "set statement_timeout = 100; set idle_in_transaction_session_timeout = 100";
  const copied = await copyDuring(() => sleep(300), limits);
  expect(copied.tables).toHaveLength(3);
});

describe("a copy of a large table", () => {
  beforeEach(async () => {
    // More than the buffers between the two processes hold.
    await query("insert into spots (id, name) select id, 'Spot ' || id from generate_series(101, 100100) id");
  });

  /** Copies the site and lets `write` do the large table. Returns the error, once the connection has ended. */
  async function failedCopy(write: (rows: Readable) => Promise<void>): Promise<unknown> {
    const client = await site.dedicated();
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() pid");
    const failure = await copyTables(client, async (table, read) => {
      await (table === "spots" ? write(read) : buffer(read));
    }).then(
      () => "no error",
      (error: unknown) => error,
    );
    await client.end();
    await soon(async () => {
      const left = await query(`select from pg_stat_activity where pid = ${String(rows[0]?.pid)}`);
      expect(left.rowCount).toBe(0);
    });
    return failure;
  }

  test("has all of its rows", async () => {
    const { tables, texts } = await keepCopy(site);
    expect(tables.at(-2)).toMatchObject({ name: "spots", rows: 2 + 100_000 });
    expect(String(texts.get("spots")).split("\n")).toHaveLength(2 + 100_000 + 1);
  });

  test("ends with the error of what writes it, before a row was read", async () => {
    const full = new Error("the disk is full");
    expect(await failedCopy(() => Promise.reject(full))).toBe(full);
  });

  test("ends with the error of what writes it, in the middle", async () => {
    const full = new Error("the disk is full");
    const fails = async (rows: Readable) => {
      for await (const chunk of rows) if (chunk) throw full;
    };
    expect(await failedCopy(fails)).toBe(full);
  });

  test("fails if nobody reads its rows to the end", async () => {
    expect(String(await failedCopy(async () => {}))).toContain("spots were not read to their end");
  });

  test("fails if the database ends the connection", async () => {
    const fails = async (rows: Readable) => {
      await query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'copy%'",
      );
      await sleep(100);
      await buffer(rows);
    };
    expect(await failedCopy(fails)).toBeInstanceOf(Error);
  });
});
