// Decision 095: why functions are no migrations.
// Written by hand because Kysely's Migrator keeps no checksums of plain SQL files, and runs no files again when they change.
import type pg from "pg";
import { type Schema, type SchemaFolders, type SqlFile, readSchema } from "./schema-files.ts";

/** The row of the table `migrations` that has the hash of all functions. */
const functionsRow = "functions";

const makeList =
  "create table if not exists migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())";

/**
 * Brings the schema up to date: runs new migrations, then the functions, in one transaction. A lock keeps two servers from migrating at
 * the same time. Refuses a database that is newer than this program or older than 1.0.0, or one whose applied files have changed.
 */
export async function migrate(client: pg.ClientBase, folders: SchemaFolders): Promise<void> {
  const schema = await readSchema(folders);
  if (await isCurrent(client, schema)) return;
  // A change of a table with millions of photos may take long.
  await client.query("set statement_timeout = 0");
  await client.query(makeList).catch((error: unknown) => {
    // Another first start has just created the table.
    if (!(error instanceof Error && "code" in error && (error.code === "23505" || error.code === "42P07"))) throw error;
  });
  await inTransaction(client, async () => {
    await client.query("lock table migrations in access exclusive mode");
    await upgrade(client, schema);
  });
}

/**
 * Gives a database without tables the schema that it had when the migrations `applied` had run, has `load` fill its tables (also the list
 * of migrations), and brings the schema up to date, in one transaction: a failure leaves no table. There are no functions while `load`
 * runs, so no trigger fires. Refuses what `migrate` refuses.
 */
export async function migrateLoaded(
  client: pg.ClientBase,
  folders: SchemaFolders,
  applied: readonly string[],
  load: () => Promise<void>,
): Promise<void> {
  const schema = await readSchema(folders);
  refuseNewer(applied, schema);
  await client.query("set statement_timeout = 0");
  await inTransaction(client, async () => {
    // The rows may come from far away, with pauses.
    await client.query("set local idle_in_transaction_session_timeout = 0");
    await client.query(makeList);
    for (const migration of schema.migrations.filter(({ name }) => applied.includes(name)))
      await run(client, migration);
    await load();
    await upgrade(client, schema);
    // PostgreSQL plans badly for tables that it has never looked at.
    await client.query("analyze");
  });
}

/** Whether a server was ever started on this database. */
export async function isMigrated(client: pg.ClientBase): Promise<boolean> {
  const table = await client.query<{ there: boolean }>("select to_regclass('migrations') is not null there");
  return table.rows[0]?.there === true;
}

/** The names of the migrations that have run on this database, in the order of their numbers. */
export async function listMigrations(client: pg.ClientBase): Promise<readonly string[]> {
  return [...(await readApplied(client)).keys()].filter((name) => name !== functionsRow).sort();
}

/** Runs the migrations that the list in the database lacks, and all functions. */
async function upgrade(client: pg.ClientBase, schema: Schema): Promise<void> {
  const applied = await readApplied(client);
  if (applied.size > 0 && !applied.has(functionsRow))
    throw new Error(
      "The database is older than 1.0.0, and no version can upgrade it: start on an empty one, with another DATA_DIR or DATABASE_URL.",
    );
  refuseNewer([...applied.keys()], schema);
  const changed = schema.migrations.find(({ name, sha256 }) => applied.has(name) && applied.get(name) !== sha256);
  if (changed) throw new Error(`Migration ${changed.name} was changed after it was applied: write a new one.`);

  for (const migration of schema.migrations.filter(({ name }) => !applied.has(name))) await run(client, migration);
  // The files may call each other's functions in any order. A test runs them again with this check.
  await client.query("set local check_function_bodies = off");
  for (const { text } of schema.functions) await client.query(text);
  await client.query(
    `insert into migrations (name, sha256) values ($1, $2)
     on conflict (name) do update set sha256 = excluded.sha256, applied_at = excluded.applied_at`,
    [functionsRow, schema.functionsHash],
  );
}

async function run(client: pg.ClientBase, { name, text, sha256 }: SqlFile): Promise<void> {
  await client.query(text);
  await client.query("insert into migrations (name, sha256) values ($1, $2)", [name, sha256]);
}

function refuseNewer(applied: readonly string[], { migrations }: Schema): void {
  const unknown = applied.find((name) => name !== functionsRow && !migrations.some((one) => one.name === name));
  if (unknown) throw new Error(`The database is newer than this program (it has ${unknown}): start the newer version.`);
}

async function inTransaction(client: pg.ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query("begin");
  try {
    await work();
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  }
}

/** The hashes of what was applied, by name. */
async function readApplied(client: pg.ClientBase): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ name: string; sha256: string }>("select name, sha256 from migrations");
  return new Map(rows.map((row) => [row.name, row.sha256]));
}

/** Whether nothing is to do, checked without a lock: the usual case at start. */
async function isCurrent(client: pg.ClientBase, { migrations, functionsHash }: Schema): Promise<boolean> {
  if (!(await isMigrated(client))) return false;
  const applied = await readApplied(client);
  return (
    applied.size === migrations.length + 1 &&
    applied.get(functionsRow) === functionsHash &&
    migrations.every(({ name, sha256 }) => applied.get(name) === sha256)
  );
}
