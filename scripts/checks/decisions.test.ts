import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const folder = path.join(root, "docs/decisions");
const pages = readdirSync(folder).filter((name) => name !== "README.md");
const index = readFileSync(path.join(folder, "README.md"), "utf8");

/** The numbers of the decisions that comments in the code name. */
function namedInCode(): Set<string> {
  const files = ["contract", "server", "web", "try", "e2e", "bench", "scripts"].flatMap((top) =>
    readdirSync(path.join(root, top), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(tsx?|mjs|css)$/.test(name))
      .map((name) => path.join(root, top, name)),
  );
  const texts = [...files, path.join(root, "Dockerfile")].map((file) => readFileSync(file, "utf8"));
  return new Set(texts.flatMap((text) => [...text.matchAll(/\bDecision (\d{3}):/g)].map(([, number = ""]) => number)));
}

test.each(pages)("%s has the form of a decision, and a line in the index", (name) => {
  expect(name).toMatch(/^\d{3}-[a-z0-9-]+\.md$/);
  const [title = "", , status = ""] = readFileSync(path.join(folder, name), "utf8").split("\n");
  expect(title).toMatch(new RegExp(`^# ${name.slice(0, 3)}\\. \\S`));
  expect(status).toMatch(/^Status: (accepted|superseded by \[\d{3}\])/);
  expect(index.split(`](${name})`)).toHaveLength(2);
});

test("each decision has a unique number, and a source file names it", () => {
  const numbers = pages.map((name) => name.slice(0, 3));
  expect(new Set(numbers).size).toBe(pages.length);
  expect([...namedInCode()].toSorted()).toEqual(numbers.toSorted());
});
