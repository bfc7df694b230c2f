import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Pool } from "pg";
import { describe, expect, test } from "vitest";
import {
  ask,
  askAgain,
  binDir,
  childrenOf,
  embeddedRig,
  isAlive,
  serverOf,
  until,
} from "../../testing/embedded-rig.ts";
import { openDatabase } from "./embedded.ts";

const debian15 = "/usr/lib/postgresql/15/bin";
const { newFolder, usedFolder, open, openElsewhere } = embeddedRig();

describe("a new folder", () => {
  test("gets a durable database without network, password or superuser rights", async () => {
    const dataDir = newFolder();
    const { connection, role } = await open(dataDir);
    expect(role).toBe("owner");
    const settings = `select string_agg(name || '=' || setting, ' ' order by name) as value from pg_settings where name in
      ('fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums', 'listen_addresses', 'server_encoding')`;
    expect(await ask(connection, settings)).toBe(
      "data_checksums=on fsync=on full_page_writes=on listen_addresses= server_encoding=UTF8 synchronous_commit=on",
    );
    expect(await ask(connection, "select rolsuper as value from pg_roles where rolname = current_user")).toBe(false);
    expect(connection.password).toBeUndefined();
    for (const folder of ["run", "pgdata"]) expect(statSync(path.join(dataDir, folder)).mode & 0o077).toBe(0);
  });

  test("may have spaces, quotes and commas in its path", { tags: "long" }, async () => {
    const odd = await open(path.join(newFolder(), `a "trip", l'été`));
    expect(await ask(odd.connection, "select 1 as value")).toBe(1);
    await odd.stop();
  });

  test("may have a path that is too long for a unix socket", async () => {
    const long = path.join(newFolder(), "long".repeat(30));
    mkdirSync(path.dirname(long));
    usedFolder(long);
    const first = await open(long);
    expect(await ask(first.connection, "select 1 as value")).toBe(1);
    const second = await open(long);
    expect(second.role).toBe("shared");
    const { host } = first.connection;
    expect(statSync(String(host)).mode & 0o077).toBe(0);
    await second.stop();
    await first.stop();
    rmSync(String(host), { recursive: true });
  });

  test("works after an earlier, killed attempt to create its database", { tags: "long" }, async () => {
    const dataDir = newFolder();
    mkdirSync(path.join(dataDir, "pgdata.new-0badcafe/base"), { recursive: true });
    const { connection } = await open(dataDir);
    expect(await ask(connection, "select 1 as value")).toBe(1);
    expect(readdirSync(dataDir).sort()).toEqual(["pgdata", "run"]);
  });
});

describe("PostgreSQL", () => {
  /** Kills the server `kills` times, each time after one more committed row. */
  async function comesBack(kills: number) {
    const dataDir = usedFolder();
    const lines: string[] = [];
    const { connection } = await open(dataDir, { log: (line) => lines.push(line) });
    const pool = new Pool(connection);
    pool.on("error", () => {});
    await pool.query("create table waves (id int primary key)");
    for (let id = 0; id < kills; id++) {
      await pool.query("insert into waves values ($1)", [id]);
      const before = serverOf(dataDir);
      process.kill(before, "SIGKILL");
      await until(() => !isAlive(before));
      expect(await askAgain(connection, "select count(*)::int as value from waves")).toBe(id + 1);
      expect(serverOf(dataDir)).not.toBe(before);
    }
    await pool.end();
    expect(lines.filter((line) => line.startsWith("PostgreSQL ended"))).toHaveLength(kills);
  }

  test("restarts by itself after a kill, with all committed rows", () => comesBack(1));

  test("restarts by itself after each of three kills", { tags: "long" }, () => comesBack(3));

  test("ends with its parent, and starts although its lock file names a living process", async () => {
    const dataDir = usedFolder();
    const { child, said } = await openElsewhere(dataDir);
    expect(said).toBe("owner");
    const server = serverOf(dataDir);
    child.kill("SIGKILL");
    await until(() => !isAlive(server));
    const lock = `${process.pid}\n${path.join(dataDir, "pgdata")}\n`;
    writeFileSync(path.join(dataDir, "pgdata/postmaster.pid"), lock);
    writeFileSync(path.join(dataDir, "run/.s.PGSQL.5432.lock"), lock);
    const { connection } = await open(dataDir);
    expect(await ask(connection, "select 1 as value")).toBe(1);
  });

  test("replaces an orphaned server that still runs", async () => {
    const dataDir = usedFolder();
    const { child } = await openElsewhere(dataDir);
    const orphan = serverOf(dataDir);
    const watcher = Number(readFileSync(`/proc/${orphan}/stat`, "utf8").split(") ")[1]?.split(" ")[1]);
    const watchers = [watcher, ...childrenOf(watcher).filter((pid) => pid !== orphan)];
    expect(watchers).toHaveLength(2);
    // None of the three may see another end: that would stop or restart the server.
    for (const pid of [child.pid ?? 0, ...watchers]) process.kill(pid, "SIGSTOP");
    for (const pid of [child.pid ?? 0, ...watchers]) process.kill(pid, "SIGKILL");
    await until(() => !watchers.some(isAlive));
    expect(isAlive(orphan)).toBe(true);
    const { connection } = await open(dataDir);
    expect(await ask(connection, "select 1 as value")).toBe(1);
    expect(isAlive(orphan)).toBe(false);
  });

  test.runIf(existsSync(debian15))("refuses data of another major version with one sentence", async () => {
    const dataDir = usedFolder();
    const others = binDir === debian15 ? undefined : debian15;
    const sentence = others
      ? /is of PostgreSQL 18, and this program runs PostgreSQL 15: point APP_PG_BIN at a PostgreSQL 18, or restore/
      : /is of PostgreSQL 15, and this program runs PostgreSQL 18\. Upgrade it, .*: npm run upgrade-postgres$/;
    await expect(openDatabase({ dataDir, binDir: others })).rejects.toThrow(sentence);
    await expect(openDatabase({ dataDir, binDir: path.dirname(dataDir) })).rejects.toThrow(
      /There is no PostgreSQL program .*APP_PG_BIN/,
    );
  });
});
