import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { openDatabase } from "../server/platform/db/embedded.ts";
import { migrate } from "../server/platform/db/migrate.ts";

/** A database of a running PostgreSQL. */
export interface Site {
  /** For `DATABASE_URL`. */
  readonly url: string;
  /** PostgreSQL's first process. */
  readonly postmaster: number;
}

type Seed = (client: pg.Client) => Promise<void>;

/** Where a run keeps all it makes: a folder, and one PostgreSQL with the durable settings that both sides of a row use. */
export interface Place {
  /** A new folder below the run's own. */
  folder(name: string): Promise<string>;
  /** What several rows need is made by the first of them. */
  once<T>(name: string, make: () => Promise<T>): Promise<T>;
  /** A new database with our tables, filled by `seed`. */
  database(name: string, seed: Seed): Promise<Site>;
  /** A data directory whose own PostgreSQL, not running, has been filled by `seed`: as the product leaves it when it stops. Made once a name. */
  dataDir(name: string, seed: Seed): Promise<string>;
  /** Runs `work` while the PostgreSQL of a data directory runs. */
  onDataDir<T>(dataDir: string, work: (site: Site) => Promise<T>): Promise<T>;
  /** Ends PostgreSQL and removes everything. */
  close(): Promise<void>;
}

export async function openPlace(): Promise<Place> {
  const root = await mkdtemp(path.join(os.tmpdir(), "swellmates-bench-"));
  const common = await openSite(path.join(root, "common"));
  const made = new Map<string, Promise<unknown>>();
  const folder = (name: string) => mkdtemp(path.join(root, `${name}-`));

  const onDataDir: Place["onDataDir"] = async (dataDir, work) => {
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
      await asking(common.url, (client) => client.query(`create database ${name}`));
      const url = common.url.replace("/app?", `/${name}?`);
      await fill(url, seed);
      return { ...common, url };
    },
    dataDir: (name, seed) =>
      once(`data directory ${name}`, async () => {
        const dataDir = await folder(name);
        await onDataDir(dataDir, ({ url }) => fill(url, seed));
        return dataDir;
      }),
    onDataDir,
    async close() {
      await common.stop();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** A connection of its own while `work` goes on. */
export async function asking<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
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
  await asking(url, async (client) => {
    await migrate(client);
    await seed(client);
    // What PostgreSQL would otherwise do in the middle of a round.
    await client.query("vacuum (analyze)");
    await client.query("checkpoint");
  });
}
