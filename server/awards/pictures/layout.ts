import { pathOfIcon } from "#contract/award-icons.ts";
import { gradientOf, textOn } from "#contract/award-look.ts";
import { type PictureShape, pictureSizes } from "#contract/titles.ts";
import {
  type Element,
  column,
  edge,
  icon,
  logo,
  poster,
  row,
  stamp,
  text,
  title,
  widthIn,
} from "../../media/painter/elements.ts";
import { facePaints, lightRoles, paints } from "#contract/paints.ts";

/** A person on a picture, by their first name alone. */
export interface PictureFace {
  readonly name: string;
  /** Which of the colours of faces it has. */
  readonly paint: number;
}

interface Occasion {
  readonly shape: PictureShape;
  readonly trip: string;
  /** Null for a trip without a squad. */
  readonly squad: string | null;
}

/** The winner of an award. Ties have several. */
interface WinnerPicture extends Occasion {
  readonly kind: "winner";
  readonly award: { readonly name: string; readonly icon: string; readonly color: string };
  readonly winners: readonly PictureFace[];
  /** A line below the names, such as "3rd title in a row". */
  readonly line: string | null;
}

/** The medal table of a night, best first. */
interface MedalsPicture extends Occasion {
  readonly kind: "medals";
  readonly medals: readonly (PictureFace & {
    readonly gold: number;
    readonly silver: number;
    readonly bronze: number;
  })[];
}

export type Picture = WinnerPicture | MedalsPicture;

/** Lays a picture out. */
export const layoutOf = (picture: Picture): Element =>
  frame(picture, picture.kind === "winner" ? winnerCard(picture) : medalCard(picture));

const padding = 64;

/** The page around a card: who shares it, and where it comes from. */
function frame({ shape, trip, squad }: Occasion, card: Element): Element {
  const width = pictureSizes[shape].width - 2 * padding;
  return column(
    {
      ...pictureSizes[shape],
      boxSizing: "border-box",
      justifyContent: "space-between",
      padding: `60px ${padding}px`,
      gap: 36,
      backgroundColor: paints.sand,
      color: paints.ink,
      fontFamily: "Body, Body Extended",
      fontWeight: 700,
    },
    row(
      { justifyContent: "space-between" },
      row({ gap: 18 }, logo(64), text({ ...title, fontSize: 46 }, "Swellmates")),
      row(
        { ...edge, backgroundColor: paints.sun, borderRadius: 999, padding: "10px 28px", fontSize: 32 },
        "Awards Night",
      ),
    ),
    card,
    row(
      { justifyContent: "space-between", gap: 40 },
      text({ ...title, fontSize: 44, flexShrink: 1, maxWidth: width * 0.58 }, trip),
      squad === null ? null : text({ fontSize: 32, color: lightRoles["text-soft"], maxWidth: width * 0.38 }, squad),
    ),
  );
}

const isWide = (shape: PictureShape) => shape === "landscape";

function winnerCard({ shape, award, winners, line }: WinnerPicture): Element {
  const gradient = gradientOf(award.color);
  const color = textOn(award.color);
  return column(
    { ...stamp, flexGrow: 1, borderRadius: 40, overflow: "hidden", backgroundColor: paints.shell },
    row(
      {
        gap: 32,
        padding: isWide(shape) ? "30px 48px" : "40px 44px",
        backgroundImage: `linear-gradient(120deg, ${gradient.join(", ")})`,
        borderBottom: `4px solid ${paints.ink}`,
        color,
      },
      row(
        {
          ...edge,
          borderColor: color,
          borderRadius: 28,
          width: 128,
          height: 128,
          flexShrink: 0,
          justifyContent: "center",
        },
        icon(pathOfIcon(award.icon), 76, color),
      ),
      text(
        { ...title, fontSize: widthIn(award.name) > 40 ? 48 : 68, flexShrink: 1, maxWidth: isWide(shape) ? 1500 : 690 },
        award.name,
        2,
      ),
    ),
    column(
      { flexGrow: 1, alignItems: "center", justifyContent: "center", gap: 28, padding: "32px 44px" },
      winners.length === 1 ? oneWinner(winners[0]!, shape) : tiedWinners(winners, shape),
      line === null
        ? null
        : row({ ...edge, borderRadius: 999, padding: "10px 32px", backgroundColor: paints.foam, fontSize: 36 }, line),
    ),
  );
}

const widestName = (shape: PictureShape) => (isWide(shape) ? 1250 : 860);

/** Returns the font size in which a name that is `letters` letters wide fits into two lines of poster type. */
function nameSize(letters: number, shape: PictureShape): number {
  const widest = widestName(shape);
  // A letter is about 0.47 of its size wide.
  const oneLine = widest / (Math.max(letters, 4) * 0.47);
  const twoLines = (2 * widest * 0.85) / (letters * 0.47);
  return Math.round(Math.min(isWide(shape) ? 260 : 230, Math.max(oneLine, Math.min(twoLines, 110))));
}

function oneWinner(winner: PictureFace, shape: PictureShape): Element {
  const size = nameSize(widthIn(winner.name), shape);
  const maxWidth = widestName(shape);
  const name = text(
    { ...poster, fontSize: size, maxWidth, textAlign: isWide(shape) ? "left" : "center" },
    winner.name,
    2,
  );
  return isWide(shape)
    ? row({ gap: 56, maxWidth: "100%" }, face(winner, 280), column({ flexShrink: 1 }, name))
    : column({ gap: 40, alignItems: "center", maxWidth: "100%" }, face(winner, 320), name);
}

/** More people than these would be too small to read. */
const maxTied = 12;

function tiedWinners(winners: readonly PictureFace[], shape: PictureShape): Element {
  const shown = winners.slice(0, maxTied);
  const isFew = shown.length <= 4;
  const size = isFew ? 104 : 52;
  const width = isWide(shape) ? 520 : 400;
  const lines = shown.map((winner) =>
    row(
      { gap: size * 0.3, maxWidth: "100%", ...(!isFew && { width }) },
      face(winner, size * 1.4),
      text(
        {
          ...poster,
          fontSize: widthIn(winner.name) > 14 ? size * 0.6 : size,
          flexShrink: 1,
          maxWidth: (isFew ? 700 : width) - size * 1.7,
        },
        winner.name,
      ),
    ),
  );
  return column(
    { alignItems: "center", gap: 24, maxWidth: "100%" },
    isFew && !isWide(shape)
      ? column({ gap: 28, maxWidth: "100%" }, ...lines)
      : row({ flexWrap: "wrap", justifyContent: "center", gap: isFew ? 48 : 20 }, ...lines),
    more(winners.length - shown.length),
  );
}

const more = (count: number): Element | null =>
  count > 0 ? text({ fontSize: 36, color: lightRoles["text-soft"] }, `and ${count} more`) : null;

const medalPaints = [
  ["gold", paints.gold],
  ["silver", paints.silver],
  ["bronze", paints.bronze],
] as const;

function medalCard({ shape, medals }: MedalsPicture): Element {
  const perColumn = isWide(shape) ? 5 : 7;
  const columns = isWide(shape) && medals.length > perColumn ? 2 : 1;
  const shown = medals.slice(0, perColumn * columns);
  const isHalf = columns === 2;
  return column(
    { ...stamp, flexGrow: 1, borderRadius: 40, backgroundColor: paints.shell, padding: "32px 48px", gap: 16 },
    text({ ...poster, fontSize: isWide(shape) ? 96 : 110 }, "Medal Table"),
    shown.length === 0 ? text({ fontSize: 44, color: lightRoles["text-soft"] }, "Nobody dared to vote", 2) : null,
    row(
      { alignItems: "flex-start", gap: 64, flexGrow: 1 },
      ...Array.from({ length: columns }, (_, at) =>
        column(
          { gap: isWide(shape) ? 12 : 16, flexGrow: 1, flexBasis: 0 },
          ...shown.slice(at * perColumn, (at + 1) * perColumn).map((line) => medalLine(line, isHalf)),
        ),
      ),
    ),
    more(medals.length - shown.length),
  );
}

const medalLine = (line: MedalsPicture["medals"][number], isHalf: boolean): Element =>
  row(
    { gap: 24, justifyContent: "space-between" },
    row(
      { gap: 24, flexShrink: 1, maxWidth: isHalf ? "58%" : "66%" },
      face(line, 88),
      text(
        { ...title, fontSize: widthIn(line.name) > 14 ? 36 : 52, flexShrink: 1, maxWidth: isHalf ? 350 : 440 },
        line.name,
      ),
    ),
    row(
      { gap: 14, flexShrink: 0 },
      ...medalPaints.map(([medal, paint]) =>
        row(
          {
            ...edge,
            ...title,
            justifyContent: "center",
            width: 72,
            height: 72,
            borderRadius: 999,
            backgroundColor: paint,
            fontSize: 38,
            opacity: line[medal] === 0 ? 0.25 : 1,
          },
          String(line[medal]),
        ),
      ),
    ),
  );

/** A face: the first letter of the name on its colour. */
const face = ({ name, paint }: PictureFace, size: number): Element =>
  row(
    {
      ...edge,
      ...title,
      justifyContent: "center",
      flexShrink: 0,
      width: size,
      height: size,
      borderRadius: 999,
      backgroundColor: facePaints[paint % facePaints.length]!,
      fontSize: size * 0.5,
    },
    [...new Intl.Segmenter().segment(name.trim().toLocaleUpperCase("en"))][0]?.segment ?? "",
  );
