import { type StdioOptions, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { version } from "../../platform/version.ts";
import {
  copyFolder,
  followOutput,
  hasPostmaster,
  killAll,
  waitForUrl,
  startServer,
  temporaryFolder,
  until,
} from "./server-process.ts";

const project = path.resolve(import.meta.dirname, "../../..");
const home = temporaryFolder();
/** A clone with linked packages and a web of one line, which builds fast. */
const clone = path.join(home.path, "a clone");
const used = path.join(home.path, "used");
const cache = path.join(clone, ".cache");
const stamp = path.join(clone, "node_modules/.installed-from");
const lockHash = () =>
  createHash("sha256")
    .update(readFileSync(path.join(clone, "package-lock.json")))
    .digest("hex");
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

beforeAll(async () => {
  mkdirSync(path.join(clone, "web"), { recursive: true });
  const ofVite = readdirSync(project).filter((name) => /^vite\..+\.ts$/.test(name));
  for (const name of ["package.json", "package-lock.json", "tsconfig.json", "scripts", "server", "contract", ...ofVite])
    cpSync(path.join(project, name), path.join(clone, name), { recursive: true });
  // Links each package, so that `npm ci` in the clone removes links and not our packages.
  const packages = path.join(project, "node_modules");
  mkdirSync(path.join(clone, "node_modules"));
  for (const name of readdirSync(packages).filter((name) => name !== path.basename(stamp)))
    symlinkSync(path.join(packages, name), path.join(clone, "node_modules", name));
  writeFileSync(stamp, lockHash());
  writeFileSync(
    path.join(clone, "vite.config.ts"),
    [
      'import { quietTimings, serverProgram } from "./vite.server.ts";',
      "const build = { rolldownOptions: { checks: quietTimings } };",
      'export default { root: "web", plugins: [serverProgram()], build };',
    ].join("\n"),
  );
  writeFileSync(path.join(clone, "web/index.html"), "<!doctype html><title>Swellmates</title>\n");
  await (await startServer({ dataDir: used })).end("SIGTERM");
});

afterAll(async () => {
  killAll();
  await home.remove();
});

function npmStart(dataDir: string, detached = false) {
  return followOutput(spawn("npm", ["start"], { cwd: clone, env: environment(dataDir), detached, stdio }));
}

const stdio: StdioOptions = ["ignore", "pipe", "pipe"];
function environment(dataDir: string) {
  const { PATH, APP_PG_BIN } = process.env;
  return { PATH, APP_PG_BIN, HOME: home.path, PORT: "0", HOST: "127.0.0.1", DATA_DIR: dataDir };
}

/** The descendant of `pid` whose command line begins like this. */
function descendant(pid: number | undefined, beginning: string): number {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => processOf(name));
  const below = (parent: number | undefined): typeof all =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one, ...below(one.pid)]);
  const found = below(pid).find(({ command }) => command.startsWith(beginning));
  if (!found) throw new Error(`no process '${beginning}' below ${pid}`);
  return found.pid;
}

function processOf(name: string) {
  try {
    const command = readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ").trim();
    const stat = readFileSync(`/proc/${name}/stat`, "utf8");
    return [{ pid: Number(name), parent: Number(stat.split(") ").at(-1)?.split(" ")[1]), command }];
  } catch {
    return [];
  }
}

const builds = () => readdirSync(cache).filter((name) => name.startsWith("build-"));

test("a start builds after a killed one, and a second start of the clone serves too", async () => {
  // What a killed build leaves. No process has this id: it is above the kernel's limit.
  mkdirSync(path.join(cache, "build-4194305"), { recursive: true });
  const first = await waitForUrl(npmStart(copyFolder(used, path.join(home.path, "one"))));
  const second = await waitForUrl(npmStart(copyFolder(used, path.join(home.path, "two"))));
  const servers = [first, second];
  for (const { url } of servers) expect(await (await fetch(url)).text()).toContain("<title>Swellmates</title>");
  // npm's own lines begin with ">".
  const lines = servers.map(({ said }) =>
    said()
      .split("\n")
      .filter((line) => /^[^>]/.test(line)),
  );
  const ready = servers.map(({ url }) => `Swellmates ${version} is at ${url.replace("127.0.0.1", "localhost")}`);
  expect(lines).toEqual([["Building the pages …", ready[0]], [ready[1]]]);
  expect(builds()).toEqual([]);
  for (const { end } of servers) await end("SIGTERM");
  for (const name of ["one", "two"]) expect(hasPostmaster(path.join(home.path, name))).toBe(false);
});

test("a start repeats an install that was killed", { tags: "long" }, async () => {
  const programs = path.join(home.path, "programs");
  mkdirSync(programs);
  /** Starts with a shell script in the place of npm. */
  const startWith = (npm: string) => {
    writeFileSync(path.join(programs, "npm"), `#!/bin/sh\n${npm}\n`, { mode: 0o755 });
    const env = { ...environment(path.join(home.path, "one")), PATH: `${programs}:${process.env["PATH"]}` };
    return followOutput(spawn(process.execPath, ["scripts/start.mjs"], { cwd: clone, env, detached: true, stdio }));
  };
  rmSync(stamp);
  const killed = startWith('echo "npm $1 runs" >&2; exec sleep 60');
  await until("npm runs", () => killed.said().includes("npm ci runs"));
  process.kill(-(killed.child.pid ?? 0), "SIGKILL");
  await killed.ended;
  expect(existsSync(stamp)).toBe(false);
  const repeated = await waitForUrl(startWith('echo "npm $1 runs" >&2'));
  expect(repeated.said()).toContain("npm ci runs");
  expect(readFileSync(stamp, "utf8")).toBe(lockHash());
  await repeated.end("SIGTERM");
});

test("a changed web is built again, and a broken one leaves the last build in place", { tags: "long" }, async () => {
  const dataDir = path.join(home.path, "one");
  const page = path.join(clone, "web/index.html");
  writeFileSync(page, "<!doctype html><title>Swellmates again</title>\n");
  const changed = await waitForUrl(npmStart(dataDir));
  expect(await (await fetch(changed.url)).text()).toContain("Swellmates again");
  await changed.end("SIGTERM");
  writeFileSync(page, '<!doctype html><script type="module" src="/missing.ts"></script>\n');
  const broken = npmStart(dataDir);
  expect(await broken.ended).toBe(1);
  expect(broken.said()).toMatch(/missing\.ts[\s\S]*The build failed \(exit code 1\)/);
  expect(readFileSync(path.join(clone, "dist/index.html"), "utf8")).toContain("Swellmates again");
  writeFileSync(page, "<!doctype html><title>Swellmates</title>\n");
});

/** Kills the descendant whose command line begins like this, or npm itself without `beginning`. */
async function stopsWhenKilled(beginning?: string) {
  const dataDir = path.join(home.path, "one");
  const started = await waitForUrl(npmStart(dataDir));
  const { pid = 0 } = started.child;
  const server = descendant(pid, `${clone}/node_modules/.bin/node --max-semi-space-size=8 dist/.server/main.js`);
  expect(hasPostmaster(dataDir)).toBe(true);
  process.kill(beginning ? descendant(pid, beginning) : pid, "SIGKILL");
  await until("the database is stopped", () => !hasPostmaster(dataDir));
  await until("the server is gone", () => !existsSync(`/proc/${server}`));
}

test.runIf(existsSync("/proc"))("kill -9 of npm stops the server and its database cleanly", () => stopsWhenKilled());

test.runIf(existsSync("/proc"))(
  "kill -9 of the script stops the server and its database cleanly",
  { tags: "long" },
  () => stopsWhenKilled("node scripts/start.mjs"),
);

test("Ctrl-C reaches npm, the script and the server at once, and all stop silently", async () => {
  const dataDir = path.join(home.path, "one");
  const started = await waitForUrl(npmStart(dataDir, true));
  const before = started.said().length;
  process.kill(-(started.child.pid ?? 0), "SIGINT");
  await started.end("SIGINT");
  expect(started.said().slice(before).trim()).toBe("");
  expect(hasPostmaster(dataDir)).toBe(false);
});
