import pg from "pg";
import type { CopiedSchema } from "./copy-rows.ts";

/** Throws one sentence if the cluster has a database or a schema that a copy of these schemas would leave behind. */
export async function demandOnlyOurs(
  connection: pg.PoolConfig,
  schemas: readonly Pick<CopiedSchema, "name">[],
): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query<{ other: string }>(
      `select 'database ' || datname as other from pg_database
       where not datistemplate and datname not in ('postgres', current_database())
       union all
       select 'schema ' || nspname from pg_namespace
       where nspname <> all ($1) and nspname <> 'information_schema' and nspname !~ '^pg_'`,
      [schemas.map(({ name }) => name)],
    );
    const [first] = rows;
    if (first)
      throw new Error(`Swellmates did not make the ${first.other} and would leave it behind: move it away first.`);
  } finally {
    await client.end();
  }
}
