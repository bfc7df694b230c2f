import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client, type PoolConfig } from "pg";
import { afterAll, afterEach, beforeAll, vi } from "vitest";
import { type DatabaseOptions, openDatabase, type RunningDatabase } from "../platform/db/embedded.ts";

export const isRoot = process.getuid?.() === 0;
/** PostgreSQL's programs under test: the packaged ones by default. */
export const binDir = process.env.APP_PG_BIN;

/** Folders, databases and processes for the tests of one file, removed at its end. Call it once, at the top. */
export function embeddedRig() {
  // Tests start and stop servers, and the machine may be busy.
  vi.setConfig({ testTimeout: 60_000 });
  let home = "";
  let used = "";
  let number = 0;
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

  /** A copy of a data directory whose server was stopped, which is faster than making one. */
  function usedFolder(at = newFolder()): string {
    execFileSync("cp", ["-a", used, at]);
    return at;
  }

  async function open(dataDir: string, options: Partial<DatabaseOptions> = {}) {
    const database = await openDatabase({ dataDir, binDir, ...options });
    running.push(database);
    return database;
  }

  /** Opens the database of a folder in another process, which prints its role and runs until it is stopped or killed. */
  async function openElsewhere(dataDir: string, who: { uid?: number; gid?: number } = {}) {
    const program = `
      import { openDatabase } from ${JSON.stringify(new URL("../platform/db/embedded.ts", import.meta.url).href)};
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

  return { newFolder, usedFolder, open, openElsewhere };
}

export async function ask(connection: PoolConfig, text: string): Promise<unknown> {
  const client = new Client(connection);
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query<{ value: unknown }>(text)).rows[0]?.value;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Repeats the query until it succeeds, while the database restarts. */
export async function askAgain(connection: PoolConfig, text: string): Promise<unknown> {
  for (let tries = 0; ; tries++) {
    try {
      return await ask(connection, text);
    } catch (error) {
      if (tries === 2000) throw error;
      await sleep(25);
    }
  }
}

export const serverOf = (dataDir: string) =>
  Number.parseInt(readFileSync(path.join(dataDir, "pgdata/postmaster.pid"), "utf8"), 10);

export const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number);

/** False for a zombie too, which has no command line. */
export function isAlive(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`).length > 0;
  } catch {
    return false;
  }
}

export async function until(claim: () => boolean): Promise<void> {
  for (let tries = 0; !claim(); tries++) {
    if (tries === 2000) throw new Error(`never true: ${claim.toString()}`);
    await sleep(25);
  }
}
