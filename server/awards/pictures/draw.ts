import satori from "satori";
import sharp from "sharp";
import { pictureSizes } from "#contract/titles.ts";
import { emojiIn } from "./emoji.ts";
import { fontsFor, fontsOfPages } from "./fonts.ts";
import { type Picture, type PictureFace, layoutOf } from "./layout.ts";
import { type Pen, type ShapedLine, needsShaping, penOf, shapeLine } from "./shape.ts";
import { type Child, type Element, type Style, image } from "./elements.ts";

/** Draws a picture as a PNG. The first one takes a second longer, because it makes the fonts. */
export async function draw(picture: Picture): Promise<Buffer> {
  const plain = withPlainLetters(picture);
  const text = textOf(plain);
  const emoji = await emojiIn(text);
  const { fonts: others, missing } = await fontsFor(without(text, Object.keys(emoji)));
  const fonts = [...(await fontsOfPages()), ...others];
  const layout = shapeTexts(layoutOf(withoutTexts(plain, missing)), fonts.map(penOf), emoji);
  const svg = await satori(layout, { ...pictureSizes[picture.shape], fonts, graphemeImages: emoji });
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toBuffer();
}

/** The picture with usual letters for those that only look different, such as 𝓐 and keycaps: no font and no drawing has them. */
const withPlainLetters = (picture: Picture): Picture =>
  JSON.parse(
    JSON.stringify(picture)
      .replaceAll(/\uFE0F?\u20E3/gu, "")
      .replaceAll(/[\u2150-\u215F\u{1D400}-\u{1D7FF}]/gu, (letter) => letter.normalize("NFKC")),
  ) as Picture;

const without = (text: string, parts: readonly string[]) =>
  parts.reduce((left, part) => left.replaceAll(part, ""), text);

/** The texts of people on a picture, with the capitals of its faces. */
function textOf(picture: Picture): string {
  const own = picture.kind === "winner" ? [picture.award.name, picture.line ?? ""] : [];
  const names = facesOf(picture).flatMap(({ name }) => [name, name.toLocaleUpperCase("en")]);
  return [picture.trip, picture.squad ?? "", ...own, ...names].join("\n");
}

const facesOf = (picture: Picture): readonly PictureFace[] =>
  picture.kind === "winner" ? picture.winners : picture.medals;

/** A text with a letter that no font has is left out, because a box in its place looks like a fault. */
function withoutTexts(picture: Picture, missing: ReadonlySet<string>): Picture {
  if (missing.size === 0) return picture;
  const isDrawable = (text: string) => [...missing].every((letter) => !text.includes(letter));
  const known = <F extends PictureFace>(face: F): F => (isDrawable(face.name) ? face : { ...face, name: "A friend" });
  const squad = picture.squad !== null && isDrawable(picture.squad) ? picture.squad : null;
  const around = { trip: isDrawable(picture.trip) ? picture.trip : "", squad };
  if (picture.kind === "medals") return { ...picture, ...around, medals: picture.medals.map(known) };
  const { award, line } = picture;
  return {
    ...picture,
    ...around,
    award: isDrawable(award.name) ? award : { ...award, name: "An award" },
    winners: picture.winners.map(known),
    line: line !== null && isDrawable(line) ? line : null,
  };
}

/** Replaces the texts of a layout that satori cannot draw by pictures of them. */
function shapeTexts(
  layout: Element,
  pens: readonly Pen[],
  emoji: Readonly<Record<string, string>>,
  inherited: Style = {},
): Element {
  const own = (layout.props["style"] ?? {}) as Style;
  const style = { ...inherited, ...own };
  const { children } = layout.props as { readonly children?: Child | readonly Child[] };
  const inside: readonly Child[] = [children ?? null].flat();
  if (!inside.some((child) => child !== null && (typeof child !== "string" || needsShaping(child)))) return layout;
  const made = inside.flatMap((child): Child[] => {
    if (child === null) return [];
    if (typeof child !== "string") return [shapeTexts(child, pens, emoji, style)];
    return needsShaping(child) ? picturesOf(child, style, pens, emoji) : [child];
  });
  const isText = own["display"] === "block";
  const words = inside.filter((child) => typeof child === "string").join("");
  const { lineClamp: _lines, display: _display, ...rest } = own;
  const column = { ...rest, display: "flex", flexDirection: "column", alignItems: sideOf(words, style) };
  return { ...layout, props: { ...layout.props, children: made, style: isText ? column : own } };
}

const isFromRight = (text: string) =>
  /^[^\p{L}]*[\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Thaana}\p{sc=Syriac}\p{sc=Nko}]/u.test(text);

const sideOf = (text: string, style: Style) =>
  style["textAlign"] === "center" ? "center" : isFromRight(text) ? "flex-end" : "flex-start";

/** The lines of a text as pictures, which become smaller where they do not fit. */
function picturesOf(
  text: string,
  style: Style,
  pens: readonly Pen[],
  emoji: Readonly<Record<string, string>>,
): Child[] {
  const families = String(style["fontFamily"]).split(", ");
  const others = pens.filter(({ family }) => family.startsWith("Other"));
  const chosen = [...pens.filter(({ family }) => families.includes(family)), ...others];
  const size = Number(style["fontSize"]);
  const widest = typeof style["maxWidth"] === "number" ? style["maxWidth"] : usualWidth;
  const shareOf = (lines: readonly ShapedLine[]) =>
    Math.min(1, widest / (size * Math.max(...lines.map(({ width }) => width))));
  const whole = [shapeLine(text, chosen, emoji)];
  const halves = Number(style["lineClamp"]) > 1 && shareOf(whole) < smallest;
  const lines = halves ? halvesOf(text).map((half) => shapeLine(half, chosen, emoji)) : whole;
  const shown = size * shareOf(lines);
  return lines.map(({ body, width, ascent, descent }) => {
    const height = ascent + descent;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 ${-ascent} ${width} ${height}" fill="${style["color"]}">${body}</svg>`;
    return image(svg, { width: width * shown, height: height * shown });
  });
}

/** In pixels, for a text that does not say how wide it may become. */
const usualWidth = 700;
/** A text that would have to become smaller than this share takes two lines, if it may. */
const smallest = 0.7;

/** A text in two lines, broken at the space nearest to its middle. */
function halvesOf(text: string): string[] {
  const spaces = [...text.matchAll(/ /g)].map(({ index }) => index);
  const middle = text.length / 2;
  const [at] = spaces.toSorted((one, other) => Math.abs(one - middle) - Math.abs(other - middle));
  return at === undefined ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
