import sharp, { type SharpOptions } from "sharp";
import { findNamedColours } from "../inspect/named-colours.ts";
import type { NamedColours } from "../inspect/structure.ts";
import { type DecodedPixels, type Pixels, tiffFrom } from "./tiff.ts";
import { isHdr, paletteOf, toSrgb } from "./to-srgb.ts";

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

/** The red and green primaries of Display P3 in ICC profiles (CIE XYZ, adapted to D50). */
const red = [0.5151, 0.2412, -0.0011];
const green = [0.2919, 0.6922, 0.0419];
const tolerance = 0.006;

/** Whether an ICC profile has the primaries of Display P3. The profile's name differs by vendor. */
export function isDisplayP3(icc: Buffer): boolean {
  return isNear(colorant(icc, "rXYZ"), red) && isNear(colorant(icc, "gXYZ"), green);
}

let profile: Promise<Buffer> | undefined;

/** The ICC profile of Display P3. */
const displayP3 = (): Promise<Buffer> => (profile ??= makeProfile());

async function makeProfile(): Promise<Buffer> {
  const dot = sharp({ create: { width: 1, height: 1, channels: 3, background: "#000" } });
  return (await sharp(await dot.withIccProfile("p3").png().toBuffer()).metadata()).icc!;
}

/** The colours of an HDR picture whose profile names them (ICC.1:2022 §9.2.17), because a profile alone cannot describe HDR. */
export function findHdrIn(icc: Buffer): NamedColours | undefined {
  const tag = findTag(icc, "cicp", 4);
  const colours = tag && { primaries: tag[0]!, transfer: tag[1]!, isNarrow: false };
  return colours && isHdr(colours) ? colours : undefined;
}

const isNear = (found: readonly number[] | undefined, wanted: readonly number[]) =>
  found !== undefined && wanted.every((value, i) => Math.abs(value - found[i]!) < tolerance);

/** Reads a tag of type XYZ (ICC.1:2022 §10.31): three signed fixed-point numbers (16.16). */
function colorant(icc: Buffer, tag: string): number[] | undefined {
  const found = findTag(icc, tag, 12);
  return found && [0, 4, 8].map((offset) => found.readInt32BE(offset) / 65_536);
}

/** Finds the first `bytes` bytes of a tag, after its type. */
function findTag(icc: Buffer, tag: string, bytes: number): Buffer | undefined {
  if (icc.length < 132) return undefined;
  const count = Math.min(icc.readUInt32BE(128), 100);
  for (let at = 132; at + 12 <= icc.length && at < 132 + count * 12; at += 12) {
    if (icc.toString("latin1", at, at + 4) !== tag) continue;
    const start = icc.readUInt32BE(at + 4) + 8;
    return start + bytes > icc.length ? undefined : icc.subarray(start, start + bytes);
  }
  return undefined;
}
