import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { svgAddress } from "./elements.ts";

const { resolve } = createRequire(import.meta.url);

const emoji = /\p{RGI_Emoji}|(?![©®™])\p{Extended_Pictographic}/v;

/** A package of drawings, as Iconify publishes them. */
interface Drawings {
  readonly icons: Readonly<
    Record<string, { readonly body: string; readonly width?: number; readonly height?: number }>
  >;
  readonly width: number;
  readonly height: number;
}

const read = async <T>(file: string) => JSON.parse(await readFile(resolve(`@iconify-json/${file}`), "utf8")) as T;

const readDrawings = async () => ({
  emoji: await read<Drawings>("noto/icons.json"),
  /** The names of emoji by their code points. */
  names: await read<Readonly<Record<string, string>>>("noto/chars.json"),
  flags: await read<Drawings>("flag/icons.json"),
});

let drawings: ReturnType<typeof readDrawings> | undefined;

/** Pictures of the emoji in a text, as addresses with all their bytes. Emoji that nobody has drawn are missing. */
export async function emojiIn(text: string): Promise<Readonly<Record<string, string>>> {
  const found = new Set([...new Intl.Segmenter().segment(text)].map(({ segment }) => segment));
  const pictures: Record<string, string> = {};
  for (const grapheme of found) {
    if (!emoji.test(grapheme)) continue;
    const { emoji: all, names, flags } = await (drawings ??= readDrawings());
    const country = countryOf(grapheme);
    const drawn = country
      ? drawing(flags, `${country}-4x3`)
      : formsOf(grapheme)
          .map((codes) => drawing(all, names[codes] ?? ""))
          .find((picture) => picture !== undefined);
    if (drawn) pictures[grapheme] = drawn;
  }
  return pictures;
}

function drawing(all: Drawings, name: string): string | undefined {
  const icon = all.icons[name];
  if (!icon) return undefined;
  const { width = all.width, height = all.height, body } = icon;
  return svgAddress(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${body}</svg>`);
}

/** The code of the country whose flag it is, such as `pt`, or of the part, such as `gb-eng`. */
function countryOf(grapheme: string): string | undefined {
  const letters = (codes: readonly number[], a: number) =>
    codes.map((code) => String.fromCodePoint(code - a + 97)).join("");
  const codes = codesOf(grapheme);
  if (/^\p{Regional_Indicator}{2}$/u.test(grapheme)) return letters(codes, 0x1f1e6);
  // A black flag, the letters as tags, and the end of the tags.
  if (!/^\u{1F3F4}[\u{E0061}-\u{E007A}]+\u{E007F}$/u.test(grapheme)) return undefined;
  return letters(codes.slice(1, -1), 0xe0061).replace(/^(..)/, "$1-");
}

const codesOf = (text: string): number[] => Array.from(text, (letter) => letter.codePointAt(0)!);

/**
 * The keys of the pictures for an emoji, the best first: as it is, without the colour of a skin, and its first part. They are code points
 * in hexadecimal, without the sign that asks for a picture.
 */
function formsOf(grapheme: string): string[] {
  const plain = grapheme.replaceAll("\uFE0F", "");
  const first = String.fromCodePoint(plain.codePointAt(0)!);
  return [plain, plain.replaceAll(/\p{Emoji_Modifier}/gu, ""), first].map((form) =>
    codesOf(form)
      .map((code) => code.toString(16))
      .join("-"),
  );
}
