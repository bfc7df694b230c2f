import satori from "satori";
import sharp from "sharp";
import { pictureSizes } from "#contract/titles.ts";
import { emojiIn } from "./emoji.ts";
import { fontsFor, fontsOfPages } from "./fonts.ts";
import { type Picture, type PictureFace, layoutOf } from "./layout.ts";
import { shapeTexts } from "./shape-texts.ts";
import { penOf } from "./shape.ts";

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
