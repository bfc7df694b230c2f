import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { openTestApp } from "../../testing/app.ts";
import type { ScriptedTask } from "../fixtures/scripted-worker.ts";
import { openChild } from "./child.ts";
import { type SandboxMode, openSandbox } from "./sandbox.ts";

const module = path.join(import.meta.dirname, "../fixtures/scripted-worker.ts");
const refusal = "bwrap: Can't mount proc on /newroot/proc: Operation not permitted";

let folder: string;
beforeAll(() => (folder = mkdtempSync(path.join(os.tmpdir(), "swellmates-sandbox-"))));
afterAll(() => rmSync(folder, { recursive: true }));
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  vi.unstubAllEnvs();
});

/** Gives the server programs of its own: a bubblewrap that is this script, or none. */
function putBubblewrap(script?: string) {
  const programs = mkdtempSync(path.join(folder, "bin-"));
  for (const name of ["sh", "true", "unshare"])
    symlinkSync(execFileSync("which", [name], { encoding: "utf8" }).trim(), path.join(programs, name));
  if (script !== undefined) {
    writeFileSync(path.join(programs, "bwrap"), `#!/bin/sh\n${script}\n`);
    chmodSync(path.join(programs, "bwrap"), 0o755);
  }
  vi.stubEnv("PATH", programs);
}
const failing = `echo "${refusal}" >&2; exit 1`;
/** Runs the command after the options, as bubblewrap would. */
const working = 'until [ "$1" = -- ]; do shift; done; shift; [ "$1" = prlimit ] && shift 3; exec "$@"';

function open(mode: SandboxMode) {
  const lines: string[] = [];
  const note = (line: string) => lines.push(line);
  const dataDir = mkdtempSync(path.join(folder, "data-"));
  const sandbox = openSandbox(mode, dataDir, { info: note, warn: note });
  const child = openChild<ScriptedTask, string>({
    module,
    args: [],
    permissions: { hidden: [dataDir], read: [], write: [] },
    sandbox,
    atOnce: 1,
    idleMs: 60_000,
    memoryBytes: 256 * 1024 * 1024,
    log: note,
  });
  ends.push(() => child.stop(0));
  const answer = () => child.run({ do: "answer", with: "read" }, { deadlineMs: 60_000 });
  return { lines, sandbox, answer };
}

test("a decoder that starts without bubblewrap is logged once, with the reason", async () => {
  putBubblewrap(failing);
  const { lines, sandbox, answer } = open("auto");
  expect(await answer()).toMatch(/^read/);
  await sandbox.check();
  sandbox.tell();
  expect(lines).toEqual([expect.stringContaining(`run without bubblewrap: ${refusal}.`)]);
});

test("the start says that bubblewrap is not installed, and what there is instead", async () => {
  putBubblewrap();
  const { lines, sandbox, answer } = open("auto");
  await sandbox.check();
  sandbox.tell();
  await answer();
  expect(lines).toEqual([
    expect.stringMatching(/run without bubblewrap: bwrap is not installed; (unshare|nothing else)/),
  ]);
});

test("nothing warns where bubblewrap works", async () => {
  putBubblewrap(working);
  const { lines, sandbox, answer } = open("required");
  await sandbox.check();
  sandbox.tell();
  expect(await answer()).toMatch(/^read/);
  expect(lines).toEqual(["Decoders of uploaded files run in bubblewrap."]);
});

test("where it is required and fails, no decoder starts, and no file is blamed", async () => {
  putBubblewrap(failing);
  const { lines, answer } = open("required");
  await expect(answer()).rejects.toMatchObject({ kind: "unavailable" });
  await expect(answer()).rejects.toMatchObject({ kind: "unavailable" });
  expect(lines).toEqual([expect.stringContaining(`do not start, because bubblewrap does not work: ${refusal}.`)]);
});

test("a server without bubblewrap warns once, or does not listen where it is required", async () => {
  putBubblewrap(failing);
  const lines: string[] = [];
  const logTo = { write: (line: string) => void lines.push(line) };
  const usual = await openTestApp({ LOG_LEVEL: "warn", HOST: "127.0.0.1" }, undefined, { logTo });
  ends.push(usual.close);
  await usual.app.listen({ port: 0, host: "127.0.0.1" });
  const warned = lines.filter((line) => line.includes("run without bubblewrap"));
  expect(warned).toEqual([expect.stringContaining(refusal)]);

  const strict = await openTestApp({ DECODER_SANDBOX: "required" });
  ends.push(strict.close);
  await expect(strict.app.listen({ port: 0, host: "127.0.0.1" })).rejects.toThrow(
    `DECODER_SANDBOX=required: bubblewrap does not work here: ${refusal}.`,
  );
});
