// Decision 095: why functions are no migrations.
// Written by hand because Kysely's Migrator keeps no checksums of plain SQL files, and runs no files again when they change.
import type pg from "pg";
import { plural } from "#contract/locale.ts";
import { version } from "../version.ts";
import { type Schema, type SchemaFolders, type SqlFile, readSchema } from "./schema-files.ts";

/** The row of the table `migrations` that has the hash of all functions. */
const functionsRow = "functions";

const makeList =
  "create table if not exists migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())";

/** The first version wrote nothing of itself. */
const firstVersion = "1.0.0";

export interface Migrated {
  /** The version of the program that ran last on this database; null if none has. */
  readonly from: string | null;
  /** The number of migrations that ran. */
  readonly changes: number;
}

/**
 * Brings the schema up to date: runs new migrations, then the functions, in one transaction. A lock keeps two servers from migrating at
 * the same time. Refuses a database that is newer than this program or older than 1.0.0, or one whose applied files have changed.
 */
export async function migrate(client: pg.ClientBase, folders: SchemaFolders): Promise<Migrated> {
  const schema = await readSchema(folders);
  if (await isCurrent(client, schema)) return { from: version, changes: 0 };
  // A change of a table with millions of photos may take long.
  await client.query("set statement_timeout = 0");
  await client.query(makeList).catch((error: unknown) => {
    // Another first start has just created the table.
    if (!(error instanceof Error && "code" in error && (error.code === "23505" || error.code === "42P07"))) throw error;
  });
  return inTransaction(client, async () => {
    await client.query("lock table migrations in access exclusive mode");
    return upgrade(client, schema);
  });
}

/** What a person should know of a migration; null if nothing. */
export function describeMigrated({ from, changes }: Migrated): string | null {
  if (from === null || (from === version && changes === 0)) return null;
  const count = plural(changes, { one: "1 change", other: `${changes} changes` });
  if (from === version) return `Upgraded the data of version ${from}: ${count}.`;
  if (changes > 0) return `Upgraded the data of version ${from} to ${version}: ${count}.`;
  return `Version ${from} ran on this data before. Version ${version} needs no changes of it.`;
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
async function upgrade(client: pg.ClientBase, schema: Schema): Promise<Migrated> {
  const from = await readVersion(client);
  const applied = await readApplied(client);
  if (applied.size > 0 && !applied.has(functionsRow))
    throw new Error(
      "The database is older than 1.0.0, and no version can upgrade it: start on an empty one, with another DATA_DIR or DATABASE_URL.",
    );
  refuseNewer([...applied.keys()], schema, from === firstVersion ? null : from);
  const changed = schema.migrations.find(({ name, sha256 }) => applied.has(name) && applied.get(name) !== sha256);
  if (changed) throw new Error(`Migration ${changed.name} was changed after it was applied: write a new one.`);

  const missing = schema.migrations.filter(({ name }) => !applied.has(name));
  for (const migration of missing) await run(client, migration);
  // The files may call each other's functions in any order. A test runs them again with this check.
  await client.query("set local check_function_bodies = off");
  for (const { text } of schema.functions) await client.query(text);
  await client.query(
    `insert into migrations (name, sha256) values ($1, $2)
     on conflict (name) do update set sha256 = excluded.sha256, applied_at = excluded.applied_at`,
    [functionsRow, schema.functionsHash],
  );
  await client.query(`comment on table migrations is ${client.escapeLiteral(version)}`);
  return { from, changes: missing.length };
}

/**
 * The version of the program that ran last on this database, which is the comment of the table `migrations`: copies of the tables are
 * then the same for every version. Null if no server has run yet.
 */
async function readVersion(client: pg.ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ version: string | null }>(
    "select obj_description('migrations'::regclass) as version where exists (select from migrations)",
  );
  return rows[0] ? (rows[0].version ?? firstVersion) : null;
}

async function run(client: pg.ClientBase, { name, text, sha256 }: SqlFile): Promise<void> {
  await client.query(text);
  await client.query("insert into migrations (name, sha256) values ($1, $2)", [name, sha256]);
}

function refuseNewer(applied: readonly string[], { migrations }: Schema, last: string | null = null): void {
  const unknown = applied.find((name) => name !== functionsRow && !migrations.some((one) => one.name === name));
  if (!unknown) return;
  const isOther = last !== null && last !== version;
  const [what, which] = isOther
    ? [`, and version ${last} ran on it`, `that version or a newer one`]
    : ["", "the newer version"];
  throw new Error(`The database is newer than this program (it has ${unknown}${what}): start ${which}.`);
}

async function inTransaction<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query("begin");
  try {
    const done = await work();
    await client.query("commit");
    return done;
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
    (await readVersion(client)) === version &&
    migrations.every(({ name, sha256 }) => applied.get(name) === sha256)
  );
}
