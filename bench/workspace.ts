import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { openDatabase } from "../server/platform/db/embedded.ts";
import { migrate } from "../server/platform/db/migrate.ts";
import { schemaFolders } from "../server/schema/folders.ts";

/** A database of a running PostgreSQL. */
export interface BenchDatabase {
  /** For `DATABASE_URL`. */
  readonly url: string;
  /** PostgreSQL's first process. */
  readonly postmaster: number;
}

type Seed = (client: pg.Client) => Promise<void>;

/** Holds all that a run makes: a folder, and one PostgreSQL with durable settings, which both sides of a row use. */
export interface Workspace {
  /** Makes a folder in the workspace. */
  folder(name: string): Promise<string>;
  /** Calls `make` the first time only: for data that several rows need. */
  once<T>(name: string, make: () => Promise<T>): Promise<T>;
  /** Makes a database with our tables, filled by `seed`. */
  database(name: string, seed: Seed): Promise<BenchDatabase>;
  /** A data directory as a stopped server leaves it, with its own PostgreSQL, filled by `seed`. Made once for each name. */
  dataDir(name: string, seed: (client: pg.Client, dataDir: string) => Promise<void>): Promise<string>;
  /** Runs `work` while the PostgreSQL of a data directory runs. */
  onDataDir<T>(dataDir: string, work: (site: BenchDatabase) => Promise<T>): Promise<T>;
  /** Ends PostgreSQL and removes everything. */
  close(): Promise<void>;
}

export async function openWorkspace(): Promise<Workspace> {
  const root = await mkdtemp(path.join(os.tmpdir(), "swellmates-bench-"));
  const common = await openSite(path.join(root, "common"));
  const made = new Map<string, Promise<unknown>>();
  const folder = (name: string) => mkdtemp(path.join(root, `${name}-`));

  const onDataDir: Workspace["onDataDir"] = async (dataDir, work) => {
    const site = await openSite(dataDir);
    return work(site).finally(() => site.stop());
  };
  const once = <T>(name: string, make: () => Promise<T>) => {
    const making = (made.get(name) as Promise<T> | undefined) ?? make();
    made.set(name, making);
    return making;
  };
  return {
    folder,
    once,
    async database(name, seed) {
      await withClient(common.url, (client) => client.query(`create database ${name}`));
      const url = common.url.replace("/app?", `/${name}?`);
      await fill(url, seed);
      return { ...common, url };
    },
    dataDir: (name, seed) =>
      once(`data directory ${name}`, async () => {
        const dataDir = await folder(name);
        await onDataDir(dataDir, ({ url }) => fill(url, (client) => seed(client, dataDir)));
        return dataDir;
      }),
    onDataDir,
    async close() {
      await common.stop();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** Runs `work` on a new connection and closes it. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  return work(client).finally(() => client.end());
}

async function openSite(dataDir: string) {
  const server = await openDatabase({ dataDir });
  const host = encodeURIComponent(String(server.connection.host));
  const pidFile = path.join(dataDir, "pgdata/postmaster.pid");
  return {
    url: `postgresql:///app?host=${host}&user=app`,
    postmaster: Number(readFileSync(pidFile, "utf8").split("\n")[0]),
    stop: () => server.stop(),
  };
}

async function fill(url: string, seed: Seed): Promise<void> {
  await withClient(url, async (client) => {
    await migrate(client, schemaFolders);
    await seed(client);
    // Otherwise PostgreSQL would do this during a round.
    await client.query("vacuum (analyze)");
    await client.query("checkpoint");
  });
}
