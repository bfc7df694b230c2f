import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { isOpenToNobody, nobody } from "../../testing/lifecycle/server-process.ts";
import type { ScriptedTask } from "../fixtures/scripted-worker.ts";
import { type Child, openChild } from "./child.ts";

const module = path.join(import.meta.dirname, "../fixtures/scripted-worker.ts");
const megabyte = 1024 * 1024;
const patient = { deadlineMs: 60_000 };
const works = (command: string) => spawnSync("sh", ["-c", command]).status === 0;
const hasBubblewrap = works("bwrap --unshare-user --unshare-pid --unshare-net --ro-bind / / --proc /proc true");
const canIsolate = works("unshare --net true || unshare --user --net true");

let dataDir: string;
let films: string;
let secret: string;
beforeAll(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), "swellmates-launch-"));
  films = path.join(dataDir, "films");
  secret = path.join(dataDir, "secret.key");
  mkdirSync(films);
  writeFileSync(secret, "a secret\n");
});
afterAll(() => rmSync(dataDir, { recursive: true }));

let child: Child<ScriptedTask, string>;
afterEach(async () => {
  await child.stop(0);
  vi.unstubAllEnvs();
});

/** The process may start programs, and reads and writes one folder, as the process that prepares videos does. */
const options = () => ({
  module,
  args: [],
  permissions: { hidden: [dataDir], read: [films], write: [films], mayStartPrograms: true },
  atOnce: 4,
  idleMs: 60_000,
  memoryBytes: 256 * megabyte,
  maxFileBytes: 8 * megabyte,
});
const start = () => (child = openChild<ScriptedTask, string>(options()));
const run = async (script: string) => (await child.run({ do: "script", script }, patient)).trim().split("\n");

/** Hides bubblewrap from the process. */
function withoutBubblewrap() {
  const programs = path.join(dataDir, "bin");
  rmSync(programs, { recursive: true, force: true });
  mkdirSync(programs);
  for (const name of ["sh", "cat", "true", "unshare"])
    symlinkSync(execFileSync("which", [name], { encoding: "utf8" }).trim(), path.join(programs, name));
  vi.stubEnv("PATH", programs);
}

describe("a process that reads files", () => {
  test("writes no file above its limit, and the server goes on", async () => {
    start();
    const file = path.join(films, "large");
    expect(await child.run({ do: "write", file, bytes: 8 * megabyte }, patient)).toBe("written");
    await expect(child.run({ do: "write", file, bytes: 8 * megabyte + 1 }, patient)).rejects.toMatchObject({
      kind: "died",
    });
    expect(await child.run({ do: "answer", with: "next" }, patient)).toMatch(/^next/);
  });

  test("gives its limits to the programs that it starts", async () => {
    start();
    expect(await run("ulimit -d; ulimit -f; ulimit -n; ulimit -c")).toEqual([
      String((640 + 256) * 1024),
      String(8 * 2 * 1024),
      "1024",
      "0",
    ]);
  });

  test.runIf(canIsolate)("works without bubblewrap, also without a network", async () => {
    withoutBubblewrap();
    start();
    expect(await run(`cat ${secret}`)).toEqual(["a secret"]);
    expect(await child.run({ do: "connect", port: 9 }, patient)).toBe("ENETUNREACH");
    expect(await child.run({ do: "write", file: path.join(films, "small"), bytes: 9 }, patient)).toBe("written");
  });
});

// Containers and some kernels refuse namespaces.
describe.runIf(hasBubblewrap)("a program that it starts in bubblewrap", () => {
  test("sees the folders of its task, and not the server's key", async () => {
    start();
    writeFileSync(path.join(films, "clip"), "a clip\n");
    expect(await run(`cat ${films}/clip; ls ${dataDir}; cat ${secret}`)).toEqual([
      "a clip",
      "films",
      expect.stringContaining("No such file"),
    ]);
  });

  test("writes to the folders of its task alone", async () => {
    start();
    expect(await run(`echo new > ${films}/new; echo new > ${import.meta.dirname}/new`)).toEqual([
      expect.stringContaining("Read-only"),
    ]);
    expect(existsSync(path.join(films, "new"))).toBe(true);
  });

  test("sees no process of the server, has no rights, and only its own loopback", async () => {
    start();
    expect(await run(`kill -0 ${process.pid}`)).toEqual([expect.stringContaining("No such process")]);
    expect(await run("grep CapEff /proc/self/status")).toEqual(["CapEff:\t0000000000000000"]);
    expect(await run("grep -c : /proc/net/dev")).toEqual(["1"]);
  });

  test("ends with the process, also from a session of its own", async () => {
    start();
    const seconds = `3600.${process.pid}`;
    await run(`setsid sleep ${seconds} >/dev/null 2>&1 &`);
    expect(works(`pgrep -f "^sleep ${seconds}"`)).toBe(true);
    await child.stop(0);
    await vi.waitFor(() => expect(works(`pgrep -f "^sleep ${seconds}"`)).toBe(false), { timeout: 20_000 });
  });

  // Linux limits the processes of every account but root's.
  test.runIf(process.getuid?.() !== 0 || isOpenToNobody())("starts a bounded number of processes", async () => {
    start();
    chmodSync(dataDir, 0o777);
    const bomb = "i=0; while [ $i -lt 600 ]; do sleep 600 >/dev/null 2>&1 & i=$((i+1)); done; echo all";
    const program = `
      import { openChild } from ${JSON.stringify(path.join(import.meta.dirname, "child.ts"))};
      const options = ${JSON.stringify({ ...options(), permissions: { ...options().permissions, read: [], write: [] } })};
      const child = openChild(options);
      const script = ${JSON.stringify(bomb)};
      console.log(await child.run({ do: "script", script }, { deadlineMs: 60_000 }));
      console.log(await child.run({ do: "answer", with: "next" }, { deadlineMs: 60_000 }));
      await child.stop(0);`;
    const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
      ...(process.getuid?.() === 0 && nobody),
      cwd: "/",
      encoding: "utf8",
    });
    expect(stdout + stderr).toMatch(/Cannot fork[^]*\nnext by/);
    expect(stdout).not.toMatch(/^all$/m);
  });
});
