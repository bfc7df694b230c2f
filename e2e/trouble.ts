import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import type { RunningServer } from "./server.ts";

/**
 * Real faults of a server, which last while `work` runs. Each worker has a server of its own, so other workers' journeys are
 * not affected.
 */
export interface Trouble {
  /** The database refuses writes to a table: `noWrites("trips", work)`. Reads work. */
  noWrites(table: string, work: () => Promise<void>): Promise<void>;
  /** A table is missing: each read and write of it fails. */
  noTable(table: string, work: () => Promise<void>): Promise<void>;
  /** Reads and writes of a table wait, as behind a long query, so that a test sees the busy state. */
  waiting(table: string, work: () => Promise<void>): Promise<void>;
  /** The folder of files can be neither read nor written. */
  noFiles(work: () => Promise<void>): Promise<void>;
}

/** The faults that a test can cause on a running server. */
export function troubleFor(server: RunningServer): Trouble {
  return {
    noWrites: (table, work) =>
      around(
        server,
        `create function out_of_order() returns trigger language plpgsql as 'begin raise exception ''out of order''; end';
         create trigger out_of_order before insert or update or delete on ${table} for each statement execute function out_of_order()`,
        "drop function out_of_order cascade",
        work,
      ),
    noTable: (table, work) =>
      around(
        server,
        `alter table ${table} rename to gone_for_now`,
        `alter table gone_for_now rename to ${table}`,
        work,
      ),
    async waiting(table, work) {
      const client = new pg.Client(server.database);
      await client.connect();
      try {
        await client.query(`begin; lock table ${table} in access exclusive mode`);
        await work();
      } finally {
        await client.query("rollback");
        await client.end();
      }
    },
    async noFiles(work) {
      const files = path.join(server.dataDir, "blobs");
      const away = `${files}-away`;
      await mkdir(files, { recursive: true });
      await rename(files, away);
      // A file replaces the folder, because not even root can create anything below a file.
      await writeFile(files, "");
      try {
        await work();
      } finally {
        await rm(files);
        await rename(away, files);
      }
    },
  };
}

async function around(server: RunningServer, breakIt: string, mendIt: string, work: () => Promise<void>) {
  await run(server, breakIt);
  try {
    await work();
  } finally {
    await run(server, mendIt);
  }
}

async function run(server: RunningServer, statement: string): Promise<void> {
  const client = new pg.Client(server.database);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
