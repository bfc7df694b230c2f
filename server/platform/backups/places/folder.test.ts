import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, open, readFile, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, test } from "vitest";
import { pattern, pieces } from "../../../testing/blobs-compliance.ts";
import { fullAfter } from "../../../testing/full-disk.ts";
import { allOf, describePlace } from "../../../testing/places-compliance.ts";
import { folderPlace } from "./folder.ts";

const newFolder = () => mkdtemp(path.join(os.tmpdir(), "swellmates places-"));

describePlace("a folder", async () => {
  const dir = await newFolder();
  return { place: folderPlace(path.join(dir, "backups here")), close: () => rm(dir, { recursive: true }) };
});

let dir: string;
let root: string;
beforeEach(async () => {
  dir = await newFolder();
  root = path.join(dir, "backup");
});
afterEach(() => rm(dir, { recursive: true }));

const filesBelow = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
const listed = async () => (await allOf(folderPlace(root).list(""))).map(({ name }) => name).sort();

test("its files and folders are readable by their owner only", async () => {
  await folderPlace(root).put("backups/now/secret.key", pieces(pattern(32), 32));
  const made = ["", ...(await readdir(root, { recursive: true }))];
  expect(made.sort()).toEqual(["", ".incoming", "backups", "backups/now", "backups/now/secret.key"]);
  for (const name of made) {
    const { mode } = await stat(path.join(root, name));
    expect((mode & 0o777).toString(8), name).toBe(name.endsWith(".key") ? "600" : "700");
  }
});

test("a disk that fills up or fails while writing leaves nothing behind", async () => {
  const full = folderPlace(root, { create: async (file) => fullAfter(200_000, await open(file, "wx")) });
  const source = pieces(pattern(1_000_000), 64_000);
  await expect(full.put("wal/a/1.gz", source)).rejects.toMatchObject({ code: "ENOSPC" });
  expect(source.destroyed).toBe(true);
  const sync = () => Promise.reject(Object.assign(new Error("EIO: i/o error, fsync"), { code: "EIO" }));
  const failing = folderPlace(root, { create: async (file) => Object.assign(await open(file, "wx"), { sync }) });
  await expect(failing.put("wal/a/1.gz", pieces(pattern(10), 10))).rejects.toMatchObject({ code: "EIO" });
  expect(await filesBelow(root)).toEqual([]);
  await folderPlace(root).put("wal/a/1.gz", pieces(pattern(1_000_000), 64_000));
  expect(await filesBelow(root)).toEqual(["wal/a/1.gz"]);
});

test("an interrupted put leaves nothing, and its bytes are never seen under its name", async () => {
  const place = folderPlace(root);
  const source = new Readable({ read() {} });
  const putting = place.put("backups/now/cluster.tar.zst", source);
  source.push(pattern(2_000_000));
  await expect.poll(() => filesBelow(root).catch(() => [])).toEqual([expect.stringMatching(/^\.incoming\//)]);
  expect(await listed()).toEqual([]);
  source.destroy();
  await expect(putting).rejects.toThrow("The stream broke off");
  expect(await filesBelow(root)).toEqual([]);
});

test("without the folder above, a disk is not mounted, and nothing is made", async () => {
  const place = folderPlace(path.join(dir, "disk", "backup"));
  const sentence = `The folder ${dir}/disk/backup cannot keep backups: ${dir}/disk is missing: mount its disk, or make that folder.`;
  await expect(place.answers()).rejects.toThrow(sentence);
  await expect(place.put("a", pieces(pattern(1), 1))).rejects.toThrow(sentence);
  expect(await readdir(dir)).toEqual([]);
});

test("a file in the place of the folder gives one sentence", async () => {
  await writeFile(root, "a file");
  await expect(folderPlace(root).answers()).rejects.toThrow(
    /^The folder .*backup cannot keep backups: let the server's account read and write it \(ENOTDIR: .*\)\.$/,
  );
});

test("a disk that is read-only gives one sentence", async ({ skip }) => {
  await mkdir(root);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "ro", "tmpfs", root], { stdio: "ignore" });
  } catch {
    skip("only root may mount a file system here");
  }
  try {
    await expect(folderPlace(root).answers()).rejects.toThrow(/ let the server's account read and write it \(EROFS: /);
  } finally {
    execFileSync("umount", [root]);
  }
});

test("files of another account are refused with one sentence that says what to do", async ({ skip }) => {
  if (process.getuid?.() !== 0) skip("only root can become another account");
  await folderPlace(root).put("backups/now/a", pieces(pattern(1), 1));
  process.seteuid!("nobody");
  const sentence = /has files that this account cannot read, .* Give them to this one: sudo chown -R \w+ \/.*backup$/;
  try {
    await expect(folderPlace(root).get("backups/now/a")).rejects.toThrow(sentence);
    await expect(folderPlace(root).list("")[Symbol.asyncIterator]().next()).rejects.toThrow(sentence);
  } finally {
    process.seteuid!(0);
  }
});

test("answers removes what a killed process left more than a day ago", async () => {
  const place = folderPlace(root);
  await place.put("kept", pieces(pattern(1), 1));
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  for (const [name, hours] of [
    ["old", 25],
    ["young", 23],
  ] as const) {
    const file = path.join(root, ".incoming", name);
    await writeFile(file, "half");
    await utimes(file, hoursAgo(hours), hoursAgo(hours));
  }
  await utimes(path.join(root, "kept"), hoursAgo(1000), hoursAgo(1000));
  await place.answers();
  expect(await filesBelow(root)).toEqual([".incoming/young", "kept"]);
});

test("files of other programs in the folder are not listed", async () => {
  await folderPlace(root).put("backups/now/backup.json", pieces(pattern(1), 1));
  for (const name of ["lost+found", ".Trash", "backups/.hidden"]) await mkdir(path.join(root, name));
  for (const name of ["lost+found/a", ".Trash/a", "backups/.hidden/a", "backups/.DS_Store", "my notes.txt"])
    await writeFile(path.join(root, name), "theirs");
  expect(await listed()).toEqual(["backups/now/backup.json"]);
});

test("the last file of a folder takes the folder with it", async () => {
  const place = folderPlace(root);
  for (const name of ["backups/now/tables/a", "backups/now/backup.json", "backups/then/backup.json"])
    await place.put(name, pieces(pattern(1), 1));
  await place.remove("backups/now/tables/a");
  await place.remove("backups/now/backup.json");
  expect((await readdir(root, { recursive: true })).sort()).toEqual([
    ".incoming",
    "backups",
    "backups/then",
    "backups/then/backup.json",
  ]);
  await place.put("backups/now/tables/a", pieces(pattern(7), 7));
  expect((await readFile(path.join(root, "backups/now/tables/a"))).equals(pattern(7))).toBe(true);
});
