import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { alone } from "./alone.mjs";
import { serverNode } from "./install.mjs";
import { root, step } from "./run.mjs";

/** The files and folders that a build is made of. */
export const inputs = [
  "web",
  "server",
  "contract",
  ...readdirSync(root).filter((name) => /^vite\..+\.ts$/.test(name)),
  "tsconfig.json",
  "package-lock.json",
];
const dist = path.join(root, "dist");
/** The SHA-256 of the content that a build was made of. */
const stamp = path.join(dist, ".made-of");

/** Builds the web and the server's program into dist/, unless it was built from this very content. A failed build leaves dist/ as it was. */
export async function buildIfChanged() {
  if (isBuilt()) return;
  await alone(async () => {
    console.log("Building …");
    const content = contentHash();
    const aside = path.join(root, ".cache", `build-${process.pid}`);
    removeLeftovers();
    const vite = path.join(root, "node_modules/vite/bin/vite.js");
    await step("The build", serverNode(), [vite, "build", "--outDir", aside, "--emptyOutDir", "--logLevel", "warn"]);
    writeFileSync(path.join(aside, path.basename(stamp)), content);
    const old = path.join(root, ".cache", `built-before-${process.pid}`);
    if (existsSync(dist)) renameSync(dist, old);
    renameSync(aside, dist);
    rmSync(old, { recursive: true, force: true });
  });
}

function isBuilt() {
  return existsSync(stamp) && readFileSync(stamp, "utf8") === contentHash();
}

function contentHash() {
  const hash = createHash("sha256");
  for (const file of inputs.flatMap(filesIn)) {
    const content = readFileSync(path.join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

function filesIn(name) {
  const stat = statSync(path.join(root, name), { throwIfNoEntry: false });
  if (!stat) return [];
  if (!stat.isDirectory()) return [name];
  return readdirSync(path.join(root, name))
    .toSorted()
    .flatMap((child) => filesIn(`${name}/${child}`));
}

/** Removes what killed builds left. */
function removeLeftovers() {
  const cache = path.join(root, ".cache");
  mkdirSync(cache, { recursive: true });
  for (const name of readdirSync(cache))
    if (/^(build|built-before)-\d+$/.test(name)) rmSync(path.join(cache, name), { recursive: true, force: true });
}
