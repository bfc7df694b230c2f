import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pack } from "tar-stream";
import { afterEach, beforeEach, expect, test } from "vitest";
import { unpackCluster } from "./restore-cluster.ts";

let home = "";
let dataDir = "";
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), "swellmates-restore-"));
  chmodSync(home, 0o755);
  dataDir = path.join(home, "data");
});
afterEach(() => rmSync(home, { recursive: true }));

/** A tar of folders (with `/` at the end) and files with their names as content, and of entries with other headers. */
function tarOf(...entries: (string | NonNullable<Parameters<ReturnType<typeof pack>["entry"]>[0]>)[]): Promise<Buffer> {
  const tar = pack();
  for (const entry of entries) {
    if (typeof entry !== "string") tar.entry(entry);
    else if (entry.endsWith("/")) tar.entry({ name: entry, type: "directory" });
    else tar.entry({ name: entry }, entry);
  }
  tar.finalize();
  return buffer(Readable.from(tar));
}

const unpack = (bytes: Buffer) => unpackCluster(Readable.from([bytes]), dataDir);
const whole = ["PG_VERSION", "base/", "base/1", "pg_wal/", "backup_label"];

test("unpacks folders and files, which appear at the end", async () => {
  await unpack(await tarOf(...whole));
  expect(readdirSync(dataDir).sort()).toEqual(["pgdata", "run"]);
  const pgdata = path.join(dataDir, "pgdata");
  expect(readdirSync(pgdata).sort()).toEqual(["PG_VERSION", "backup_label", "base", "pg_wal", "recovery.signal"]);
  expect(readFileSync(path.join(pgdata, "base/1"), "utf8")).toBe("base/1");
  expect(readdirSync(path.join(pgdata, "pg_wal"))).toEqual([]);
});

test("a tar that is cut anywhere is refused, and leaves nothing", async () => {
  const bytes = await tarOf(...whole);
  // Two blocks of zeros end a tar. Before them is the content of the last file.
  const end = bytes.length - 1024;
  for (let cut = 0; cut < end; cut += 128) {
    await expect(unpack(bytes.subarray(0, cut)), `cut at ${cut}`).rejects.toThrow(/^The copy of the database cannot/);
    expect(readdirSync(dataDir)).toEqual(["run"]);
  }
  await unpack(bytes.subarray(0, end));
});

test("a source that breaks off is refused, with its error", async () => {
  const bytes = await tarOf(...whole);
  async function* broken() {
    yield bytes.subarray(0, 1500);
    throw new Error("the network is gone");
  }
  await expect(unpackCluster(Readable.from(broken()), dataDir)).rejects.toThrow(
    /cannot be unpacked: the network is gone/,
  );
  const silent = Readable.from([bytes.subarray(0, 1500)]);
  silent.once("data", () => silent.destroy());
  await expect(unpackCluster(silent, dataDir)).rejects.toThrow(/^The copy of the database cannot be unpacked/);
  expect(readdirSync(dataDir)).toEqual(["run"]);
});

test("what is no tar, or a damaged one, is refused", async () => {
  const bytes = await tarOf(...whole);
  for (const at of [0, 100, 124, 156, 512 * 2]) {
    const damaged = Buffer.from(bytes);
    damaged[at] = 0x39;
    await expect(unpack(damaged), `byte ${at}`).rejects.toThrow(/^The copy of the database cannot be unpacked/);
  }
  await expect(unpack(Buffer.alloc(10_000, "garbage"))).rejects.toThrow(/^The copy of the database cannot be unpacked/);
  await expect(unpack(Buffer.alloc(0))).rejects.toThrow(/^The copy of the database cannot be unpacked/);
  expect(readdirSync(dataDir)).toEqual(["run"]);
});

test("names and links that lead out of the folder are refused", async () => {
  const link = { name: "base", type: "symlink", linkname: "/tmp" } as const;
  for (const evil of ["../evil", "/evil", "base/../../evil", "base//evil", "./evil", "..", link]) {
    await expect(unpack(await tarOf("base/", evil, "backup_label"))).rejects.toThrow(
      /^The copy of the database cannot/,
    );
    expect(readdirSync(dataDir)).toEqual(["run"]);
  }
  expect(readdirSync(home)).toEqual(["data"]);
  expect(existsSync("/evil")).toBe(false);
});

test("a database that is there stays as it is", async () => {
  mkdirSync(path.join(dataDir, "pgdata"), { recursive: true });
  await expect(unpack(await tarOf(...whole))).rejects.toThrow(/^There is a database in .*: move it aside first\.$/);
  expect(readdirSync(path.join(dataDir, "pgdata"))).toEqual([]);
});
