import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, open, readdir, rm, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { newId } from "../db/id.ts";
import { describeBlobs, pattern, pieces } from "../../testing/blobs-compliance.ts";
import { fullAfter } from "../../testing/full-disk.ts";
import { diskBlobs } from "./disk.ts";

const folder = () => mkdtemp(path.join(os.tmpdir(), "swellmates blobs-"));
const filesBelow = async (dir: string) =>
  (await readdir(dir, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);

describeBlobs("a disk", async () => {
  const dir = await folder();
  return { blobs: diskBlobs(path.join(dir, "new", "blobs")), close: () => rm(dir, { recursive: true }) };
});

test("blobs are spread over many folders and readable by their owner only", async () => {
  const dir = await folder();
  const blobs = diskBlobs(dir);
  for (let i = 0; i < 40; i++) await blobs.put(`${newId()}/original`, pattern(1));
  expect((await readdir(dir)).length).toBeGreaterThan(15);
  const [id] = [newId()];
  await blobs.put(`${id}/original`, pattern(1));
  expect((await stat(path.join(dir, id.slice(-2), `${id}.original`))).mode & 0o077).toBe(0);
  await rm(dir, { recursive: true });
});

test("a disk that fills up while writing leaves nothing behind", async () => {
  const dir = await folder();
  const blobs = diskBlobs(dir, { create: async (file) => fullAfter(200_000, await open(file, "wx")) });
  const id = newId();
  await expect(blobs.put(`${id}/original`, pieces(pattern(1_000_000), 64_000))).rejects.toMatchObject({
    code: "ENOSPC",
  });
  expect(await filesBelow(dir)).toEqual([]);
  await blobs.put(`${id}/original`, pattern(100_000));
  expect(await blobs.sizeOf(`${id}/original`)).toBe(100_000);
  await rm(dir, { recursive: true });
});

test("a blob that cannot be flushed is not kept and leaves nothing behind", async () => {
  const dir = await folder();
  const sync = () => Promise.reject(Object.assign(new Error("EIO: i/o error, fsync"), { code: "EIO" }));
  const blobs = diskBlobs(dir, { create: async (file) => Object.assign(await open(file, "wx"), { sync }) });
  const id = newId();
  const staged = await blobs.stage(id, pieces(pattern(300_000), 64_000));
  await expect(staged.keep(`${id}/original`)).rejects.toMatchObject({ code: "EIO" });
  expect(staged.isKept).toBe(false);
  await staged.drop();
  await expect(blobs.put(`${id}/thumb`, pattern(1000))).rejects.toMatchObject({ code: "EIO" });
  expect(await filesBelow(dir)).toEqual([]);
  await rm(dir, { recursive: true });
});

test("a full file system refuses a new blob and keeps its blobs", async ({ skip }) => {
  const dir = path.join(await folder(), "small");
  await mkdir(dir);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", dir], { stdio: "ignore" });
  } catch {
    skip("only root may mount a file system here");
  }
  try {
    const blobs = diskBlobs(dir);
    const [first, second] = [newId(), newId()];
    await blobs.put(`${first}/original`, pattern(600_000));
    await expect(blobs.put(`${second}/original`, pieces(pattern(600_000), 64_000))).rejects.toMatchObject({
      code: "ENOSPC",
    });
    expect(await filesBelow(dir)).toEqual([`${first}.original`]);
    expect(await blobs.sizeOf(`${first}/original`)).toBe(600_000);
  } finally {
    execFileSync("umount", [dir]);
    await rm(path.dirname(dir), { recursive: true });
  }
});
