import sharp from "sharp";
import { pictureSizes, previewSizes } from "#contract/picture-sizes.ts";
import { type Kind, paint } from "../../media/painter/paint.ts";
import { layoutOf } from "./layout.ts";
import type { Print, Prints } from "./parts.ts";
import type { Picture, PictureFace } from "./picture.ts";
import { skyOf } from "./sky.ts";

/** A picture to draw. */
export interface Task {
  readonly picture: Picture;
  /** The photos that it may show, in base64 by their ids. Without its photo a face is a letter, and a proof is left out. */
  readonly photos: Readonly<Record<string, string>>;
  readonly isPreview: boolean;
}

/** Draws a picture as a PNG, or its preview. */
export async function draw({ picture, photos, isPreview }: Task): Promise<Buffer> {
  const words = await paint(picture, kindWith(await printsOf(photos)));
  const drawn = sharp(Buffer.from(skyOf(picture)))
    .composite([{ input: Buffer.from(words) }])
    .removeAlpha();
  if (!isPreview) return drawn.png({ compressionLevel: 9 }).toBuffer();
  const whole = await drawn.png({ compressionLevel: 1 }).toBuffer();
  return sharp(whole).resize(previewSizes[picture.shape]).png({ palette: true, quality: 85 }).toBuffer();
}

/** A photo is shown at most as large as this, in pixels. */
const largest = 900;

/** Photos of the one kind that a drawing takes. One that cannot be read is left out. */
async function printsOf(photos: Task["photos"]): Promise<Prints> {
  const prints = await Promise.all(
    Object.entries(photos).map(async ([id, bytes]) => [id, await printOf(bytes).catch(() => null)] as const),
  );
  return new Map(prints.flatMap(([id, print]) => (print ? [[id, print] as const] : [])));
}

async function printOf(bytes: string): Promise<Print> {
  const { data, info } = await sharp(Buffer.from(bytes, "base64"))
    .resize({ width: largest, height: largest, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#fff" })
    .jpeg({ quality: 88 })
    .toBuffer({ resolveWithObject: true });
  return { address: `data:image/jpeg;base64,${data.toString("base64")}`, width: info.width, height: info.height };
}

const kindWith = (prints: Prints): Kind<Picture> => ({
  sizeOf: ({ shape }) => pictureSizes[shape],
  textOf,
  withoutTexts,
  layoutOf: (picture) => layoutOf(picture, prints),
});

/** The texts of people on a picture, with the capitals of its faces. */
function textOf(picture: Picture): string {
  const own = picture.kind === "winner" ? [picture.award.name, picture.line ?? "", proofText(picture) ?? ""] : [];
  const names = facesOf(picture).flatMap(({ name }) => [name, name.toLocaleUpperCase("en")]);
  return [picture.trip, picture.squad ?? "", ...own, ...names].join("\n");
}

const facesOf = (picture: Picture): readonly PictureFace[] =>
  picture.kind === "winner" ? picture.winners : picture.medals;

const proofText = ({ proof }: Extract<Picture, { kind: "winner" }>): string | null =>
  proof && "text" in proof ? proof.text : null;

function withoutTexts(picture: Picture, isDrawable: (text: string) => boolean): Picture {
  const known = <F extends PictureFace>(face: F): F => (isDrawable(face.name) ? face : { ...face, name: "A friend" });
  const squad = picture.squad !== null && isDrawable(picture.squad) ? picture.squad : null;
  const around = { trip: isDrawable(picture.trip) ? picture.trip : "", squad };
  if (picture.kind === "medals") return { ...picture, ...around, medals: picture.medals.map(known) };
  const { award, line, proof } = picture;
  return {
    ...picture,
    ...around,
    award: isDrawable(award.name) ? award : { ...award, name: "An award" },
    winners: picture.winners.map(known),
    line: line !== null && isDrawable(line) ? line : null,
    proof: isDrawable(proofText(picture) ?? "") ? proof : null,
  };
}
