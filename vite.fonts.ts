import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import subsetFont from "subset-font";
import type { Plugin } from "vite";

const packages = path.join(import.meta.dirname, "node_modules/@fontsource-variable");
const folder = path.join(import.meta.dirname, ".cache/fonts");

/** The letters from the first code point to the last. */
const letters = (first: number, last: number) =>
  String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, index) => first + index));

/** ASCII, the letters of western Europe, and the signs that pages and people write. Every page loads these. */
const common = `${letters(0x20, 0x7e)}${letters(0xc0, 0xff)}\u00a0ŒœıŸ¡¿·°©£€¥–—‘’“”„…←`;
/** Latin Extended-A, and the letters of Romanian and German beyond it. Pages with such a name load these. */
const extended = `${letters(0x100, 0x17f)}${letters(0x218, 0x21b)}ẞ`;

/** Of Bricolage, pages use one weight, narrow for posters and wide for titles. */
const display = { wght: 800, wdth: { min: 80, max: 100 } };
const body = { wght: { min: 400, max: 700 } };

const bricolage = "bricolage-grotesque/files/bricolage-grotesque";
const figtree = "figtree/files/figtree";
const fonts = [
  { name: "bricolage", source: `${bricolage}-latin-wdth-normal.woff2`, letters: common, axes: display },
  { name: "figtree", source: `${figtree}-latin-wght-normal.woff2`, letters: common, axes: body },
  { name: "bricolage-extended", source: `${bricolage}-latin-ext-wdth-normal.woff2`, letters: extended, axes: display },
  { name: "figtree-extended", source: `${figtree}-latin-ext-wght-normal.woff2`, letters: extended, axes: body },
];

/** A constant of its own, because the package's types lack the newer options. */
const options = {
  targetFormat: "woff2",
  // Kerning, and digits of one width for counters.
  keepFeatures: ["kern", "tnum"],
  noHinting: true,
  dropTables: ["STAT", "gasp"],
} as const;

/** Makes the fonts that style sheets name as `@fonts/<name>.woff2`, from the packages of the whole fonts. */
export function subsetFonts(): Plugin {
  return {
    name: "subset-fonts",
    async config() {
      await mkdir(folder, { recursive: true });
      for (const { name, source, letters, axes } of fonts) {
        const whole = await readFile(path.join(packages, source));
        const font = await subsetFont(whole, letters, { ...options, variationAxes: axes });
        await writeFile(path.join(folder, `${name}.woff2`), font);
      }
      return { resolve: { alias: { "@fonts": folder } } };
    },
  };
}
