import { paints } from "#contract/paints.ts";
import type { PictureShape } from "#contract/picture-sizes.ts";
import { type Element, column, edge, image, poster, row, text, title } from "../../media/painter/elements.ts";
import { type Prints, chip, face, nameIn } from "./parts.ts";
import { type Medalist, type MedalsPicture, maxBeside } from "./picture.ts";

/** How many people a medal table names. */
export const maxMedalists: Readonly<Record<PictureShape, number>> = { portrait: 7, landscape: 10 };

/**
 * A medal table in its parts: those with most gold, the others below them, and beside them the second half of a wide table; `more` people
 * have no room.
 */
export function partsOf(medals: readonly Medalist[], shape: PictureShape) {
  const shown = medals.slice(0, maxMedalists[shape]);
  const first = shown.filter(({ gold }) => gold === shown[0]!.gold).slice(0, maxBeside);
  const half = shape === "landscape" ? Math.max(first.length, Math.ceil(shown.length / 2)) : shown.length;
  return {
    first,
    below: shown.slice(first.length, half),
    beside: shown.slice(half),
    more: medals.length - shown.length,
  };
}

const metals = [
  ["gold", paints.gold],
  ["silver", paints.silver],
  ["bronze", paints.bronze],
] as const;
type Metals = readonly (typeof metals)[number][];

const lineWidth = { portrait: 820, landscape: 860 } as const;
/** The size of the largest faces, above a few lines and above many. */
const faceSizes = { portrait: { few: 240, many: 190 }, landscape: { few: 220, many: 130 } } as const;

/** The medal table of a night. */
export function medalTable({ shape, medals }: MedalsPicture, prints: Prints): Element {
  const { first, below, beside, more } = partsOf(medals, shape);
  // A metal that nobody has needs no column.
  const given = metals.filter(([metal]) => medals.some((line) => line[metal] > 0));
  const width = lineWidth[shape];
  const lines = (people: readonly Medalist[]) =>
    people.length === 0
      ? null
      : column({ gap: 8, flexShrink: 0, width }, ...people.map((line) => medalLine(line, width, given, prints)));
  const left = column(
    { alignItems: "center", flexShrink: 0, gap: 20, width },
    leaders(first, { width, face: faceSizes[shape][below.length > 3 ? "many" : "few"] }, given, prints),
    lines(below),
  );
  return column(
    { flexGrow: 1, alignItems: "center", justifyContent: "center", gap: 20 },
    chip({ ...title, padding: "12px 36px", fontSize: 46 }, "Medal Table"),
    medals.length === 0
      ? text({ ...poster, fontSize: 110, maxWidth: width, textAlign: "center" }, "Nobody dared to vote", 2)
      : row({ justifyContent: "center", flexShrink: 0, gap: 60 }, left, lines(beside)),
    more > 0 ? text({ fontSize: 32 }, `and ${more} more`) : null,
  );
}

const crown = (size: number): Element =>
  image(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 18"><path d="M3 5.5 7.5 9 12 2l4.5 7L21 5.5 19.2 16H4.8Z" fill="${paints.gold}" stroke="${paints.ink}" stroke-width="1.6" stroke-linejoin="round"/></svg>`,
    { width: size, height: size * 0.75 },
  );

/** The winner of the night, or those who share the most gold, large and with a crown. */
function leaders(
  first: readonly Medalist[],
  { width, face: largest }: { readonly width: number; readonly face: number },
  given: Metals,
  prints: Prints,
): Element {
  const wide = Math.floor((width - 24 * (first.length - 1)) / Math.max(first.length, 1));
  const size = Math.min(largest, wide - 40);
  return row(
    { alignItems: "flex-start", justifyContent: "center", flexShrink: 0, gap: 24 },
    ...first.map((line) =>
      column(
        { alignItems: "center", flexShrink: 0, gap: 10, width: wide },
        row({ flexShrink: 0 }, crown(84)),
        face(line, size, prints),
        nameIn(line.name, wide, first.length === 1 ? 92 : 56, first.length === 1 ? 52 : 36),
        medalsOf(line, 60, given),
      ),
    ),
  );
}

const medalLine = (line: Medalist, width: number, given: Metals, prints: Prints): Element => {
  const size = 50;
  const room = width - 54 - given.length * (size + 10) - 100;
  return chip(
    { justifyContent: "space-between", gap: 18, width, height: 72, padding: "0 16px 0 6px" },
    row({ gap: 18, flexShrink: 1 }, face(line, 54, prints), nameIn(line.name, room, 40, 27, "left")),
    medalsOf(line, size, given),
  );
};

const medalsOf = (line: Medalist, size: number, given: Metals): Element =>
  row(
    { gap: 10, flexShrink: 0 },
    ...given.map(([metal, paint]) =>
      row(
        {
          ...edge,
          ...title,
          justifyContent: "center",
          width: size,
          height: size,
          borderRadius: 999,
          backgroundColor: paint,
          color: paints.ink,
          fontSize: size * 0.5,
          opacity: line[metal] === 0 ? 0.25 : 1,
        },
        String(line[metal]),
      ),
    ),
  );
