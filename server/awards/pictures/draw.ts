import sharp from "sharp";
import { pictureSizes } from "#contract/titles.ts";
import { type Kind, paint } from "../../media/painter/paint.ts";
import { type Picture, type PictureFace, layoutOf } from "./layout.ts";

/** Draws a picture as a PNG. */
export async function draw(picture: Picture): Promise<Buffer> {
  const svg = await paint(picture, kind);
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toBuffer();
}

/** The texts of people on a picture, with the capitals of its faces. */
function textOf(picture: Picture): string {
  const own = picture.kind === "winner" ? [picture.award.name, picture.line ?? ""] : [];
  const names = facesOf(picture).flatMap(({ name }) => [name, name.toLocaleUpperCase("en")]);
  return [picture.trip, picture.squad ?? "", ...own, ...names].join("\n");
}

const facesOf = (picture: Picture): readonly PictureFace[] =>
  picture.kind === "winner" ? picture.winners : picture.medals;

function withoutTexts(picture: Picture, isDrawable: (text: string) => boolean): Picture {
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

const kind: Kind<Picture> = { sizeOf: ({ shape }) => pictureSizes[shape], textOf, withoutTexts, layoutOf };
