import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import type pg from "pg";
import { type CopiedTables, copyTables } from "../platform/backups/tables/copy-tables.ts";
import { loadTables } from "../platform/backups/tables/load-tables.ts";
import type { SchemaFolders } from "../platform/db/schema-files.ts";
import { type TestDatabase, onClientOf } from "./database.ts";

/** A copy of all tables in memory. */
export interface KeptCopy extends CopiedTables {
  readonly texts: ReadonlyMap<string, Buffer>;
}

/** Copies a database, over a connection with these settings. */
export async function keepCopy(database: TestDatabase, settings = ""): Promise<KeptCopy> {
  const texts = new Map<string, Buffer>();
  const copied = await onClientOf(database, async (client) => {
    await client.query(settings);
    return copyTables(client, async (table, rows) => {
      texts.set(table, await buffer(rows));
    });
  });
  return { ...copied, texts };
}

/** Loads a copy into a database. */
export const loadCopy = (database: TestDatabase, folders: SchemaFolders, copy: KeptCopy): Promise<void> =>
  onClientOf(database, (client) =>
    loadTables(client, folders, copy, async (table) => Readable.from([copy.texts.get(table)!])),
  );

/** A hash of the rows of each table but the list of migrations, whatever the order of rows and columns. */
export async function hashTables(client: pg.ClientBase): Promise<Readonly<Record<string, string>>> {
  const tables = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations'",
  );
  const hashes: Record<string, string> = {};
  for (const { name } of tables.rows) {
    const { rows } = await client.query<{ hash: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(line, e'\\n' order by line collate "C")), '') as hash
       from (select to_jsonb(t)::text as line from ${client.escapeIdentifier(name)} t) t`,
    );
    hashes[name] = rows[0]!.hash;
  }
  return hashes;
}

/** Writes a small schema into an empty folder: its files by their paths, such as `migrations/001-waves.sql`. */
export async function writeSchema(folder: string, files: Readonly<Record<string, string>>): Promise<SchemaFolders> {
  const [migrations, functions] = ["migrations/", "functions/"].map((name) => path.join(folder, name));
  for (const made of [migrations!, functions!]) await mkdir(made, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
  return { migrations: pathToFileURL(migrations!), functions: pathToFileURL(functions!) };
}
