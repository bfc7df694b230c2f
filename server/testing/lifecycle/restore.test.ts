import { execFile } from "node:child_process";
import { existsSync, renameSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { jpeg } from "../../media/fixtures/pictures.ts";
import { connectTo, hasPostmaster, killAll, register, startServer, temporaryFolder, until } from "./server-process.ts";

// Each test starts several servers, and the machine may be busy.
vi.setConfig({ testTimeout: 120_000 });
const home = temporaryFolder();
afterAll(async () => {
  killAll();
  await home.remove();
});

/** Debian's PostgreSQL, because the packaged one has no client programs such as pg_dump. */
const debian15 = "/usr/lib/postgresql/15/bin";
const env = { APP_PG_BIN: debian15 };

function command(file: string, dataDir: string, args: readonly string[], more: Record<string, string> = {}) {
  const told = { PATH: process.env.PATH, DATA_DIR: dataDir, ...env, ...more };
  return new Promise<{ code: number; said: string }>((resolve) => {
    const program = path.resolve(import.meta.dirname, "../../commands", file);
    execFile(process.execPath, [program, ...args], { env: told }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), said: stdout + stderr }),
    );
  });
}
const onDatabase = (dataDir: string, ...args: string[]) => command("run-on-database.ts", dataDir, args);

describe.runIf(existsSync(debian15))("a dump (needs PostgreSQL 15 of Debian)", () => {
  test("of a stopped database is restored into a new one", async () => {
    const dataDir = path.join(home.path, "small");
    const [dump, pgdata] = [path.join(home.path, "small.dump"), path.join(dataDir, "pgdata")];
    const sql = (text: string, ...more: string[]) =>
      onDatabase(dataDir, ...more, "psql", "--quiet", "--tuples-only", "--no-align", "--command", text);
    const filled = await sql("create table waves (height int); insert into waves values (3)", "--create");
    expect(filled).toEqual({ code: 0, said: "" });
    expect(await onDatabase(dataDir, "pg_dump", "--format", "custom", "--file", dump)).toEqual({ code: 0, said: "" });
    renameSync(pgdata, `${pgdata}-before`);
    const restore = ["pg_restore", "--no-owner", "--exit-on-error", "--dbname=app", dump];
    expect(await onDatabase(dataDir, "--create", ...restore)).toEqual({ code: 0, said: "" });
    expect(await sql("select height from waves")).toEqual({ code: 0, said: "3\n" });
  });

  test("of a stopped server is restored, and the next start has all data", { tags: "long" }, async () => {
    const dataDir = path.join(home.path, "data");
    const [dump, pgdata] = [path.join(home.path, "swellmates.dump"), path.join(dataDir, "pgdata")];
    const before = await startServer({ dataDir, env });
    const ana = await register(before.url, "Ana");
    const squad = (await (await ana.send("POST", "/api/squads", { name: "Dawn Patrol" })).json()) as { id: string };
    const { uploadURL } = (await (await ana.send("POST", "/api/objects/upload")).json()) as { uploadURL: string };
    const body = new Uint8Array(await jpeg());
    const headers = { cookie: ana.cookie, "content-type": "application/octet-stream" };
    expect((await fetch(new URL(uploadURL, before.url), { method: "PUT", headers, body })).status).toBe(200);
    const added = await ana.send("PUT", `/api/squads/${squad.id}/media`, { mediaURL: uploadURL, fileName: "a.jpg" });
    const { filePath } = (await added.json()) as { filePath: string };
    const jobs = await connectTo(dataDir);
    await until("the job queue has its tables", async () => {
      const { rows } = await jobs.query<{ there: boolean }>("select to_regclass('jobs.job') is not null there");
      return rows[0]?.there === true;
    });
    await jobs.end();
    expect((await onDatabase(dataDir, "--create", "psql")).said).toMatch(/^There is a database in .*: move it aside/);
    await before.end("SIGTERM");

    expect(await onDatabase(dataDir, "pg_dump", "--format", "custom", "--file", dump)).toEqual({ code: 0, said: "" });
    expect(hasPostmaster(dataDir)).toBe(false);

    renameSync(pgdata, `${pgdata}-before`);
    expect((await onDatabase(dataDir, "psql")).said).toMatch(/^There is no database/);
    const restored = await onDatabase(
      dataDir,
      "--create",
      "pg_restore",
      "--no-owner",
      "--exit-on-error",
      "--dbname=app",
      dump,
    );
    expect(restored).toEqual({ code: 0, said: "" });

    const after = await startServer({ dataDir, env });
    const again = ana.at(after.url);
    const squads = (await (await again.send("GET", "/api/squads")).json()) as readonly { name: string }[];
    expect(squads.map(({ name }) => name)).toContain("Dawn Patrol");
    const photo = await again.send("GET", filePath);
    expect(Buffer.from(await photo.arrayBuffer()).equals(Buffer.from(body))).toBe(true);
    // The server does not know that this is the site and not a copy, until `--take-over`.
    await until("it says so", () => after.said().includes("npm run blobs:check -- --take-over"));
    expect((await command("check-blobs.ts", dataDir, ["--take-over"])).code).toBe(0);
    expect(await after.end("SIGTERM")).toBe(0);
    const last = await startServer({ dataDir, env });
    await last.end("SIGTERM");
    expect(last.said()).not.toContain("take-over");
    expect((await command("check-blobs.ts", dataDir, ["--repair"])).said).toBe(
      "Every photo has its files, and every file its photo.\n",
    );
  });
});

test("the database command reports what is missing and passes on the exit code", async () => {
  const empty = path.join(home.path, "empty");
  const there = await command("run-on-database.ts", empty, ["psql"], { DATABASE_URL: "postgresql://localhost/swell" });
  expect(there).toEqual({ code: 1, said: expect.stringContaining(`Give the other one to psql itself`) });
  expect((await onDatabase(empty, "psql")).said).toMatch(/^There is no database/);
  expect((await onDatabase(empty)).code).toBe(2);
  expect(existsSync(empty)).toBe(false);
  const failed = await command("run-on-database.ts", empty, ["--create", "sh", "-c", "exit 3"], { APP_PG_BIN: "" });
  expect(failed).toEqual({ code: 3, said: expect.stringMatching(/^sh ended with 3: remove .*\/pgdata/) });
});
