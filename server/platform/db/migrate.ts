// Written by hand because Kysely's Migrator keeps no checksums of plain SQL files.
import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import type pg from "pg";

const ownFolder = new URL("./migrations/", import.meta.url);

interface Migration {
  readonly name: string;
  readonly text: string;
  readonly sha256: string;
}

/**
 * Brings the schema up to date: runs each file of `folder` once, in the order of the numbers. A lock keeps two servers from migrating
 * at the same time. Refuses a database that is newer than this program, or one whose applied files have changed.
 */
export async function migrate(client: pg.ClientBase, folder: URL = ownFolder): Promise<void> {
  const migrations = await readMigrations(folder);
  if (await isCurrent(client, migrations)) return;
  // A change of a table with millions of photos may take long.
  await client.query("set statement_timeout = 0");
  await client
    .query(
      "create table if not exists migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())",
    )
    .catch((error: unknown) => {
      // Another first start has just created the table.
      if (!(error instanceof Error && "code" in error && (error.code === "23505" || error.code === "42P07")))
        throw error;
    });
  await client.query("begin");
  try {
    await client.query("lock table migrations in access exclusive mode");
    const { rows } = await client.query<{ name: string; sha256: string }>("select name, sha256 from migrations");
    const applied = new Map(rows.map((row) => [row.name, row.sha256]));
    const unknown = [...applied.keys()].find((name) => !migrations.some((one) => one.name === name));
    if (unknown)
      throw new Error(`The database is newer than this program (it has ${unknown}): start the newer version.`);
    for (const { name, text, sha256 } of migrations) {
      if (applied.get(name) === sha256) continue;
      if (applied.has(name)) throw new Error(`Migration ${name} was changed after it was applied: write a new one.`);
      await client.query(text);
      await client.query("insert into migrations (name, sha256) values ($1, $2)", [name, sha256]);
    }
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  }
}

/** Whether a server was ever started on this database. */
export async function isMigrated(client: pg.ClientBase): Promise<boolean> {
  const table = await client.query<{ there: boolean }>("select to_regclass('migrations') is not null there");
  return table.rows[0]?.there === true;
}

async function readMigrations(folder: URL): Promise<readonly Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), "utf8");
      return { name, text, sha256: createHash("sha256").update(text).digest("hex") };
    }),
  );
}

/** Whether nothing is to do, checked without a lock: the usual case at start. */
async function isCurrent(client: pg.ClientBase, migrations: readonly Migration[]): Promise<boolean> {
  if (!(await isMigrated(client))) return false;
  const { rows } = await client.query<Omit<Migration, "text">>("select name, sha256 from migrations");
  const applied = new Map(rows.map((row) => [row.name, row.sha256]));
  return applied.size === migrations.length && migrations.every(({ name, sha256 }) => applied.get(name) === sha256);
}
