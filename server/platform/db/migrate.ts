// Decision 095: why functions are no migrations.
// Written by hand because Kysely's Migrator keeps no checksums of plain SQL files, and runs no files again when they change.
import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import type pg from "pg";

/** The SQL of a schema, as files. */
export interface SchemaFolders {
  /** Tables, indexes and types. Each file runs once, in the order of the numbers, and never changes after a release. */
  readonly migrations: URL;
  /**
   * The present text of functions and their triggers, all `create or replace`. The files run again whenever one of them has changed. A
   * migration drops what goes away, and a function whose arguments change.
   */
  readonly functions: URL;
}

interface SqlFile {
  readonly name: string;
  readonly text: string;
  readonly sha256: string;
}

/** The row of the table `migrations` that has the hash of all functions. */
const functionsRow = "functions";

/**
 * Brings the schema up to date: runs new migrations, then the functions, in one transaction. A lock keeps two servers from migrating at
 * the same time. Refuses a database that is newer than this program or older than 1.0.0, or one whose applied files have changed.
 */
export async function migrate(client: pg.ClientBase, folders: SchemaFolders): Promise<void> {
  const [migrations, functions] = await Promise.all([readSql(folders.migrations), readSql(folders.functions)]);
  const functionsHash = hashOf(functions.map(({ name, sha256 }) => `${name} ${sha256}`).join("\n"));
  if (await isCurrent(client, migrations, functionsHash)) return;
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
    const applied = await readApplied(client);
    if (applied.size > 0 && !applied.has(functionsRow))
      throw new Error(
        "The database is older than 1.0.0, and no version can upgrade it: start on an empty one, with another DATA_DIR or DATABASE_URL.",
      );
    const unknown = [...applied.keys()].find(
      (name) => name !== functionsRow && !migrations.some((one) => one.name === name),
    );
    if (unknown)
      throw new Error(`The database is newer than this program (it has ${unknown}): start the newer version.`);
    const changed = migrations.find(({ name, sha256 }) => applied.has(name) && applied.get(name) !== sha256);
    if (changed) throw new Error(`Migration ${changed.name} was changed after it was applied: write a new one.`);

    for (const { name, text, sha256 } of migrations.filter(({ name }) => !applied.has(name))) {
      await client.query(text);
      await client.query("insert into migrations (name, sha256) values ($1, $2)", [name, sha256]);
    }
    // The files may call each other's functions in any order. A test runs them again with this check.
    await client.query("set local check_function_bodies = off");
    for (const { text } of functions) await client.query(text);
    await client.query(
      `insert into migrations (name, sha256) values ($1, $2)
       on conflict (name) do update set sha256 = excluded.sha256, applied_at = excluded.applied_at`,
      [functionsRow, functionsHash],
    );
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

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

async function readSql(folder: URL): Promise<readonly SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), "utf8");
      return { name, text, sha256: hashOf(text) };
    }),
  );
}

/** The hashes of what was applied, by name. */
async function readApplied(client: pg.ClientBase): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ name: string; sha256: string }>("select name, sha256 from migrations");
  return new Map(rows.map((row) => [row.name, row.sha256]));
}

/** Whether nothing is to do, checked without a lock: the usual case at start. */
async function isCurrent(client: pg.ClientBase, migrations: readonly SqlFile[], functions: string): Promise<boolean> {
  if (!(await isMigrated(client))) return false;
  const applied = await readApplied(client);
  return (
    applied.size === migrations.length + 1 &&
    applied.get(functionsRow) === functions &&
    migrations.every(({ name, sha256 }) => applied.get(name) === sha256)
  );
}
