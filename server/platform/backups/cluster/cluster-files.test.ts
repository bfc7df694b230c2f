import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { blocksOf, clusterFiles, openIfThere } from "./cluster-files.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "swellmates-files-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function allOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

function write(...names: string[]) {
  for (const name of names) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), name);
  }
}

test("leaves out what belongs to the running server", async () => {
  write("PG_VERSION", "base/1/1259", "base/1/t3_16400", "base/1/pg_internal.init", "base/pgsql_tmp/pgsql_tmp7.0");
  write("postmaster.pid", "postmaster.opts", "backup_label.old", "backup_manifest", "pg_replslot/copy/state");
  write("pg_wal/000000010000000000000001", "pg_stat_tmp/global.stat", "pg_xact/0000", "base/1/2619_fsm");
  expect((await allOf(clusterFiles(folder))).sort()).toEqual([
    "PG_VERSION",
    "base/",
    "base/1/",
    "base/1/1259",
    "base/1/2619_fsm",
    "pg_replslot/",
    "pg_stat_tmp/",
    "pg_wal/",
    "pg_xact/",
    "pg_xact/0000",
  ]);
});

test("a link is refused with one sentence", async () => {
  write("pg_tblspc/README");
  symlinkSync(tmpdir(), path.join(folder, "pg_tblspc/16400"));
  await expect(allOf(clusterFiles(folder))).rejects.toThrow(/pg_tblspc\/16400 is neither a file nor a folder/);
});

test.skipIf(process.getuid?.() === 0)("a file that cannot be read is named in one sentence", async () => {
  write("PG_VERSION");
  chmodSync(path.join(folder, "PG_VERSION"), 0);
  await expect(openIfThere(path.join(folder, "PG_VERSION"))).rejects.toThrow(
    /^The database cannot be copied, because .*/,
  );
});

test("reads as many bytes as were announced, whatever the file has", async () => {
  expect(await openIfThere(path.join(folder, "gone"))).toBeNull();
  writeFileSync(path.join(folder, "file"), Buffer.alloc(300_000, 1));
  const handle = await open(path.join(folder, "file"));
  const read = async (size: number) => Buffer.concat(await allOf(blocksOf(handle, size)));
  expect(await read(0)).toEqual(Buffer.alloc(0));
  expect((await read(1000)).equals(Buffer.alloc(1000, 1))).toBe(true);
  const padded = Buffer.concat([Buffer.alloc(300_000, 1), Buffer.alloc(400_000)]);
  expect((await read(700_000)).equals(padded)).toBe(true);
  await handle.close();
});
