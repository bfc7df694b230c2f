import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

interface LockedPackage {
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const file = path.resolve(import.meta.dirname, "../../package-lock.json");
const { packages } = JSON.parse(readFileSync(file, "utf8")) as { packages: Record<string, LockedPackage> };

/** Whether npm finds `name` from the folder `from`: in its node_modules or in one further up. */
function isLocked(name: string, from: string): boolean {
  if (packages[path.posix.join(from, "node_modules", name)]) return true;
  return from !== "" && isLocked(name, from.slice(0, Math.max(0, from.lastIndexOf("/node_modules/"))));
}

test("the lock file has every dependency of every package, on all platforms", () => {
  const missing = Object.entries(packages).flatMap(([folder, { dependencies, optionalDependencies }]) =>
    Object.entries({ ...dependencies, ...optionalDependencies })
      .filter(([name]) => !isLocked(name, folder))
      .map(([name, version]) => `${folder || "package.json"} asks for ${name} ${version}`),
  );
  // npm ci refuses a lock file with gaps. Pin a version whose packages for all platforms are in the registry.
  expect(missing).toEqual([]);
});

test("the lock file names no registry", () => {
  expect(Object.keys(packages).filter((folder) => packages[folder]?.resolved)).toEqual([]);
});
