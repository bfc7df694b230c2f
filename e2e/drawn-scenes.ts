import { readFileSync } from "node:fs";
import path from "node:path";

const sheet = readFileSync(path.resolve(import.meta.dirname, "../contract/scenes.svg"), "utf8");

/** The product's drawn covers: each name with an SVG that shows this drawing alone. */
export const drawnScenes: ReadonlyMap<string, string> = new Map(
  [...sheet.matchAll(/<view id="(.+?)" (viewBox=".+?")/g)].map(([, name, viewBox]) => [
    name!,
    sheet.replace(/viewBox=".+?"/, viewBox!),
  ]),
);
