import { pathOfIcon } from "#contract/award-icons.ts";
import { paints } from "#contract/paints.ts";
import type { PictureShape } from "#contract/picture-sizes.ts";
import { type Element, column, edge, icon, row, text, title, widthIn } from "../../media/painter/elements.ts";
import { type Prints, chip, face, nameIn, note, polaroid } from "./parts.ts";
import { type PictureFace, type Proof, type WinnerPicture, maxBeside } from "./picture.ts";

/** Sizes in pixels: the width of the words, a face, and the largest names in one line and in two. */
interface Sizes {
  readonly width: number;
  readonly face: number;
  readonly one: number;
  readonly two: number;
}

const sizes: Readonly<Record<PictureShape, { readonly alone: Sizes; readonly proven: Sizes }>> = {
  portrait: {
    alone: { width: 952, face: 380, one: 230, two: 110 },
    proven: { width: 952, face: 230, one: 150, two: 72 },
  },
  landscape: {
    alone: { width: 1700, face: 290, one: 220, two: 100 },
    proven: { width: 980, face: 290, one: 170, two: 90 },
  },
};

const proofBoxes = { portrait: { width: 900, height: 370 }, landscape: { width: 740, height: 760 } } as const;

/** The winner's card of the show: award, face, 'Winner', name, and what proves it. */
export function winnerCard({ shape, award, winners, line, proof }: WinnerPicture, prints: Prints): Element {
  const { alone, proven } = sizes[shape];
  const shown = proof && proofIn(proof, proofBoxes[shape], prints);
  const size = shown ? proven : alone;
  const people = column(
    { alignItems: "center", flexShrink: 0, gap: 22, maxWidth: size.width },
    awardChip(award, size.width),
    ...(winners.length === 1 ? oneWinner(winners[0]!, size, prints) : tiedWinners(winners, size, prints)),
    line === null ? null : lineChip(line, size.width),
  );
  return shape === "landscape"
    ? row({ flexGrow: 1, justifyContent: "center", gap: 60 }, people, shown)
    : column({ flexGrow: 1, alignItems: "center", justifyContent: "center", gap: 28 }, people, shown);
}

/** A photo that is not there proves nothing. */
function proofIn(proof: Proof, box: (typeof proofBoxes)[PictureShape], prints: Prints): Element | null {
  if ("text" in proof) return note(proof.text, box.width);
  const print = prints.get(proof.photo);
  return print ? polaroid(print, box) : null;
}

const awardChip = ({ name, icon: sign }: WinnerPicture["award"], width: number): Element => {
  const letters = widthIn(name);
  return chip(
    { gap: 22, borderRadius: 34, padding: "16px 34px", maxWidth: width },
    icon(pathOfIcon(sign), 56, paints.ink),
    text(
      { ...title, fontSize: letters > 40 ? 38 : letters > 24 ? 46 : 56, flexShrink: 1, maxWidth: width - 160 },
      name,
      2,
    ),
  );
};

const lineChip = (line: string, width: number): Element =>
  chip({ backgroundColor: paints.foam }, text({ fontSize: widthIn(line) > 40 ? 26 : 34, maxWidth: width - 72 }, line));

const stampOf = (words: string, marginTop: number): Element =>
  chip({ ...title, marginTop, padding: "8px 34px", backgroundColor: paints.sun, fontSize: 44 }, words);

const oneWinner = (winner: PictureFace, { width, face: size, one, two }: Sizes, prints: Prints): Element[] => [
  // The stamp lies on the lower edge of the face.
  column({ alignItems: "center", flexShrink: 0 }, face(winner, size, prints), stampOf("Winner", -36)),
  nameIn(winner.name, width, one, two),
];

/** The first faces beside one another, and how many more there are. */
function tiedWinners(winners: readonly PictureFace[], { width, face: size }: Sizes, prints: Prints): Element[] {
  const shown = winners.slice(0, maxBeside);
  const more = winners.length - shown.length;
  const [gap, moreSize] = [28, 130];
  const room = width - (more > 0 ? moreSize + gap : 0);
  const wide = Math.min(420, Math.floor((room - gap * (shown.length - 1)) / shown.length));
  const faceSize = Math.min(size, wide - 40);
  return [
    row(
      { alignItems: "flex-start", justifyContent: "center", flexShrink: 0, gap },
      ...shown.map((winner) =>
        column(
          { alignItems: "center", flexShrink: 0, gap: 14, width: wide },
          face(winner, faceSize, prints),
          nameIn(winner.name, wide, 72, 44),
        ),
      ),
      more > 0
        ? row(
            {
              ...edge,
              ...title,
              justifyContent: "center",
              flexShrink: 0,
              marginTop: (faceSize - moreSize) / 2,
              width: moreSize,
              height: moreSize,
              borderRadius: 999,
              backgroundColor: paints.shell,
              color: paints.ink,
              fontSize: 52,
            },
            `+${more}`,
          )
        : null,
    ),
    stampOf("Winners", 0),
  ];
}
