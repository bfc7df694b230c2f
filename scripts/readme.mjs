import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { readConfig } from "../server/platform/config/config.ts";
import { fail, root } from "./run.mjs";

// Checks the README against the project: commands, variables with their defaults, and every linked file.
const read = (file) => readFileSync(path.join(root, file), "utf8");
const readme = read("README.md");
const faults = [];

const scripts = Object.keys(JSON.parse(read("package.json")).scripts);
const named = [...readme.matchAll(/\bnpm (?:run )?([a-z][\w:-]*)/g)].map(([, name]) => name);
const commands = [...new Set(named)].filter((name) => !["ci", "install"].includes(name));
report("npm script", commands, "package.json", scripts);

const rows = [...readme.matchAll(/^\| `([A-Z][A-Z0-9_]+)` \| (.+?) \|/gm)];
const variables = [...readme.matchAll(/`([A-Z][A-Z0-9_]{2,})`/g)].map(([, name]) => name);
const known = [
  ...read("server/platform/config/config.ts").matchAll(/\bread(?:Number|Optional)?(?:<[^>]*>)?\(\s*"([A-Z0-9_]+)"/g),
].map(([, name]) => name);
report("variable", [...new Set(variables)], "server/platform/config/config.ts", known);

const usual = readConfig({});
for (const [, name, said] of rows) {
  const value = /^`(.+)`$/.exec(said)?.[1];
  if (value !== undefined && !isDeepStrictEqual(readConfig({ [name]: value }), usual))
    faults.push(`the default of ${name} is not ${value}`);
}

const pages = [
  "README.md",
  "CONTRIBUTING.md",
  ...readdirSync(path.join(root, "docs"), { encoding: "utf8", recursive: true }).map((name) => `docs/${name}`),
];
for (const page of pages.filter((name) => name.endsWith(".md")))
  for (const [, link] of read(page).matchAll(/\]\(([^)\s]+)\)/g)) {
    const [target] = link.split("#");
    if (!target || /^[a-z]+:/.test(target)) continue;
    if (!existsSync(path.join(root, path.dirname(page), target)))
      faults.push(`${page} links to ${target}, which is not there`);
  }

if (faults.length > 0) fail(["The documents do not match the project:", ...faults].join("\n  "));
console.log(
  `README: ${commands.length} commands, ${known.length} variables, and the links of ${pages.length} files are right.`,
);

function report(what, said, where, real) {
  for (const name of said)
    if (!real.includes(name)) faults.push(`README.md names the ${what} ${name}, which ${where} does not have`);
  for (const name of real)
    if (!said.includes(name)) faults.push(`README.md does not name the ${what} ${name} of ${where}`);
}
