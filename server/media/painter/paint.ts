import satori from "satori";
import { emojiIn } from "./emoji.ts";
import { fontsFor, fontsOfPages } from "./fonts.ts";
import { type Pen, type ShapedLine, needsShaping, penOf, shapeLine } from "./shape.ts";
import { type Child, type Element, type Style, image } from "./elements.ts";

/** How pictures of one kind look. */
export interface Kind<Picture> {
  readonly sizeOf: (picture: Picture) => { readonly width: number; readonly height: number };
  /** The texts of people on a picture. */
  readonly textOf: (picture: Picture) => string;
  /**
   * The picture with other words for the texts that are not drawable, because no font has one of their letters: a box in its place looks
   * like a fault.
   */
  readonly withoutTexts: (picture: Picture, isDrawable: (text: string) => boolean) => Picture;
  readonly layoutOf: (picture: Picture) => Element;
}

/** Paints a picture as an SVG without fonts. The first one takes a second longer, because it makes the fonts. */
export async function paint<Picture>(picture: Picture, kind: Kind<Picture>): Promise<string> {
  const plain = withPlainLetters(picture);
  const text = kind.textOf(plain);
  const emoji = await emojiIn(text);
  const { fonts: others, missing } = await fontsFor(without(text, Object.keys(emoji)));
  const fonts = [...(await fontsOfPages()), ...others];
  const isDrawable = (words: string) => [...missing].every((letter) => !words.includes(letter));
  const drawable = missing.size === 0 ? plain : kind.withoutTexts(plain, isDrawable);
  const layout = shapeTexts(kind.layoutOf(drawable), fonts.map(penOf), emoji);
  return satori(layout, { ...kind.sizeOf(picture), fonts, graphemeImages: emoji });
}

/** The picture with usual letters for those that only look different, such as 𝓐 and keycaps: no font and no drawing has them. */
const withPlainLetters = <Picture>(picture: Picture): Picture =>
  JSON.parse(
    JSON.stringify(picture)
      .replaceAll(/\uFE0F?\u20E3/gu, "")
      .replaceAll(/[\u2150-\u215F\u{1D400}-\u{1D7FF}]/gu, (letter) => letter.normalize("NFKC")),
  ) as Picture;

const without = (text: string, parts: readonly string[]) =>
  parts.reduce((left, part) => left.replaceAll(part, ""), text);

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
