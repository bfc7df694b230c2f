import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { migrateLoaded } from "../../db/migrate.ts";
import type { SchemaFolders } from "../../db/schema-files.ts";
import type { CopiedTable, CopiedTables } from "./copy-tables.ts";
import { type Table, listTables, sqlCopied, sqlName } from "./list-tables.ts";

/** Gives the rows of a table, as `copyTables` handed them out. */
type ReadRows = (table: string) => Promise<Readable>;

/** Whether the database has no table, as before the first start of a server. */
export async function isEmptyDatabase(client: pg.ClientBase): Promise<boolean> {
  return (await listTables(client)).length === 0;
}

/**
 * Loads a copy into an empty database and upgrades it to the schema of this program. The user needs no more rights than the owner of the
 * database has. Rejects with one sentence if the copy is damaged or does not fit this program; then the database is empty as before.
 */
export async function loadTables(
  client: pg.ClientBase,
  folders: SchemaFolders,
  copied: CopiedTables,
  read: ReadRows,
): Promise<void> {
  if (!(await isEmptyDatabase(client)))
    throw new Error("The database has tables already, and a restore overwrites none: give it an empty one.");
  await migrateLoaded(client, folders, copied.migrations, async () => {
    const made = await listTables(client);
    refuseOtherTables(copied.tables, made);
    // Tables refer to each other in circles, so no order of loading would satisfy the foreign keys.
    const foreignKeys = await dropForeignKeys(client);
    // Migrations fill some tables themselves, such as the list of migrations.
    await client.query(`truncate ${made.map(({ name }) => sqlName(name)).join(", ")}`);
    for (const table of copied.tables) await loadTable(client, table, read);
    await saying("The tables of the backup do not fit together", async () => {
      for (const add of foreignKeys) await client.query(add);
    });
  });
}

/** Columns may stand in another order. */
function refuseOtherTables(copied: readonly Table[], made: readonly Table[]): void {
  const describe = ({ name, columns }: Table) => `${name} (${columns.toSorted().join(", ")})`;
  const [theirs, ours] = [copied.map(describe), made.map(describe)];
  const unknown = theirs.find((table) => !ours.includes(table));
  if (unknown)
    throw new Error(
      `This program has no such table as the backup: ${unknown}. Restore it with the version that made it.`,
    );
  const missing = ours.find((table) => !theirs.includes(table));
  if (missing) throw new Error(`The backup lacks the table ${missing}: restore another backup.`);
}

/** Drops all foreign keys. Returns the statements that add them again, which check all rows. */
async function dropForeignKeys(client: pg.ClientBase): Promise<readonly string[]> {
  const { rows } = await client.query<{ drop: string; add: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
    order by conrelid, conname`);
  for (const { drop } of rows) await client.query(drop);
  return rows.map(({ add }) => add);
}

async function loadTable(client: pg.ClientBase, table: CopiedTable, read: ReadRows): Promise<void> {
  const loaded = await saying(`The table ${table.name} of the backup cannot be loaded`, async () => {
    const rows = await read(table.name);
    const copy = client.query(copyFrom(`copy ${sqlCopied(table)} from stdin (encoding 'UTF8')`));
    await pipeline(rows, copy);
    return copy.rowCount;
  });
  if (loaded !== table.rows)
    throw new Error(
      `The table ${table.name} of the backup has ${loaded} rows instead of ${table.rows}: restore another backup.`,
    );
}

/** Begins the message of a failure with what could not be done. */
const saying = <T>(what: string, work: () => Promise<T>): Promise<T> =>
  work().catch((error: unknown) => {
    throw new Error(`${what}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  });
