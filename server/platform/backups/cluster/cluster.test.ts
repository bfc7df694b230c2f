import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import {
  asPostgres,
  copyToFile,
  endSegment,
  memoryPlace,
  readAll,
  segmentsIn,
  startWriter,
  unpackFile,
} from "../../../testing/cluster-copies.ts";
import { ask, binDir, embeddedRig } from "../../../testing/embedded-rig.ts";
import type { RunningDatabase } from "../../db/embedded.ts";
import { copyCluster } from "./copy-cluster.ts";
import { recoverCluster } from "./restore-cluster.ts";
import { readArchiveId, shipWal } from "./wal-archive.ts";

const { newFolder, usedFolder, open } = embeddedRig();
const recovered: RunningDatabase[] = [];
afterEach(async () => {
  await Promise.all(recovered.splice(0).map((database) => database.stop()));
});

async function recover(dataDir: string, walFolder?: string) {
  const database = await recoverCluster({ dataDir, binDir, walFolder, log: () => {} });
  recovered.push(database);
  return database;
}

type Writer = Awaited<ReturnType<typeof startWriter>>;

/** The ids that were acknowledged in a segment up to `last`, and are not there. */
function missing({ acknowledged }: Writer, last: string | undefined, there: ReadonlySet<number>): number[] {
  const due = acknowledged.filter(({ segment }) => last !== undefined && segment <= last);
  expect(due.length).toBeGreaterThan(50);
  return due.map(({ id }) => id).filter((id) => !there.has(id));
}

const slots = "select count(*)::int as value from pg_replication_slots";

test("a copy under load restores all that was acknowledged before its end", async () => {
  const [dataDir, elsewhere, file] = [usedFolder(), newFolder(), newFolder()];
  const { connection } = await open(dataDir);
  const writer = await startWriter(connection);
  await writer.more(60);
  const { major, firstWal } = await copyToFile(connection, dataDir, file);
  expect(String(major)).toBe(readFileSync(path.join(dataDir, "pgdata/PG_VERSION"), "utf8").trim());
  await unpackFile(file, elsewhere);
  const segments = segmentsIn(path.join(elsewhere, "pgdata/pg_wal"));
  expect(segments[0]).toBe(firstWal);
  const restored = await recover(elsewhere);
  expect(missing(writer, segments.at(-1), await readAll(restored.connection))).toEqual([]);
  await writer.more(10);
  await writer.stop();
});

test("a restored database works, and starts again as every other", async () => {
  const [dataDir, elsewhere, file] = [usedFolder(), newFolder(), newFolder()];
  const { connection } = await open(dataDir);
  await ask(connection, "create table waves as select 7 as id");
  await copyToFile(connection, dataDir, file);
  await unpackFile(file, elsewhere);
  const pgdata = path.join(elsewhere, "pgdata");
  for (const name of ["", "base", "pg_wal", "PG_VERSION", "global/pg_control"]) {
    const [there, here] = [statSync(path.join(pgdata, name)), statSync(path.join(dataDir, "pgdata", name))];
    expect([there.uid, there.gid, there.mode & 0o077]).toEqual([here.uid, here.gid, 0]);
  }
  await expect(open(elsewhere)).rejects.toThrow(
    /^The restore of .* has not ended: remove that folder and restore again/,
  );
  const restored = await recover(elsewhere);
  expect(await ask(restored.connection, "select pg_is_in_recovery() as value")).toBe(false);
  await ask(restored.connection, "insert into waves values (8)");
  await restored.stop();
  expect(existsSync(path.join(pgdata, "recovery.signal"))).toBe(false);
  const again = await open(elsewhere);
  expect(await ask(again.connection, "select sum(id)::int as value from waves")).toBe(15);
  expect(await ask(again.connection, "select setting as value from pg_settings where name = 'restore_command'")).toBe(
    "",
  );
  await copyToFile(again.connection, elsewhere, newFolder());
});

test("a copy and the WAL since restore all that was shipped", { tags: "long" }, async () => {
  const [dataDir, elsewhere] = [newFolder(), newFolder()].map((home) => path.join(home, `a "trip" 100%f l'été`));
  if (!dataDir || !elsewhere) throw new Error("no folders");
  mkdirSync(path.dirname(dataDir));
  usedFolder(dataDir);
  const [walFolder, file, place] = [path.join(dataDir, "wal"), newFolder(), memoryPlace()];
  const { connection } = await open(dataDir, { archives: true });
  const writer = await startWriter(connection);
  await writer.more(60);
  await copyToFile(connection, dataDir, file);
  let last = "";
  for (let round = 0; round < 3; round++) {
    await writer.more(100);
    last = await endSegment(connection, dataDir);
    expect(await shipWal(walFolder, place)).toBeGreaterThan(0);
  }
  await writer.more(20);
  await writer.stop();
  await unpackFile(file, elsewhere);
  const inCopy = segmentsIn(path.join(elsewhere, "pgdata/pg_wal")).at(-1) ?? "";
  expect(last > inCopy).toBe(true);
  const found = path.join(elsewhere, "found");
  mkdirSync(found);
  const prefix = `wal/${readArchiveId(walFolder)}/`;
  for (const [name, bytes] of place.files) writeFileSync(path.join(found, name.slice(prefix.length)), bytes);
  expect(segmentsIn(found)).toContain(last);
  const restored = await recover(elsewhere, found);
  const there = await readAll(restored.connection);
  expect(missing(writer, last, there)).toEqual([]);
  // The premise: the copy alone has less, and what was not shipped is not there.
  expect(missing(writer, inCopy, there)).toEqual([]);
  expect(writer.acknowledged.filter(({ segment }) => segment > inCopy && segment <= last).length).toBeGreaterThan(100);
  expect(there.size).toBeLessThan(writer.acknowledged.length);
});

test("a damaged WAL segment ends the recovery with an error", async () => {
  const [dataDir, elsewhere, file] = [usedFolder(), newFolder(), newFolder()];
  const { connection } = await open(dataDir, { archives: true });
  await copyToFile(connection, dataDir, file);
  const segment = await endSegment(connection, dataDir);
  await unpackFile(file, elsewhere);
  const found = path.join(elsewhere, "found");
  mkdirSync(found);
  const bytes = readFileSync(path.join(dataDir, "wal", `${segment}.gz`));
  writeFileSync(path.join(found, `${segment}.gz`), bytes.subarray(0, bytes.length / 2));
  await expect(recover(elsewhere, found)).rejects.toThrow(
    new RegExp(`has not ended: remove that folder and restore again.*${segment}`, "s"),
  );
});

test("files that grow, shrink or vanish while they are read do no harm", async () => {
  const [dataDir, elsewhere] = [usedFolder(), newFolder()];
  const { connection } = await open(dataDir);
  const inside = path.join(dataDir, "pgdata/base/changing");
  mkdirSync(inside);
  const names = Array.from({ length: 60 }, (_, number) => `${["grows", "shrinks", "vanishes"][number % 3]}-${number}`);
  for (const name of names) writeFileSync(path.join(inside, name), Buffer.alloc(300_000, 1));
  const file = newFolder();
  await copyCluster(connection, path.join(dataDir, "pgdata"), async (tar) => {
    const pieces: Buffer[] = [];
    for await (const piece of tar) {
      // The rest waits for this reader.
      if (pieces.push(piece as Buffer) === 1) changeAll(inside, names);
    }
    writeFileSync(file, Buffer.concat(pieces));
  });
  await unpackFile(file, elsewhere);
  const found = readdirSync(path.join(elsewhere, "pgdata/base/changing"));
  expect(found.filter((name) => name.startsWith("vanishes")).length).toBeLessThan(10);
  expect(found.filter((name) => !name.startsWith("vanishes"))).toHaveLength(40);
  const restored = await recover(elsewhere);
  expect(await ask(restored.connection, "select 1 as value")).toBe(1);
});

test("the error of the writer, or of the server, ends the backup mode", async () => {
  const dataDir = usedFolder();
  const [{ connection }, folder] = [await open(dataDir), path.join(dataDir, "pgdata")];
  const idle = () => expect.poll(() => ask(asPostgres(connection), slots), { timeout: 10_000 }).toBe(0);
  const full = async () => {
    throw new Error("the disk is full");
  };
  await expect(copyCluster(connection, folder, full)).rejects.toThrow("the disk is full");
  await idle();
  await expect(copyCluster(connection, folder, async () => "done")).rejects.toThrow("not read to its end");
  await idle();
  const breaksOff = copyCluster(connection, folder, async (tar) => {
    await once(tar, "data");
    throw new Error("the network is gone");
  });
  await expect(breaksOff).rejects.toThrow("the network is gone");
  await idle();
  const end = "select pg_terminate_backend(active_pid) as value from pg_replication_slots";
  const cutOff = copyCluster(connection, folder, async (tar) => {
    expect(await ask(asPostgres(connection), end)).toBe(true);
    await buffer(tar);
  });
  await expect(cutOff).rejects.toThrow(/terminat/);
  await idle();
  await copyToFile(connection, dataDir, newFolder());
});

test("a killed copy ends the backup mode, and the next one works", async () => {
  const dataDir = usedFolder();
  const { connection } = await open(dataDir);
  const copier = new URL("./copy-cluster.ts", import.meta.url).href;
  const program = `
    import { copyCluster } from ${JSON.stringify(copier)};
    await copyCluster(${JSON.stringify(connection)}, ${JSON.stringify(path.join(dataDir, "pgdata"))}, async (tar) => {
      for await (const _ of tar) await new Promise(() => console.log("copying"));
    });`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise((resolve) => child.stdout.once("data", resolve));
  expect(await ask(asPostgres(connection), slots)).toBe(1);
  child.kill("SIGKILL");
  await expect.poll(() => ask(asPostgres(connection), slots), { timeout: 10_000 }).toBe(0);
  await copyToFile(connection, dataDir, newFolder());
});

function changeAll(folder: string, names: readonly string[]) {
  for (const name of names) {
    const file = path.join(folder, name);
    if (name.startsWith("vanishes")) rmSync(file);
    else writeFileSync(file, Buffer.alloc(name.startsWith("grows") ? 600_000 : 100_000, 2));
  }
}
