import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };

const changelog = readFileSync(path.resolve(import.meta.dirname, "../../CHANGELOG.md"), "utf8");
const versions = [...changelog.matchAll(/^## \[(.+?)\] - \d{4}-\d\d-\d\d$/gm)].map(([, version]) => version);

test("the changelog begins with the version of package.json", () => {
  expect(versions[0], "Add what this version brings to CHANGELOG.md").toBe(packageJson.version);
});

test("every heading of the changelog is a version with its day", () => {
  expect(changelog.match(/^## /gm)).toHaveLength(versions.length);
});
