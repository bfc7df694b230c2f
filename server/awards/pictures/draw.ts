import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import satori, { type Font } from "satori";
import sharp from "sharp";
import subsetFont from "subset-font";
import { pictureSizes } from "#contract/titles.ts";
import { type Picture, layoutOf } from "./layout.ts";

const { resolve } = createRequire(import.meta.url);

/** Draws a picture as a PNG. The first one takes a second longer, because it makes the fonts. */
export async function draw(picture: Picture): Promise<Buffer> {
  fonts ??= makeFonts();
  const size = pictureSizes[picture.shape];
  const layout = layoutOf(plainOf(picture));
  const svg = await satori(layout, { ...size, fonts: await fonts });
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toBuffer();
}

/** The fonts have no emoji, which would stand there as empty boxes. */
const plainOf = (picture: Picture): Picture =>
  JSON.parse(JSON.stringify(picture, (_, value: unknown) => withoutEmoji(value))) as Picture;

const withoutEmoji = (value: unknown) =>
  typeof value === "string"
    ? value.replaceAll(/[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\uFE0F\u200D]/gu, "").trim()
    : value;

let fonts: Promise<Font[]> | undefined;

const variable = "@fontsource-variable";
/** The letters that a font file of the packages has: Latin with its extensions. */
const latin = Array.from({ length: 0x24f - 0x20 }, (_, i) => String.fromCodePoint(0x20 + i)).join("");
const signs = "‘’“”„–—…·×€ẞȘșȚț";

/** The fonts of the pages in the widths and weights of the pictures, and others for letters that these lack. */
async function makeFonts(): Promise<Font[]> {
  const made = await Promise.all(
    [
      ["latin", ""],
      ["latin-ext", " Extended"],
    ].flatMap(([letters, part]) => [
      cut(`Poster${part}`, `bricolage-grotesque/files/bricolage-grotesque-${letters}-wdth-normal.woff2`, {
        wght: 800,
        wdth: 80,
      }),
      cut(`Title${part}`, `bricolage-grotesque/files/bricolage-grotesque-${letters}-wdth-normal.woff2`, {
        wght: 800,
        wdth: 100,
      }),
      cut(`Body${part}`, `figtree/files/figtree-${letters}-wght-normal.woff2`, { wght: 700 }),
    ]),
  );
  const others = await Promise.all(
    ["cyrillic", "cyrillic-ext", "greek", "greek-ext", "vietnamese", "devanagari"].map(
      async (letters): Promise<Font> => ({
        name: `Other ${letters}`,
        weight: 700,
        style: "normal",
        data: await readFile(resolve(`@fontsource/noto-sans/files/noto-sans-${letters}-700-normal.woff`)),
      }),
    ),
  );
  return [...made, ...others];
}

async function cut(name: string, file: string, axes: Readonly<Record<string, number>>): Promise<Font> {
  const whole = await readFile(resolve(`${variable}/${file}`));
  const data = await subsetFont(whole, latin + signs, { targetFormat: "truetype", variationAxes: axes });
  return { name, weight: 700, style: "normal", data };
}
