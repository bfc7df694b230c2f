import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { gunzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { endSegment, memoryPlace } from "../../../testing/cluster-copies.ts";
import { ask, embeddedRig } from "../../../testing/embedded-rig.ts";
import { pruneWal, readArchiveId, shipWal } from "./wal-archive.ts";

const { usedFolder, open } = embeddedRig();
const home = mkdtempSync(path.join(tmpdir(), "swellmates-wal-"));
afterAll(() => rmSync(home, { recursive: true }));

const segment = (number: number, timeline = 1) =>
  `${timeline.toString(16).padStart(8, "0")}${number.toString(16).padStart(16, "0")}`.toUpperCase();

describe("a server", () => {
  test("without an archive has no folder and no setting for it", async () => {
    const dataDir = usedFolder();
    const { connection } = await open(dataDir);
    expect(await ask(connection, "select setting as value from pg_settings where name = 'archive_mode'")).toBe("off");
    expect(existsSync(path.join(dataDir, "wal"))).toBe(false);
  });

  test("keeps the name of its archive as long as no segment is missing", async () => {
    const dataDir = usedFolder();
    const [walFolder, pgdata] = [path.join(dataDir, "wal"), path.join(dataDir, "pgdata")];
    const idAfter = async (archives: boolean) => {
      await (await open(dataDir, { archives })).stop();
      return readArchiveId(walFolder);
    };
    const id = await idAfter(true);
    expect(id).toMatch(/^[0-9a-f]{16}$/);
    expect(await idAfter(true)).toBe(id);
    expect(await idAfter(false)).toBeNull();
    writeFileSync(path.join(walFolder, `${segment(1)}.gz`), "of the old archive");
    const next = await idAfter(true);
    expect(next).toMatch(/^[0-9a-f]{16}$/);
    expect(next).not.toBe(id);
    expect(existsSync(path.join(walFolder, `${segment(1)}.gz`))).toBe(false);
    // As somebody does who restores an older folder by hand.
    renameSync(pgdata, `${pgdata}-before`);
    execFileSync("cp", ["-a", `${pgdata}-before`, pgdata]);
    expect(await idAfter(true)).not.toBe(next);
  });

  test("puts finished segments into the archive, private and whole", async () => {
    const dataDir = usedFolder();
    const { connection } = await open(dataDir, { archives: true });
    const walFolder = path.join(dataDir, "wal");
    expect(statSync(walFolder).mode & 0o777).toBe(0o700);
    expect(statSync(walFolder).uid).toBe(statSync(path.join(dataDir, "pgdata")).uid);
    const name = await endSegment(connection, dataDir);
    expect(gunzipSync(readFileSync(path.join(walFolder, `${name}.gz`)))).toHaveLength(16 * 1024 * 1024);
    expect(readdirSync(walFolder).filter((other) => !/^[0-9A-F]{24}\.gz$/.test(other))).toEqual(["archive.id"]);
  });
});

describe("shipping", () => {
  let number = 0;
  /** The folder of an archive with these files, whose content is their name. */
  function walFolderWith(...names: string[]): string {
    const folder = path.join(home, String(++number));
    mkdirSync(folder);
    writeFileSync(path.join(folder, "archive.id"), "0123456789abcdef 7");
    for (const name of names) writeFileSync(path.join(folder, name), name);
    return folder;
  }

  test("moves finished files, oldest first", async () => {
    const names = [segment(9), segment(10), "00000002.history", segment(10, 2), `${segment(10, 2)}.00000028.backup`];
    const folder = walFolderWith(...names.map((name) => `${name}.gz`).toReversed(), `.${segment(11)}.part`);
    const place = memoryPlace();
    expect(await shipWal(folder, place)).toBe(5);
    const ships = [segment(9), segment(10), "00000002.history", `${segment(10, 2)}.00000028.backup`, segment(10, 2)];
    expect([...place.files.keys()]).toEqual(ships.map((name) => `wal/0123456789abcdef/${name}.gz`));
    expect(place.files.get(`wal/0123456789abcdef/${segment(9)}.gz`)?.toString()).toBe(`${segment(9)}.gz`);
    expect(readdirSync(folder).sort()).toEqual([`.${segment(11)}.part`, "archive.id"]);
    expect(await shipWal(folder, place)).toBe(0);
  });

  test("keeps a file that the place did not take, and all after it", async () => {
    const folder = walFolderWith(`${segment(1)}.gz`, `${segment(2)}.gz`, `${segment(3)}.gz`);
    const place = memoryPlace();
    const failing = {
      ...place,
      put: async (name: string, source: Readable) => {
        if (name.includes(segment(2))) throw new Error("the bucket is closed");
        await place.put(name, source);
      },
    };
    await expect(shipWal(folder, failing)).rejects.toThrow("the bucket is closed");
    expect(readdirSync(folder).sort()).toEqual([`${segment(2)}.gz`, `${segment(3)}.gz`, "archive.id"]);
    expect(await shipWal(folder, place, AbortSignal.abort())).toBe(0);
    expect(await shipWal(folder, place)).toBe(2);
  });

  test("may be done by several processes at once", async () => {
    const names = Array.from({ length: 20 }, (_, position) => `${segment(position)}.gz`);
    const [folder, place] = [walFolderWith(...names), memoryPlace()];
    await Promise.all([shipWal(folder, place), shipWal(folder, place), shipWal(folder, place)]);
    expect(place.files.size).toBe(20);
    for (const [name, bytes] of place.files) expect(name.endsWith(`/${bytes}`)).toBe(true);
    expect(readdirSync(folder)).toEqual(["archive.id"]);
  });

  test("does nothing without an archive", async () => {
    expect(await shipWal(path.join(home, "none"), memoryPlace())).toBe(0);
  });
});

test("removes the WAL that no kept copy needs, and no other", async () => {
  const place = memoryPlace();
  const [here, old] = ["aaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbb"];
  const files = [
    `${here}/${segment(5)}.gz`,
    `${here}/${segment(6)}.gz`,
    `${here}/00000002.history.gz`,
    `${here}/${segment(6, 2)}.gz`,
    `${here}/${segment(5, 2)}.gz`,
    `${here}/${segment(6)}.00000028.backup.gz`,
    `${old}/${segment(90)}.gz`,
    `${old}/00000002.history.gz`,
  ];
  for (const file of files) place.files.set(`wal/${file}`, Buffer.alloc(1));
  place.files.set("backups/wal/other", Buffer.alloc(1));
  const kept = [
    { archive: here, firstWal: segment(8, 2) },
    { archive: here, firstWal: segment(6) },
    { archive: null, firstWal: segment(1) },
  ];
  expect(await pruneWal(place, kept)).toBe(4);
  expect([...place.files.keys()]).toEqual([...[1, 2, 3, 5].map((index) => `wal/${files[index]}`), "backups/wal/other"]);
  expect(await pruneWal(place, [])).toBe(4);
  expect([...place.files.keys()]).toEqual(["backups/wal/other"]);
});
