import { existsSync, readdirSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { fail, root, run } from "./run.mjs";

const postgres15 = "/usr/lib/postgresql/15/bin";
/** Chromium without windows: it takes half the time for the same pages. */
const headlessShell = "/usr/bin/chromium-headless-shell";
const browsers = [headlessShell, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const isDebianRoot = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");

/** The folder of Debian's PostgreSQL 15. Installs it if it can; otherwise prints a line and returns undefined. */
export async function findPostgres15() {
  if (existsSync(`${postgres15}/postgres`)) return postgres15;
  if (isDebianRoot) await install(["postgresql-15"]);
  if (existsSync(`${postgres15}/postgres`)) return postgres15;
  console.log(
    "\nPostgreSQL 15 is not installed (Debian: apt-get install postgresql-15): the server was tested on its own PostgreSQL only.",
  );
  return undefined;
}

/**
 * Programs that tests use: the name, its Debian packages, and what is not tested without it.
 * @type {[string, string[], string][]}
 */
const programs = [
  ["ffmpeg", ["ffmpeg"], "what it makes of videos"],
  ["exim4", ["exim4-daemon-light"], "mail through a real mail server"],
  ["radosgw", ["ceph-mon", "ceph-osd", "radosgw"], "files in a real object store"],
  ["bwrap", ["bubblewrap"], "what bubblewrap keeps from ffmpeg and the image library"],
  ["systemd-analyze", ["systemd"], "the systemd unit"],
  ["nginx", ["nginx-light"], "the server behind nginx"],
  ["caddy", ["caddy"], "the server behind Caddy"],
  ["fail2ban-regex", ["fail2ban"], "the filter of the security log in fail2ban"],
  ["chromium", ["chromium"], "how a browser shows pushes"],
  ["promtool", ["prometheus"], "the alert rules and the dashboard in Prometheus"],
];

/** Whether the programs of an object store are installed. */
export const hasCeph = () =>
  ["ceph-mon", "ceph-osd", "radosgw"].every((name) =>
    process.env.PATH.split(path.delimiter).some((folder) => existsSync(path.join(folder, name))),
  );

/** Installs the programs that tests need and this machine lacks, if it can. Uses no npm package. */
export async function installPrograms() {
  if (!isDebianRoot) return;
  const wanted = missingPrograms().map(([, packages]) => packages);
  if (!existsSync(`${postgres15}/postgres`)) wanted.push(["postgresql-15"]);
  if (!process.env.CHROMIUM_BIN && !existsSync(headlessShell) && !hasDownloadedBrowser())
    wanted.push(["chromium-headless-shell"]);
  if (wanted.length > 0) await install(...wanted);
}

/** Prints which programs are missing. Their tests are skipped. */
export function reportMissingPrograms() {
  for (const [name, packages, what] of missingPrograms())
    console.log(`\n${name} is not installed (Debian: apt-get install ${packages.join(" ")}): ${what} is not tested.`);
}

function missingPrograms() {
  // Debian installs servers in /usr/sbin, which is not on the PATH of ordinary accounts.
  const folders = [...process.env.PATH.split(path.delimiter), "/usr/sbin"];
  return programs.filter(([name]) => !folders.some((folder) => existsSync(path.join(folder, name))));
}

/** Whether Playwright has downloaded a Chromium, of any version. */
function hasDownloadedBrowser() {
  const folder = process.env.PLAYWRIGHT_BROWSERS_PATH ?? path.join(os.homedir(), ".cache/ms-playwright");
  return existsSync(folder) && readdirSync(folder).some((name) => name.startsWith("chromium"));
}

/** The Chromium for the journeys, in this order: CHROMIUM_BIN, Debian's headless shell, Playwright's download (undefined), Debian's installed now, any other. */
export async function findChromium() {
  const named = process.env.CHROMIUM_BIN;
  if (named && !existsSync(named)) fail(`CHROMIUM_BIN names ${named}, which is not there.`);
  if (named) return named;
  if (!existsSync(headlessShell)) {
    if (await hasPlaywrightsOwn()) return undefined;
    if (isDebianRoot) await install(["chromium-headless-shell"]);
  }
  return (
    browsers.find((file) => existsSync(file)) ??
    fail(
      "The journeys need a browser: install Chromium (Debian: apt-get install chromium-headless-shell), or name one by CHROMIUM_BIN.",
    )
  );
}

async function hasPlaywrightsOwn() {
  const entry = path.join(root, "node_modules/playwright-core/index.mjs");
  const { chromium } = await import(pathToFileURL(entry).href);
  return existsSync(chromium.executablePath());
}

/**
 * Installs groups of Debian packages at once. If that fails, it installs each group alone: one may be unavailable. The caller
 * checks which programs are there afterwards.
 */
async function install(...groups) {
  console.log(`\nInstalling ${groups.flat().join(", ")} …`);
  // Debian starts no installed server in this runlevel.
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  const apt = (...args) => run("apt-get", ["-q", ...args], { env });
  const add = (packages) => apt("install", "-y", "--no-install-recommends", ...packages);
  if ((await apt("update")) !== 0 || (await add(groups.flat())) === 0 || groups.length === 1) return;
  for (const packages of groups) await add(packages);
}
