import pg from "pg";

/** A table, and those of its columns that have values of their own: a generated one is made anew. */
export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
}

/** The tables of a schema, in the order of their names. Of a partitioned table, the partitions. */
export async function listTables(client: pg.ClientBase, schema = "public"): Promise<readonly Table[]> {
  const { rows } = await client.query<Table>(
    `
    select relname as name, array_agg(attname::text order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = $1::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname order by relname`,
    [schema],
  );
  return rows;
}

/** The table for SQL. */
export const sqlName = (table: string, schema = "public"): string =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}`;

/** The table with the columns that it lists, as `copy` names them. */
export const sqlCopied = ({ name, columns }: Table, schema?: string): string =>
  `${sqlName(name, schema)} (${columns.map((column) => pg.escapeIdentifier(column)).join(", ")})`;
