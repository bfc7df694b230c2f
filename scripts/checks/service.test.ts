import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { inputs } from "../build.mjs";

const root = path.resolve(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const unit = read("swellmates.service");
const compose = read("compose.yaml");

/** The values of a setting of the unit, in its order. */
const valuesOf = (name: string) =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(([, value = ""]) => value);
const variables = Object.fromEntries(
  valuesOf("Environment").flatMap((line) => line.split(" ").map((pair) => pair.split("=") as [string, string])),
);

describe("the systemd unit", () => {
  test("starts the server as npm start and the image do", () => {
    const [command = ""] = valuesOf("ExecStart");
    const [program, ...args] = command.split(" ");
    expect(program).toBe(`${valuesOf("WorkingDirectory")[0]}/node_modules/.bin/node`);
    expect(read("Dockerfile")).toContain(`CMD ${JSON.stringify(["node", ...args]).replaceAll(",", ", ")}`);
    for (const word of args) expect(read("scripts/start.mjs")).toContain(`"${word}"`);
  });

  test("keeps data in its own folder, and sets only variables of the README", () => {
    expect(variables["DATA_DIR"]).toBe(`/var/lib/${valuesOf("StateDirectory")[0]}`);
    const names = Object.keys(variables).filter((name) => name !== "NODE_ENV");
    expect(names.filter((name) => !read("README.md").includes(`| \`${name}\``))).toEqual([]);
  });

  test("allows the namespaces that media processes use", () => {
    const used = [...read("server/media/processes/sandbox.ts").matchAll(/--unshare-(\w+)/g)].map(([, name]) => name);
    expect(new Set(valuesOf("RestrictNamespaces")[0]?.split(" "))).toEqual(new Set([...used, "mnt"]));
  });

  test("covers no file of /proc, where the kernel then refuses bubblewrap one of its own", () => {
    const settings = [...unit.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = "", value = ""]) => ({ name, value }));
    // What systemd.exec(5) mounts over /proc, or mounts of it in part.
    const covering = ["ProtectKernelTunables", "ProtectKernelLogs", "ProtectHostname", "ProcSubset"];
    expect(settings.filter(({ name, value }) => covering.includes(name) && value !== "no")).toEqual([]);
    const mounts = settings.filter(({ name }) => /Paths$|^TemporaryFileSystem$|^Root|^MountAPIVFS$/.test(name));
    expect(mounts.filter(({ value }) => /\/proc|yes/.test(value))).toEqual([]);
  });

  test("limits processes and memory as compose.yaml does", () => {
    expect(compose).toContain(`pids_limit: ${valuesOf("TasksMax")[0]}\n`);
    expect(compose).toContain(`mem_limit: ${valuesOf("MemoryMax")[0]?.toLowerCase()}\n`);
  });

  describe.runIf(spawnSync("systemd-analyze", ["--version"]).status === 0)("to systemd", () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "swellmates-unit-"));
    const file = path.join(folder, "swellmates.service");
    writeFileSync(file, unit.replaceAll(valuesOf("WorkingDirectory")[0]!, root));
    afterAll(() => rmSync(folder, { recursive: true }));
    const analyze = (...args: string[]) => spawnSync("systemd-analyze", [...args, file], { encoding: "utf8" });

    test("is valid", () => {
      expect(analyze("verify")).toMatchObject({ status: 0, stdout: "", stderr: "" });
    });

    test("exposes little", () => {
      // In tenths; a unit without restrictions has 9.2.
      expect(analyze("security", "--offline=true", "--threshold=25")).toMatchObject({ status: 0 });
    });
  });
});

describe("the image", () => {
  test("is built from all that a build is made of", () => {
    const [firstStage = ""] = read("Dockerfile")
      .split(/^FROM .*/m)
      .slice(1);
    const copied = [...firstStage.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, files = ""]) => files.split(" "));
    const sent = [...read(".dockerignore").matchAll(/^!(.+)$/gm)].map(([, file = ""]) => file);
    for (const patterns of [copied, sent])
      expect(inputs.filter((file) => !patterns.some((pattern) => path.matchesGlob(file, pattern)))).toEqual([]);
  });
});
