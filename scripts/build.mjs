import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { serverNode } from "./install.mjs";
import { saying } from "./progress.mjs";
import { onlyErrors, root, step } from "./run.mjs";

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

/**
 * Builds the web and the server's program into dist/, unless it was built from this very content. A failed build leaves dist/ as it was.
 * `place` is what its line begins with.
 */
export async function buildIfChanged(place = "") {
  if (isBuilt()) return;
  const content = contentHash();
  const aside = path.join(root, ".cache", `build-${process.pid}`);
  removeLeftovers();
  const vite = path.join(root, "node_modules/vite/bin/vite.js");
  const args = [vite, "build", "--outDir", aside, "--emptyOutDir", "--logLevel", "warn"];
  await saying(`${place}Building the pages`, partBuilt(aside), () => step("The build", serverNode(), args, onlyErrors));
  writeFileSync(path.join(aside, path.basename(stamp)), content);
  const old = path.join(root, ".cache", `built-before-${process.pid}`);
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(aside, dist);
  rmSync(old, { recursive: true, force: true });
}

/** Whether dist/ was built from the present content. */
export function isBuilt() {
  return existsSync(stamp) && readFileSync(stamp, "utf8") === contentHash();
}

/** Returns a function that counts the part of the builds that has ended, by what each writes into `folder`. */
const partBuilt = (folder) => () => {
  const ends = ["index.html", ".drawing/draw-page.js", ".server/main.js"];
  return ends.filter((name) => existsSync(path.join(folder, name))).length / ends.length;
};

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
