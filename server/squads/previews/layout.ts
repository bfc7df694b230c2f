import {
  type Element,
  column,
  edge,
  logo,
  poster,
  row,
  stamp,
  text,
  title,
  widthIn,
} from "../../media/painter/elements.ts";
import { paints } from "#contract/paints.ts";
import { previewSize } from "../../platform/http/link-tags.ts";

/** The picture of a squad's link, or of the product, with a drawing of the sheet as its view. */
export type Picture = { readonly scene: string } & (
  | { readonly kind: "squad"; readonly name: string; readonly friends: string }
  | { readonly kind: "product" }
);

/** How much of a picture shows the view. Below it stand the words, on a ground of their own: a photo may have any colour. */
export const viewHeight = (picture: Picture): number =>
  picture.kind === "squad" ? sizes[nameFit(picture.name).lines - 1]!.view : sizes[0].view;

/** Lays out all but the view, which stays transparent. */
export function layoutOf(picture: Picture): Element {
  const top = viewHeight(picture);
  return column(
    {
      ...previewSize,
      boxSizing: "border-box",
      paddingTop: top,
      color: paints.ink,
      fontFamily: "Body, Body Extended",
      fontWeight: 700,
    },
    column(
      {
        flexGrow: 1,
        justifyContent: "center",
        gap: 22,
        padding: `0 ${padding}px`,
        backgroundColor: paints.sand,
        borderTop: `6px solid ${paints.ink}`,
      },
      ...(picture.kind === "squad" ? squadWords(picture.name) : productWords),
    ),
    picture.kind === "squad" ? sticker(picture.friends, top) : null,
  );
}

const padding = 60;
const widestName = 1200 - 2 * padding;

function squadWords(name: string): Element[] {
  const { size, lines } = nameFit(name);
  return [
    text({ ...poster, fontSize: size, maxWidth: widestName }, name, lines),
    row({ gap: 14 }, logo(46), text({ ...title, fontSize: 34 }, "Swellmates")),
  ];
}

const productWords: readonly Element[] = [
  row({ gap: 26 }, logo(104), text({ ...poster, fontSize: 124 }, "Swellmates")),
  text({ fontSize: 34 }, "The squad, the trip, everyone’s photos, and the awards"),
];

/** The number of friends, in the corner of the view. */
const sticker = (words: string, top: number): Element =>
  row(
    {
      ...stamp,
      ...edge,
      ...title,
      position: "absolute",
      right: padding,
      top: top - 112,
      padding: "14px 34px",
      borderRadius: 999,
      backgroundColor: paints.sun,
      fontSize: 42,
    },
    words,
  );

/** The largest size of a name in one line, in two and in three, and the height of the view above it. */
const sizes = [
  { largest: 114, view: 384 },
  { largest: 84, view: 340 },
  { largest: 62, view: 330 },
] as const;
const smallest = 40;
/** A letter of poster type is about this share of its size wide. */
const letterWidth = 0.47;
/** Lines are not full, because words stay whole. */
const fill = 0.85;

/** The font size and the number of lines in which a name is shown largest. A name that is too long even so is cut. */
function nameFit(name: string): { readonly size: number; readonly lines: number } {
  const letters = Math.max(widthIn(name), 1);
  const fits = sizes.map(({ largest }, index) => {
    const lines = index + 1;
    const room = widestName * lines * (lines === 1 ? 1 : fill);
    return { lines, size: Math.round(Math.min(largest, room / (letters * letterWidth))) };
  });
  const best = fits.reduce((one, other) => (other.size > one.size ? other : one));
  return { ...best, size: Math.max(best.size, smallest) };
}
