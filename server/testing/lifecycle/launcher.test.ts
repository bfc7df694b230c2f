import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
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
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

beforeAll(async () => {
  mkdirSync(path.join(clone, "web"), { recursive: true });
  for (const name of ["package.json", "package-lock.json", "scripts", "server", "contract"])
    cpSync(path.join(project, name), path.join(clone, name), { recursive: true });
  // Links each package, so that `npm ci` in the clone removes links and not our packages.
  const packages = path.join(project, "node_modules");
  mkdirSync(path.join(clone, "node_modules"));
  for (const name of readdirSync(packages))
    symlinkSync(path.join(packages, name), path.join(clone, "node_modules", name));
  writeFileSync(path.join(clone, "vite.config.ts"), 'export default { root: "web" };\n');
  writeFileSync(path.join(clone, "web/index.html"), "<!doctype html><title>Swellmates</title>\n");
  await (await startServer({ dataDir: used })).end("SIGTERM");
});

afterAll(async () => {
  killAll();
  await home.remove();
});

function npmStart(dataDir: string, detached = false) {
  const { PATH, APP_PG_BIN } = process.env;
  const env = { PATH, APP_PG_BIN, HOME: home.path, PORT: "0", HOST: "127.0.0.1", DATA_DIR: dataDir };
  return followOutput(spawn("npm", ["start"], { cwd: clone, env, detached, stdio: ["ignore", "pipe", "pipe"] }));
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

const builds = () => readdirSync(path.join(clone, ".cache")).filter((name) => name.startsWith("build-"));

test("two first starts at once build the web once, and both serve", async () => {
  const starts = ["one", "two"].map((name) => npmStart(copyFolder(used, path.join(home.path, name))));
  const servers = await Promise.all(starts.map(waitForUrl));
  for (const { url } of servers) expect(await (await fetch(url)).text()).toContain("<title>Swellmates</title>");
  const said = servers.map((server) => server.said()).join("");
  expect(said.match(/Building the web/g)).toHaveLength(1);
  expect(builds()).toEqual([]);
  for (const { end } of servers) await end("SIGTERM");
  for (const name of ["one", "two"]) expect(hasPostmaster(path.join(home.path, name))).toBe(false);
});

test("a changed web is rebuilt, and a failed build keeps the old one", async () => {
  const dataDir = path.join(home.path, "one");
  const page = path.join(clone, "web/index.html");
  writeFileSync(page, "<!doctype html><title>Swellmates again</title>\n");
  const changed = await waitForUrl(npmStart(dataDir));
  expect(await (await fetch(changed.url)).text()).toContain("Swellmates again");
  await changed.end("SIGTERM");
  writeFileSync(page, '<!doctype html><script type="module" src="/missing.ts"></script>\n');
  const broken = npmStart(dataDir);
  expect(await broken.ended).toBe(1);
  expect(broken.said()).toMatch(/missing\.ts[\s\S]*The web build failed \(exit code 1\)/);
  expect(readFileSync(path.join(clone, "dist/index.html"), "utf8")).toContain("Swellmates again");
  writeFileSync(page, "<!doctype html><title>Swellmates</title>\n");
});

/** Kills the descendant whose command line begins like this, or npm itself without `beginning`. */
async function stopsWhenKilled(beginning?: string) {
  const dataDir = path.join(home.path, "one");
  const started = await waitForUrl(npmStart(dataDir));
  const { pid = 0 } = started.child;
  const server = descendant(pid, `${clone}/node_modules/.bin/node --max-semi-space-size=8 server/main.ts`);
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

test("Ctrl-C stops npm, the script and the server silently", async () => {
  const dataDir = path.join(home.path, "one");
  const started = await waitForUrl(npmStart(dataDir, true));
  const before = started.said().length;
  process.kill(-(started.child.pid ?? 0), "SIGINT");
  await started.end("SIGINT");
  expect(started.said().slice(before).trim()).toBe("");
  expect(hasPostmaster(dataDir)).toBe(false);
});
