import { paints } from "#contract/paints.ts";

/** An element as satori reads it: what React would make of JSX. */
export interface Element {
  readonly type: string;
  readonly key: null;
  readonly props: Readonly<Record<string, unknown>>;
}

export type Style = Readonly<Record<string, string | number>>;
export type Child = Element | string | null;

const element = (type: string, props: Readonly<Record<string, unknown>>): Element => ({ type, key: null, props });

/** A box whose children stand in a row. */
export const row = (style: Style, ...children: readonly Child[]): Element =>
  element("div", { style: { display: "flex", alignItems: "center", ...style }, children: children.filter(Boolean) });

/** A box whose children stand below each other. */
export const column = (style: Style, ...children: readonly Child[]): Element =>
  element("div", {
    style: { display: "flex", flexDirection: "column", ...style },
    children: children.filter(Boolean),
  });

/** A text of at most `lines` lines. A longer text is cut and gets an ellipsis; a long word breaks. */
export const text = (style: Style, words: string, lines = 1): Element =>
  element("div", { style: { display: "block", lineClamp: lines, wordBreak: "break-word", ...style }, children: words });

/** A picture that is an SVG itself. */
export const image = (svg: string, size: { readonly width: number; readonly height: number }): Element =>
  element("img", { ...size, src: svgAddress(svg) });

/** The address of an SVG, with all its bytes. */
export const svgAddress = (svg: string): string => `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;

/** Heavy, narrow poster type, and the type of titles. */
export const poster: Style = { fontFamily: "Poster, Poster Extended", lineHeight: 1.02, letterSpacing: "-0.02em" };
export const title: Style = { fontFamily: "Title, Title Extended", lineHeight: 1.1, letterSpacing: "-0.03em" };
/** The border of faces and boxes. */
export const edge: Style = { border: `4px solid ${paints.ink}` };
/** The border with a hard shadow, for a winner and for the medal table. */
export const stamp: Style = { ...edge, boxShadow: `10px 10px 0 ${paints.ink}` };

/** Lines in a 24 × 24 box, as icons of awards are drawn. */
export const icon = (d: string, size: number, color: string): Element =>
  element("svg", {
    width: size,
    height: size,
    viewBox: "0 0 24 24",
    fill: "none",
    stroke: color,
    strokeWidth: 2,
    strokeLinecap: "round",
    strokeLinejoin: "round",
    children: element("path", { d }),
  });

/** The sun over a wave. */
export const logo = (size: number): Element =>
  element("svg", {
    width: size,
    height: size,
    viewBox: "0 0 32 32",
    children: [
      element("circle", { cx: 16, cy: 16, r: 15, fill: paints.coral }),
      // The wave of the pages' logo, cut off by the circle.
      element("path", { d: "M1.3 19C9 14.2 20 14.6 31 17.4A15 15 0 0 1 1.3 19Z", fill: paints.lagoon }),
      element("circle", { cx: 16, cy: 16, r: 15, fill: "none", stroke: paints.ink, strokeWidth: 2 }),
    ],
  });

/** How wide a text is, in letters of Latin. */
export function widthIn(letters: string): number {
  const isWide = (grapheme: string) =>
    /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{Extended_Pictographic}]/u.test(grapheme);
  return Array.from(new Intl.Segmenter().segment(letters), ({ segment }) => (isWide(segment) ? 2.2 : 1)).reduce(
    (sum, width) => sum + width,
    0,
  );
}
