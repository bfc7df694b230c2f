import pg from "pg";
import { inject } from "vitest";
import { type Database, connect } from "../schema/database.ts";
import { newId } from "../platform/db/id.ts";
import { inDatabase } from "./global.ts";

const objectInUse = "55006";
const insufficientPrivilege = "42501";

export interface TestDatabase extends Database {
  readonly connection: pg.PoolConfig;
  /** Closes the pool and drops the database. */
  drop(): Promise<void>;
}

/** A new database: a copy of the migrated, empty one, or of PostgreSQL's `template0`, which has no tables. */
export async function freshDatabase(template: "fresh" | "template0" = "fresh"): Promise<TestDatabase> {
  const postgres = inject("postgres");
  const name = `test_${newId().replaceAll("-", "")}`;
  // Copying files takes a fifth of the time of the WAL strategy, because fsync is off.
  await admin(postgres, `create database ${name} template ${template} strategy file_copy`);
  const connection = inDatabase(postgres, name);
  const database = connect(connection, 10);
  return {
    ...database,
    connection,
    async drop() {
      await database.close();
      await admin(postgres, `drop database if exists ${name} with (force)`);
    },
  };
}

/** Does `work` on a connection of its own. */
export async function onClientOf<T>(database: TestDatabase, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await database.dedicated();
  return work(client).finally(() => client.end());
}

/**
 * Creates or drops a database, with retries. `create database` fails while another session copies the template, and
 * `drop database … with (force)` fails while an autovacuum worker runs, which it may not end.
 */
async function admin(postgres: pg.PoolConfig, sql: string) {
  const client = new pg.Client(postgres);
  await client.connect();
  try {
    for (let attempt = 0; ; attempt++) {
      try {
        return await client.query(sql);
      } catch (error) {
        const code = error instanceof Error && "code" in error && error.code;
        if ((code !== objectInUse && code !== insufficientPrivilege) || attempt === 50) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  } finally {
    await client.end();
  }
}
