import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const maxCharacters = 80;

/** `test("…"`, `it.each(…)("…"`, `test.describe("…"`: the first text in the call is the title. */
const titled = /\b(?:test|it|describe)\b[^"'`\n;]*\(\s*(["'`])((?:\\.|(?!\1)[^\\])*)\1,/g;

test("titles of tests have at most 80 characters", () => {
  const files = execFileSync("git", ["ls-files", "*.test.ts", "*.spec.ts"], { cwd: root, encoding: "utf8" });
  const titles = files
    .trim()
    .split("\n")
    .flatMap((file) =>
      [...readFileSync(path.join(root, file), "utf8").matchAll(titled)].map(([, , title = ""]) => ({ file, title })),
    );
  expect(titles.length).toBeGreaterThan(1000);
  expect(titles.filter(({ title }) => title.length > maxCharacters)).toEqual([]);
});
