import { randomBytes } from "node:crypto";
import { createReadStream, createWriteStream, existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { Client, type PoolConfig } from "pg";
import { copyCluster } from "../platform/backups/cluster/copy-cluster.ts";
import { unpackCluster } from "../platform/backups/cluster/restore-cluster.ts";
import type { Place } from "../platform/backups/places/place.ts";
import { ask, until } from "./embedded-rig.ts";

export const asPostgres = (connection: PoolConfig): PoolConfig => ({
  ...connection,
  user: "postgres",
  database: "postgres",
});

export const copyToFile = (connection: PoolConfig, dataDir: string, file: string) =>
  copyCluster(connection, path.join(dataDir, "pgdata"), (tar) => pipeline(tar, createWriteStream(file)));

export const unpackFile = (file: string, dataDir: string) => unpackCluster(createReadStream(file), dataDir);

/** The WAL segments in a folder, also compressed ones, oldest first. */
export const segmentsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => /^[0-9A-F]{24}(\.gz)?$/.test(name))
    .map((name) => name.slice(0, 24))
    .sort();

/** Ends the present WAL segment. Resolves to its name when the archive of the data directory has it. */
export async function endSegment(connection: PoolConfig, dataDir: string): Promise<string> {
  const postgres = asPostgres(connection);
  const segment = await ask(postgres, "select pg_walfile_name(pg_create_restore_point('end') - 1) as value");
  await ask(postgres, "select pg_switch_wal() as value");
  await until(() => existsSync(path.join(dataDir, "wal", `${segment}.gz`)));
  return String(segment);
}

/** Inserts rows until it is stopped, and changes older ones. */
export async function startWriter(connection: PoolConfig) {
  const client = new Client(connection);
  await client.connect();
  await client.query("create table waves (id int primary key, height int not null, photo bytea not null)");
  /** The ids whose commit was acknowledged, each with a WAL segment that its commit is in or before. */
  const acknowledged: { readonly id: number; readonly segment: string }[] = [];
  const stopping = new AbortController();
  const write = async () => {
    for (let id = 0; !stopping.signal.aborted; id++) {
      await client.query("insert into waves values ($1, 0, $2)", [id, randomBytes(20_000)]);
      const at = "select pg_walfile_name(pg_current_wal_insert_lsn()) as segment";
      const { rows } = await client.query<{ segment: string }>(at);
      acknowledged.push({ id, segment: rows[0]?.segment ?? "" });
      if (id % 10 === 0) await client.query("update waves set height = height + 1 where id % 7 = $1", [id % 7]);
    }
  };
  const writing = write().finally(() => client.end());
  writing.catch(() => {});
  return {
    acknowledged,
    /** Waits for `count` more ids. */
    async more(count: number) {
      const wanted = acknowledged.length + count;
      await until(() => acknowledged.length >= wanted);
    },
    async stop() {
      stopping.abort();
      await writing;
    },
  };
}

/** Reads every row of every table, and the waves by their index. Resolves to the ids of the waves. */
export async function readAll(connection: PoolConfig): Promise<Set<number>> {
  const client = new Client({ ...connection, user: "postgres" });
  await client.connect();
  try {
    await client.query(`do $$ declare name regclass; begin
      for name in select oid from pg_class where relkind in ('r', 'm') loop
        execute format('select count(t::text) from %s t', name);
      end loop;
    end $$`);
    await client.query("set enable_seqscan = off");
    const { rows } = await client.query<{ id: number }>("select id from waves where id >= 0 order by id");
    const failures = "select coalesce(sum(checksum_failures), 0)::int as count from pg_stat_database";
    const { rows: checked } = await client.query<{ count: number }>(failures);
    if (checked[0]?.count !== 0) throw new Error("A checksum is wrong.");
    return new Set(rows.map(({ id }) => id));
  } finally {
    await client.end();
  }
}

/** A place in memory. */
export function memoryPlace(): Place & { readonly files: Map<string, Buffer> } {
  const files = new Map<string, Buffer>();
  return {
    files,
    title: "memory",
    async put(name, source) {
      files.set(name, await buffer(source));
    },
    async get(name) {
      const bytes = files.get(name);
      return bytes ? Readable.from([bytes]) : null;
    },
    async *list(prefix) {
      for (const [name, { length: bytes }] of files) if (name.startsWith(prefix)) yield { name, bytes };
    },
    async remove(name) {
      files.delete(name);
    },
    async answers() {},
  };
}
