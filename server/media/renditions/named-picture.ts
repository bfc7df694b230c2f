import sharp, { type SharpOptions } from "sharp";
import { findNamedColours } from "../inspect/named-colours.ts";
import type { NamedColours } from "../inspect/structure.ts";
import { displayP3, findHdrIn } from "./icc.ts";
import { type DecodedPixels, type Pixels, tiffFrom } from "./tiff.ts";
import { paletteOf, toSrgb } from "./to-srgb.ts";

/** The colours that a picture names, if sharp would show it in others: it knows only ICC profiles. */
export function findUnknownColours(file: string | Buffer, icc: Buffer | undefined): NamedColours | undefined {
  const colours = findNamedColours(file) ?? (icc && findHdrIn(icc));
  return colours && (icc || paletteOf(colours) !== "sRGB") ? colours : undefined;
}

/** Decodes a picture of named colours into a TIFF of sRGB or Display P3, upright, that fits into `box`. */
export async function namedPictureAsTiff(
  file: string | Buffer,
  colours: NamedColours,
  box: { readonly width: number; readonly height: number },
  options: SharpOptions,
): Promise<Buffer> {
  const original = sharp(file, { ...options, ignoreIcc: true });
  const isDeep = paletteOf(colours) === "other" && (await original.metadata()).depth === "ushort";
  const { data, info } = await original
    .autoOrient()
    .resize({ ...box, fit: "inside", withoutEnlargement: true })
    .toColourspace(isDeep ? "rgb16" : "srgb")
    .raw({ depth: isDeep ? "ushort" : "uchar" })
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const channels = info.channels === 4 ? 4 : 3;
  return tiffInKnownColours({ width, height, channels, data: isDeep ? shortsIn(data) : data }, colours);
}

/** Writes pixels of named colours as a TIFF of sRGB or Display P3. */
export async function tiffInKnownColours(pixels: DecodedPixels, colours: NamedColours): Promise<Buffer> {
  const palette = paletteOf(colours);
  if (palette === "other") return tiffFrom({ ...pixels, data: toSrgb(pixels, colours) }, undefined);
  return tiffFrom(pixels as Pixels, palette === "Display P3" ? await displayP3() : undefined);
}

/** The numbers of 16 bits in a buffer, in the byte order of this machine. */
export const shortsIn = ({ buffer, byteOffset, byteLength }: Buffer): Uint16Array =>
  new Uint16Array(buffer, byteOffset, byteLength / 2);
