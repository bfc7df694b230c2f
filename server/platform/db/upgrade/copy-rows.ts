// Written by hand because pg_dump and pg_upgrade are not among the programs of the packaged PostgreSQL.
import { pipeline } from "node:stream/promises";
import type pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { type Table, listTables, sqlCopied, sqlName } from "../../backups/tables/list-tables.ts";

/** A schema of both databases, and those of its tables whose rows a new schema has already. */
export interface CopiedSchema {
  readonly name: string;
  readonly leaves: (table: string) => boolean;
}

export interface CopiedRows {
  readonly tables: number;
  readonly rows: number;
}

/**
 * Copies all rows and the states of all sequences from one database to another one with the same tables, in one transaction, and counts
 * the rows of each table in both. Nobody else may write. `to` belongs to a superuser, so that no trigger fires and the order of the
 * tables does not count. Rejects with one sentence if the tables differ, or their rows.
 */
export async function copyRows(
  from: pg.ClientBase,
  to: pg.ClientBase,
  schemas: readonly CopiedSchema[],
  say: (progress: string) => void,
): Promise<CopiedRows> {
  const parts = await Promise.all(schemas.map((schema) => tablesOf(from, to, schema)));
  const tables = parts.flat();
  for (const client of [from, to]) await client.query("begin");
  await to.query("set local session_replication_role = replica");
  await to.query(`truncate ${tables.map(({ table, schema }) => sqlName(table.name, schema)).join(", ")}`);
  let [done, rows] = [0, 0];
  for (const { table, schema } of tables) {
    say(`Copying the tables: ${++done} of ${tables.length}`);
    rows += await copyTable(from, to, table, schema);
  }
  for (const { name } of schemas) await copySequences(from, to, name);
  for (const client of [to, from]) await client.query("commit");
  // PostgreSQL plans badly for tables that it has never looked at.
  await to.query("analyze");
  return { tables: tables.length, rows };
}

async function tablesOf(from: pg.ClientBase, to: pg.ClientBase, { name: schema, leaves }: CopiedSchema) {
  const [theirs, ours] = await Promise.all(
    [from, to].map(async (client) => (await listTables(client, schema)).filter(({ name }) => !leaves(name))),
  );
  const describe = ({ name, columns }: Table) => `${schema}.${name} (${columns.toSorted().join(", ")})`;
  const [before, after] = [theirs!.map(describe), ours!.map(describe)];
  const [odd] = [...before, ...after].filter((one) => !(before.includes(one) && after.includes(one)));
  if (odd !== undefined)
    throw new Error(
      `The database has a table that Swellmates did not make, or lacks one, and an upgrade copies what it knows: ${odd}.`,
    );
  return theirs!.map((table) => ({ table, schema }));
}

async function copyTable(from: pg.ClientBase, to: pg.ClientBase, table: Table, schema: string): Promise<number> {
  const columns = sqlCopied(table, schema);
  const source = from.query(copyTo(`copy ${columns} to stdout`));
  await pipeline(source, to.query(copyFrom(`copy ${columns} from stdin`)));
  const [before, after] = [await countRows(from, table, schema), await countRows(to, table, schema)];
  if (before !== after)
    throw new Error(`The copy of the table ${schema}.${table.name} has ${after} rows instead of ${before}.`);
  return after;
}

async function countRows(client: pg.ClientBase, { name }: Table, schema: string): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`select count(*) from ${sqlName(name, schema)}`);
  return Number(rows[0]?.count);
}

/** One that nobody has used has no value, and stays so. */
async function copySequences(from: pg.ClientBase, to: pg.ClientBase, schema: string): Promise<void> {
  const { rows } = await from.query<{ name: string; value: string }>(
    "select sequencename as name, last_value as value from pg_sequences where schemaname = $1 and last_value is not null",
    [schema],
  );
  for (const { name, value } of rows) await to.query("select setval($1, $2)", [sqlName(name, schema), value]);
}
