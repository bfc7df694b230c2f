import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { refusals, textOf } from "#contract/refusal-texts.ts";
import type { RefusalKey } from "#contract/refusals.ts";

const root = path.resolve(import.meta.dirname, "../..");
const sourceOf = (top: string) =>
  readdirSync(path.join(root, top), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => [path.join(top, name), readFileSync(path.join(root, top, name), "utf8")] as const);
const keys = Object.keys(refusals) as RefusalKey[];
const textsOf = (key: RefusalKey): readonly string[] =>
  Object.values([refusals[key]].flat()).flatMap((entry) => (typeof entry === "string" ? entry : Object.values(entry)));

test("the server or the contract uses each sentence of the catalogue", () => {
  const source = ["server", "contract"]
    .flatMap(sourceOf)
    .map(([, text]) => text)
    .join("\n");
  const plain = new Set([...source.matchAll(/"(\w+)"/g)].map(([, name]) => name));
  // A key with a part that is chosen, such as `${what}_too_large`.
  const chosen = [...source.matchAll(/`(\w*\$\{[^`]*)`/g)].flatMap(([, text = ""]) => {
    const pattern = text.replaceAll(/\$\{[^}]*\}/g, "*");
    return /^[\w*]*[a-z_]{4}[\w*]*$/.test(pattern) ? [new RegExp(`^${pattern.replaceAll("*", "\\w*")}$`)] : [];
  });
  expect(keys.filter((key) => !plain.has(key) && !chosen.some((pattern) => pattern.test(key)))).toEqual([]);
});

test("no two contract files have the same key", () => {
  const blocks = sourceOf("contract").flatMap(([, text]) => [
    ...text.matchAll(/^(?:export )?const refusalsOf\w+ = \{\n(.*?)^\} as const;/gms),
  ]);
  const found = blocks.flatMap(([, block = ""]) => [...block.matchAll(/^ {2}(\w+):/gm)].map(([, key = ""]) => key));
  expect(found.toSorted()).toEqual(keys.toSorted());
});

test("no two keys have the same sentence", () => {
  const texts = keys.flatMap(textsOf);
  expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([]);
});

test("each value of a sentence comes into its text, in each form", () => {
  for (const key of keys)
    for (const count of [1, 2]) {
      const names = textsOf(key).flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name));
      const values = { ...Object.fromEntries(names.map((name) => [name, `<${name}>`])), count };
      expect(textOf({ key, values }), key).not.toMatch(/[{}]|undefined/);
    }
});

/** A sentence that decides something: compared, searched or matched. */
const comparison =
  /\b\w+\.(?:message|sentence)\s*(?:[!=]==?(?!=?\s*undefined)|\.(?:includes|startsWith|endsWith|match|search)\()|\b(?:problem|refusal|told|body|answer)\.error\s*[!=]==?(?!=?\s*undefined)|\.test\(\w+\.(?:message|sentence|error)\)/g;

/** These read the words of a library, which has no other mark for some errors. */
const foreign = new Set([
  "server/accounts/identity/fault-of.ts",
  "server/platform/db/embedded/ready.ts",
  "server/platform/db/prepared.ts",
  "server/platform/db/wait-for-database.ts",
]);

test("no code compares a sentence: keys and codes tell refusals apart", () => {
  const compared = ["contract", "server", "web", "try"]
    .flatMap(sourceOf)
    .flatMap(([name, text]) =>
      foreign.has(name) ? [] : [...text.matchAll(comparison)].map(([found]) => `${name}: ${found}`),
    );
  expect(compared).toEqual([]);
});
