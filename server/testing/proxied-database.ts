import type pg from "pg";
import { type Database, connect } from "../schema/database.ts";
import type { TestDatabase } from "./database.ts";
import { type Proxy, openProxy } from "./proxy.ts";
import { sqlText } from "../platform/db/sql-text.ts";

export interface ProxiedDatabase {
  readonly database: Database;
  /** Disturbs these connections only; other connections to the database go around it. */
  readonly proxy: Proxy;
  /** Number of database sessions through this proxy. */
  sessions(): Promise<number>;
  close(): Promise<void>;
}

let opened = 0;

/** Connects to a database through a proxy that can stall. A connection silent for `silentMs` counts as lost. */
export async function openProxiedDatabase(
  there: TestDatabase,
  size: number,
  silentMs: number,
): Promise<ProxiedDatabase> {
  const application_name = `line ${++opened}`;
  const { host, port, user, password, database: name } = partsOf(there.connection);
  const proxy = await openProxy(host.startsWith("/") ? `${host}/.s.PGSQL.${port}` : `tcp://${host}:${port}`);
  const near = new URL(proxy.url);
  const connection = { user, password, database: name, host: near.hostname, port: Number(near.port), ssl: false };
  const database = connect({ ...connection, application_name }, size, () => {}, silentMs);
  const count = {
    name: "sessions_of",
    text: sqlText`select count(*)::int from pg_stat_activity where application_name = $1`,
  };
  return {
    database,
    proxy,
    sessions: async () => (await there.one<number>(count, [application_name])) ?? 0,
    async close() {
      await database.close();
      await proxy.close();
    },
  };
}

function partsOf({ connectionString, ...parts }: pg.PoolConfig) {
  const url = connectionString === undefined ? undefined : new URL(connectionString);
  return {
    host: url ? (url.searchParams.get("host") ?? url.hostname) : String(parts.host),
    port: Number(url ? url.port || 5432 : parts.port),
    user: url ? decodeURIComponent(url.username) : parts.user,
    password: url ? decodeURIComponent(url.password) : undefined,
    database: url ? url.pathname.slice(1) : parts.database,
  };
}
