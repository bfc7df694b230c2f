import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { endUnlessFine, fail, root, run } from "./run.mjs";
import { inTurn } from "./turn.mjs";

const installedList = "node_modules/.package-lock.json";
/** There while an install is under way. */
const begun = path.join(root, ".cache/install-begun");
const ownNode = path.join(root, "node_modules/node/bin/node");

/** Brings node_modules in step with package-lock.json, if it is not. Two at once take turns. */
export async function installInStep() {
  if (isInStep()) return;
  if (!isLockOfPackage()) fail("package.json and package-lock.json disagree: run 'npm install' and commit both.");
  await inTurn("install", async () => {
    if (isInStep()) return;
    console.log("Installing the packages of package-lock.json …");
    const [file, ...args] = npm();
    // What an install that was killed left looks complete to npm, file by file.
    if (existsSync(begun) || !packagesIn(installedList))
      rmSync(path.join(root, "node_modules"), { recursive: true, force: true });
    writeFileSync(begun, "");
    const code = await run(file, [...args, "install", ...flags], { env: withoutOwnPrograms() });
    // One that fails puts back what was there; one that was killed does not.
    if (code < 128) rmSync(begun);
    endUnlessFine("npm install", code);
    if (!isInStep()) fail("npm installed something else than package-lock.json names: see its words above.");
  });
}

/**
 * `npm ci` would refuse this lock file: it lists the optional packages of other platforms only as far as the registry had
 * them. What is installed is held against the lock file here instead. Dev dependencies whatever NODE_ENV says, because the
 * web is built here; only errors, because the warnings are about npm's own Node, on which the packages do not run.
 */
const flags = ["--no-save", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];

/** The Node that runs the server: the project's own, or this one when it is new enough. Ends the process with one sentence when there is none. */
export function serverNode() {
  if (existsSync(ownNode)) return ownNode;
  if (Number.parseInt(process.versions.node, 10) >= 24) return process.execPath;
  return fail(
    "The project's own Node is missing, because npm was told not to run install scripts. " +
      "Run 'npm rebuild node --ignore-scripts=false', or use Node 24 or newer.",
  );
}

/** npm notes what it installed, and only when it is through. */
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

/** Whether the lock file was made for this package.json. */
function isLockOfPackage() {
  const asked = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  const locked = packagesIn("package-lock.json")?.[""] ?? {};
  return ["dependencies", "devDependencies", "optionalDependencies"].every(
    (kind) => JSON.stringify(sorted(asked[kind])) === JSON.stringify(sorted(locked[kind])),
  );
}

const sorted = (dependencies = {}) => Object.entries(dependencies).sort(([a], [b]) => (a < b ? -1 : 1));

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
