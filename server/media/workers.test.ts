import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { readConfig } from "../platform/config/config.ts";
import { heic } from "./fixtures/heic.ts";
import { jpeg, stored } from "./fixtures/pictures.ts";
import { canForbidConnections, permissionFlags } from "./processes/sandbox.ts";
import { type Workers, openWorkers } from "./workers.ts";

vi.setConfig({ testTimeout: 60_000 });
let dataDir: string;
let incoming: string;
beforeAll(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), "swellmates-workers-"));
  incoming = path.join(dataDir, "blobs/incoming");
  mkdirSync(incoming, { recursive: true });
});
afterAll(() => rmSync(dataDir, { recursive: true }));

let workers: Workers;
const lines: string[] = [];
afterEach(async () => {
  await workers.stop();
  lines.length = 0;
});
const start = (maxCpuMs?: number) =>
  (workers = openWorkers(readConfig({ DATA_DIR: dataDir }), (line) => lines.push(line), undefined, maxCpuMs));

/** Writes a file where uploads arrive. */
function arrived(name: string, bytes: Buffer): string {
  const file = path.join(incoming, name);
  writeFileSync(file, bytes);
  return file;
}
const photoOf = (person: string) => ({ isVideo: false, person });

test("a photo waits for no other person's file, and for each of its sender's", async () => {
  start();
  // Reading it blocks until somebody writes.
  const slow = path.join(incoming, "slow");
  execFileSync("mkfifo", [slow]);
  const done: string[] = [];
  const inspect = async (file: string, person: string, name: string) => {
    await workers.inspect(file, photoOf(person));
    done.push(name);
  };
  const photo = arrived("photo.jpg", await jpeg());
  const mals = [inspect(slow, "mal", "mal 1"), inspect(photo, "mal", "mal 2"), inspect(photo, "mal", "mal 3")];
  await inspect(photo, "ana", "ana");
  await inspect(photo, "bo", "bo");
  expect(done).toEqual(["ana", "bo"]);
  await (await open(slow, "w")).close();
  await Promise.all(mals);
  expect(done).toEqual(["ana", "bo", "mal 1", "mal 2", "mal 3"]);
});

test("files that take too long are refused for good, and their sender has to wait", async () => {
  start(300);
  // It takes seconds to hash, and no place on the disk.
  const long = arrived("long.mp4", stored("videos/wave.mp4"));
  truncateSync(long, 8 * 1024 ** 3);
  const video = { isVideo: true, person: "mal" };
  for (let i = 0; i < 3; i++)
    expect(await workers.inspect(long, video)).toEqual({
      code: "broken_file",
      key: "file_takes_too_long",
    });
  expect(lines).toEqual(Array.from({ length: 3 }, () => expect.stringMatching(/^A media process \(inspect\).{1,80}$/)));
  await expect(workers.inspect(long, video)).rejects.toMatchObject({
    code: "too_many_requests",
    extra: { retryAfter: expect.any(Number) as number },
  });
  expect(await workers.inspect(arrived("photo.jpg", await jpeg()), photoOf("ana"))).toMatchObject({ width: 900 });
});

test("files that are just damaged keep nobody waiting", async () => {
  start();
  const cut = arrived("cut.heic", heic().subarray(0, 500));
  for (let i = 0; i < 5; i++) expect(await workers.inspect(cut, photoOf("ana"))).toMatchObject({ code: "broken_file" });
});

describe("the process that inspects files", () => {
  /** What a program reports that runs with the permissions of the inspecting process. */
  function report(program: string): string {
    const flags = permissionFlags({ read: [incoming], write: [] });
    const { stderr } = spawnSync(process.execPath, [...flags, "--input-type=module", "-e", program], {
      encoding: "utf8",
    });
    return /code: '(\w+)'/.exec(stderr)?.[1] ?? stderr.trim();
  }

  test("reads what arrives, and neither the server's key nor other photos", async () => {
    start();
    const secret = path.join(dataDir, "secret.key");
    writeFileSync(secret, "a secret");
    const other = path.join(dataDir, "blobs/other.original");
    writeFileSync(other, await jpeg());
    for (const [name, bytes, type] of [
      ["photo.jpg", await jpeg(), "image/jpeg"],
      ["photo.heic", heic(), "image/heic"],
    ] as const)
      expect(await workers.inspect(arrived(name, bytes), photoOf("ana"))).toMatchObject({ type });
    const video = arrived("wave.mp4", stored("videos/wave.mp4"));
    expect(await workers.inspect(video, { isVideo: true, person: "ana" })).toMatchObject({ type: "video/mp4" });
    for (const file of [secret, other, "/etc/passwd"]) {
      await expect(workers.inspect(file, photoOf("ana"))).rejects.toThrow(/restricted/);
      expect(report(`import fs from "node:fs"; fs.readFileSync(${JSON.stringify(file)})`)).toBe("ERR_ACCESS_DENIED");
    }
  });

  test("writes no file, and starts no program and no thread", () => {
    start();
    const file = JSON.stringify(path.join(incoming, "new"));
    expect(report(`import fs from "node:fs"; fs.writeFileSync(${file}, "")`)).toBe("ERR_ACCESS_DENIED");
    expect(report(`import { execFileSync } from "node:child_process"; execFileSync("true")`)).toBe("ERR_ACCESS_DENIED");
    expect(report(`import { Worker } from "node:worker_threads"; new Worker("", { eval: true })`)).toBe(
      "ERR_ACCESS_DENIED",
    );
  });

  // Node 24 cannot forbid them.
  test.runIf(canForbidConnections)("opens no connection", () => {
    start();
    expect(report(`import net from "node:net"; net.connect(1, "127.0.0.1")`)).toBe("ERR_ACCESS_DENIED");
  });
});
