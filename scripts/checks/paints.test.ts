import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { darkRoles, facePaints, lightRoles, paints, white } from "../../contract/paints.ts";

const root = path.resolve(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const tokens = new Map(
  [...read("web/ui/styles/tokens.css").matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name!, value!]),
);

/** The value of a token in a theme: 0 is light, 1 is dark. */
function valueOf(token: string, theme: 0 | 1): string {
  const declared = tokens.get(token) ?? "";
  const value = /^light-dark\((.+), (.+)\)$/.exec(declared)?.[theme + 1] ?? declared;
  const reference = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  return reference ? valueOf(reference, theme) : value;
}

test("the colours outside the style sheet are those of the style sheet", () => {
  const all = [lightRoles, darkRoles].map((roles, theme) =>
    Object.keys(roles).map((role) => [role, valueOf(role, theme as 0 | 1)]),
  );
  expect([lightRoles, darkRoles].map((roles) => Object.entries(roles))).toEqual(all);
  expect(Object.entries(paints)).toEqual(Object.keys(paints).map((name) => [name, valueOf(name, 0)]));
  expect([...facePaints]).toEqual(facePaints.map((_, at) => valueOf(`face-${at + 1}`, 0)));
});

test("the browser's bars around a page have its colour, and the icon has our paints", () => {
  const bars = [...read("web/index.html").matchAll(/"theme-color" content="(#\w+)"/g)].map(([, colour]) => colour);
  expect(bars).toEqual([lightRoles.page, darkRoles.page]);
  const known: readonly string[] = Object.values(paints);
  const ofIcon = [...read("web/icon.svg").matchAll(/#[0-9a-f]{6}/g)].map(([colour]) => colour);
  expect(ofIcon.length).toBeGreaterThan(2);
  expect(ofIcon.filter((colour) => !known.includes(colour))).toEqual([]);
});

test("no code outside the web writes one of these colours again", () => {
  const known = new Set<string>([...Object.values(paints), ...Object.values(darkRoles), lightRoles["text-soft"]]);
  const folders = ["contract", "server", "try"].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => `${folder}/${name}`),
  );
  const tops = readdirSync(root).filter((name) => name.startsWith("vite."));
  const files = [...folders, ...tops].filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
  const copies = files
    .filter((file) => !["contract/paints.ts", "contract/award-look.ts"].includes(file))
    .filter((file) => [...read(file).matchAll(/#[0-9a-f]{6}\b/gi)].some(([colour]) => known.has(colour.toLowerCase())));
  expect(files.length).toBeGreaterThan(500);
  expect(copies, "Import the colour from contract/paints.ts").toEqual([]);
  // The colours of awards have a list of their own, but for the text on them.
  expect(read("contract/award-look.ts")).not.toMatch(new RegExp(`"(${paints.ink}|${white})"`));
});
