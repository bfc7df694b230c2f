// Written by hand because pg_dump is not among the programs of the packaged PostgreSQL.
import type { Readable } from "node:stream";
import type pg from "pg";
import { type CopyToStreamQuery, to as copyTo } from "pg-copy-streams";
import { listMigrations } from "../../db/migrate.ts";
import { type Table, listTables, sqlCopied } from "./list-tables.ts";

export interface CopiedTable extends Table {
  readonly rows: number;
}

/** What a copy says of itself, beside the rows. */
export interface CopiedTables {
  /** In the order of their names. */
  readonly tables: readonly CopiedTable[];
  /** The names of the migrations that had run, in their order. */
  readonly migrations: readonly string[];
}

/** Takes the rows of a table, in the text format of `copy` and UTF-8, and resolves when they are stored. */
type WriteRows = (table: string, rows: Readable) => Promise<void>;

/** Without limits of time, because `write` may be slow, and in texts that do not depend on the settings of a role or server. */
const settings = `
  set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0;
  set local datestyle = 'ISO';
  set local extra_float_digits = 1`;

/**
 * Copies the tables of a migrated database as they are at one moment, one after another; others read and write meanwhile, and a
 * migration waits. If a table cannot be read, or `write` rejects, it ends the connection and rejects with that error.
 */
export async function copyTables(client: pg.Client, write: WriteRows): Promise<CopiedTables> {
  try {
    await client.query("begin isolation level repeatable read, read only");
    await client.query(settings);
    // To a snapshot that is older, a table that `alter table` has rewritten is empty.
    await client.query("lock table migrations in access share mode");
    const migrations = await listMigrations(client);
    const copies: { table: Table; copy: CopyToStreamQuery }[] = [];
    for (const table of await listTables(client)) copies.push({ table, copy: await copyTable(client, table, write) });
    await client.query("commit");
    // The number of rows comes after the rows, so it is there only now.
    return { tables: copies.map(({ table, copy }) => ({ ...table, rows: copy.rowCount })), migrations };
  } catch (error) {
    // The connection answers nothing while it has rows that nobody reads.
    await client.end();
    throw error;
  }
}

async function copyTable(client: pg.Client, table: Table, write: WriteRows): Promise<CopyToStreamQuery> {
  const rows = client.query(copyTo(`copy ${sqlCopied(table)} to stdout (encoding 'UTF8')`));
  // The stream tells an error of the database once, maybe before `write` listens. A destroyed stream fails whenever it is read.
  rows.on("error", (error) => rows.destroy(error));
  await write(table.name, rows);
  if (!rows.readableEnded) throw new Error(`The rows of the table ${table.name} were not read to their end.`);
  return rows;
}
