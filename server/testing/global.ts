// Written by hand because testcontainers needs Docker, and `npm test` runs on a bare Debian.
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { connect } from "../schema/database.ts";
import { openDatabase } from "../platform/db/embedded.ts";
import { migrate } from "../platform/db/migrate.ts";
import { openJobs } from "../platform/jobs/jobs.ts";
import { schemaFolders } from "../schema/folders.ts";
import { sharedRadosgw, stopRadosgw } from "./radosgw.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The PostgreSQL of this run. Tests copy its database `fresh`, which is migrated and empty. */
    postgres: pg.PoolConfig;
    /** The folder of this run's object store, which the first test that needs it starts. */
    storeDir: string;
  }
}

/** Starts one PostgreSQL for the whole run: `DATABASE_URL` if set, else an embedded one (of `APP_PG_BIN`, else the packaged one). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), "swellmates-test-"));
  const server = await openDatabase({
    dataDir,
    url: process.env["DATABASE_URL"],
    binDir: process.env["APP_PG_BIN"],
    // Test data need no flush. Durability is tested on separate servers.
    settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: 100 },
  });
  const { rows } = await query(server.connection, "select version()");
  process.stdout.write(`Server tests run on ${String(rows[0]?.version).split(" on ")[0]}\n`);
  await query(server.connection, "drop database if exists fresh");
  await query(server.connection, "create database fresh");
  const fresh = new pg.Client(inDatabase(server.connection, "fresh"));
  await fresh.connect();
  await migrate(fresh, schemaFolders);
  await fresh.end();
  await startJobs(inDatabase(server.connection, "fresh"));
  project.provide("postgres", server.connection);
  const storeDir = await mkdtemp(path.join(os.tmpdir(), "swellmates-s3-"));
  project.provide("storeDir", storeDir);
  // Every app of this run needs the store, so it starts before the first test's timeout begins.
  if (process.env["TEST_STORE"] === "s3") await sharedRadosgw(storeDir);
  return async () => {
    await server.stop();
    await stopRadosgw(storeDir);
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** Makes pg-boss's schema in the template, so that no test waits for it. */
async function startJobs(connection: pg.PoolConfig) {
  const database = connect(connection, 2);
  const log = (error: unknown) => process.stderr.write(`${String(error)}\n`);
  const jobs = openJobs({ database, works: false, log });
  await jobs.prepare();
  await jobs.stop();
  await database.close();
}

async function query(connection: pg.PoolConfig, sql: string) {
  const client = new pg.Client(connection);
  await client.connect();
  return client.query<{ version?: string }>(sql).finally(() => client.end());
}

/** The connection to another database of the same server. */
export function inDatabase(connection: pg.PoolConfig, database: string): pg.PoolConfig {
  if (!connection.connectionString) return { ...connection, database };
  const url = new URL(connection.connectionString);
  url.pathname = `/${database}`;
  return { ...connection, connectionString: url.href };
}
