// Decision 091: why other scripts have fonts that are loaded when a text needs them.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { Blob, Face } from "harfbuzzjs";
import type { Font } from "satori";
import subsetFont from "subset-font";

const { resolve } = createRequire(import.meta.url);
const variable = "@fontsource-variable";

/** The letters that the fonts of the pages have: Latin with its extensions. */
const latin = Array.from({ length: 0x24f - 0x20 }, (_, i) => String.fromCodePoint(0x20 + i)).join("");
const signs = "‘’“”„–—…·×€ẞȘșȚț";

let ofPages: Promise<Font[]> | undefined;

/** The fonts of the pages in the widths and weights of the pictures. Making them takes a second. */
export const fontsOfPages = (): Promise<Font[]> => (ofPages ??= makeFonts());

const makeFonts = (): Promise<Font[]> =>
  Promise.all(
    [
      ["latin", ""],
      ["latin-ext", " Extended"],
    ].flatMap(([letters, part]) => {
      const bricolage = `bricolage-grotesque/files/bricolage-grotesque-${letters}-wdth-normal.woff2`;
      return [
        cut(`Poster${part}`, bricolage, latin + signs, { wght: 800, wdth: 80 }),
        cut(`Title${part}`, bricolage, latin + signs, { wght: 800, wdth: 100 }),
        cut(`Body${part}`, `figtree/files/figtree-${letters}-wght-normal.woff2`, latin + signs, { wght: 700 }),
      ];
    }),
  );

async function cut(name: string, file: string, letters: string, axes: Readonly<Record<string, number>>): Promise<Font> {
  const whole = await readFile(resolve(`${variable}/${file}`));
  const data = await subsetFont(whole, letters, { targetFormat: "truetype", variationAxes: axes });
  return { name, weight: 700, style: "normal", data };
}

/** The packages of other scripts; the first one that has a letter draws it. */
const scripts = [
  ..."arabic hebrew syriac thaana armenian georgian ethiopic thai lao khmer myanmar javanese".split(" "),
  ..."bengali gurmukhi gujarati oriya tamil telugu kannada malayalam sinhala ol-chiki meetei-mayek".split(" "),
  ..."cherokee canadian-aboriginal".split(" "),
];

/** A Chinese letter looks different in Japan and Korea, so the rest of the text says whose it is. */
function packagesFor(text: string): string[] {
  const chinese = /[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text) ? "jp sc kr" : "sc jp kr";
  const han = /\p{sc=Hangul}/u.test(text) ? "kr sc jp" : chinese;
  const sans = [...scripts, ...han.split(" "), "symbols"].map((script) => `noto-sans-${script}`);
  return ["noto-sans", ...sans, "noto-serif-tibetan"];
}

/** Letters that join others, or keep them apart, in every script that needs them. */
const joiners = "\u200C\u200D\u25CC ";

/** Fonts for the letters of a text that the fonts of the pages lack, and the letters that no font has. */
export async function fontsFor(text: string): Promise<{ readonly fonts: Font[]; readonly missing: Set<string> }> {
  const missing = new Set(text.replaceAll(/[\p{Cf}\p{Cc}\p{Z}\p{Variation_Selector}]/gu, ""));
  for (const font of missing.size > 0 ? await fontsOfPages() : []) takeAway(missing, font);
  const fonts: Font[] = [];
  for (const name of packagesFor(text)) {
    if (missing.size === 0) break;
    for (const file of await filesWith(name, missing)) {
      const font = await cut(`Other ${fonts.length}`, `${name}/files/${file}`, text + joiners, { wght: 700 });
      if (takeAway(missing, font)) fonts.push(font);
    }
  }
  return { fonts, missing };
}

/** Removes the letters that a font has, and returns whether there were any. */
function takeAway(letters: Set<string>, { data }: Font): boolean {
  const before = letters.size;
  for (const letter of new Face(new Blob(new Uint8Array(data))).collectUnicodes())
    letters.delete(String.fromCodePoint(letter));
  return letters.size < before;
}

/** The files of a package that may have some of these letters. A package splits its letters over many small files. */
async function filesWith(name: string, letters: ReadonlySet<string>): Promise<string[]> {
  const parts = JSON.parse(await readFile(resolve(`${variable}/${name}/unicode.json`), "utf8")) as Record<
    string,
    string
  >;
  return Object.entries(parts)
    .filter(([, ranges]) => ranges.split(",").some((range) => hasAny(range, letters)))
    .map(([part]) => `${name}-${part.replaceAll(/[[\]]/g, "")}-wght-normal.woff2`);
}

/** Whether one of the letters is in a range such as `U+0600-06FF`. */
function hasAny(range: string, letters: ReadonlySet<string>): boolean {
  const [first, last = first] = range
    .trim()
    .slice(2)
    .split("-")
    .map((hex) => Number.parseInt(hex, 16));
  return [...letters].some((letter) => letter.codePointAt(0)! >= first! && letter.codePointAt(0)! <= last!);
}
