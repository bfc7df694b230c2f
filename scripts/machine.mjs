import { existsSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { fail, root, run } from "./run.mjs";

const postgres15 = "/usr/lib/postgresql/15/bin";
/** Chromium without the windows that nobody sees; the same pages take it half the time. */
const headlessShell = "/usr/bin/chromium-headless-shell";
const browsers = [headlessShell, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const isDebianRoot = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");

/** The folder of Debian's PostgreSQL 15, installed now where that is possible; undefined, with a line that says so, where not. */
export async function findPostgres15() {
  if (existsSync(`${postgres15}/postgres`)) return postgres15;
  if (isDebianRoot) await install("postgresql-15");
  if (existsSync(`${postgres15}/postgres`)) return postgres15;
  console.log(
    "\nThere is no PostgreSQL 15 here (Debian: apt-get install postgresql-15): the server was tested on its own PostgreSQL alone.",
  );
  return undefined;
}

/**
 * Real programs that tests talk to: what it is called, the Debian packages that have it, and what is not tested without it.
 * @type {[string, string[], string][]}
 */
const programs = [
  ["ffmpeg", ["ffmpeg"], "what it makes of videos"],
  ["exim4", ["exim4-daemon-light"], "mail through a real mail server"],
  ["radosgw", ["ceph-mon", "ceph-osd", "radosgw"], "files in a real object store"],
  ["nginx", ["nginx-light"], "the server behind nginx"],
  ["caddy", ["caddy"], "the server behind Caddy"],
];

/** Whether there is an object store for tests. */
export const hasCeph = () =>
  ["ceph-mon", "ceph-osd", "radosgw"].every((name) =>
    process.env.PATH.split(path.delimiter).some((folder) => existsSync(path.join(folder, name))),
  );

/** Sees to it that the programs are there where that is possible; without one, its tests are skipped, and a line says so. */
export async function providePrograms() {
  // Debian keeps servers where ordinary accounts do not look.
  const folders = [...process.env.PATH.split(path.delimiter), "/usr/sbin"];
  const missing = () => programs.filter(([name]) => !folders.some((folder) => existsSync(path.join(folder, name))));
  const wanted = missing().flatMap(([, packages]) => packages);
  if (isDebianRoot && wanted.length > 0) await install(...wanted);
  for (const [name, packages, what] of missing())
    console.log(`\nThere is no ${name} here (Debian: apt-get install ${packages.join(" ")}): ${what} was not tested.`);
}

/** The Chromium for the journeys: the one named, Debian's headless one (installed now where that is possible), Playwright's own (undefined) when it was downloaded, or whichever is there. */
export async function findChromium() {
  const named = process.env.CHROMIUM_BIN;
  if (named && !existsSync(named)) fail(`CHROMIUM_BIN names ${named}, which is not there.`);
  if (named) return named;
  if (!existsSync(headlessShell)) {
    if (await hasPlaywrightsOwn()) return undefined;
    if (isDebianRoot) await install("chromium-headless-shell");
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

/** Installs Debian packages with what apt says shown. Whether it worked shows in what is there afterwards. */
async function install(...names) {
  console.log(`\nInstalling ${names.join(", ")} …`);
  // In this runlevel the servers among them are not started.
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  if ((await run("apt-get", ["update", "-q"], { env })) === 0)
    await run("apt-get", ["install", "-q", "-y", "--no-install-recommends", ...names], { env });
}
