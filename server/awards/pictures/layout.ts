import { textOn } from "#contract/award-look.ts";
import { paints } from "#contract/paints.ts";
import { pictureSizes } from "#contract/picture-sizes.ts";
import { type Element, column, logo, row, text, title } from "../../media/painter/elements.ts";
import { medalTable } from "./medals.ts";
import type { Prints } from "./parts.ts";
import type { Picture } from "./picture.ts";
import { colorOf, seaHeights } from "./sky.ts";
import { winnerCard } from "./winner.ts";

const padding = 64;

/** Lays out what stands before the sky of a picture: its card, and on the sea where it comes from. */
export function layoutOf(picture: Picture, prints: Prints): Element {
  const { shape, trip, squad } = picture;
  const width = pictureSizes[shape].width - 2 * padding;
  return column(
    {
      ...pictureSizes[shape],
      boxSizing: "border-box",
      padding: `48px ${padding}px 0`,
      color: textOn(colorOf(picture)),
      fontFamily: "Body, Body Extended",
      fontWeight: 700,
    },
    picture.kind === "winner" ? winnerCard(picture, prints) : medalTable(picture, prints),
    row(
      {
        justifyContent: "space-between",
        flexShrink: 0,
        gap: 40,
        height: seaHeights[shape],
        paddingTop: 36,
        color: paints.shell,
      },
      column(
        { gap: 4, flexShrink: 1 },
        text({ ...title, fontSize: 42, maxWidth: width * 0.6 }, trip),
        squad === null ? null : text({ fontSize: 28, maxWidth: width * 0.6 }, squad),
      ),
      row(
        { gap: 16, flexShrink: 0 },
        logo(58),
        column({ gap: 2 }, text({ ...title, fontSize: 36 }, "Swellmates"), text({ fontSize: 26 }, "Awards Night")),
      ),
    ),
  );
}
