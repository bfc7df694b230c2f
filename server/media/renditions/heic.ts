import { readFile } from "node:fs/promises";
import decode from "heic-decode";
import { hideOthers } from "../inspect/heif.ts";

/**
 * Decodes a HEIC file into an uncompressed TIFF: upright pixels, and the colour profile they are in, which the decoder leaves to us.
 * Takes hundreds of megabytes that are never given back: for a process that ends.
 */
export async function heicAsTiff(path: string): Promise<Buffer> {
  const file = await readFile(path);
  // The decoder's wrapper knows a few main brands only, and the decoder itself does not ask.
  file.write("heic", 8, "latin1");
  const icc = hideOthers(file);
  const { width, height, data } = await decode({ buffer: file });
  return tiff(width, height, Buffer.from(data.buffer, data.byteOffset, data.byteLength), icc);
}

const short = 3;
const long = 4;
const undefinedBytes = 7;

/** A TIFF of RGBA pixels in one strip (TIFF 6.0 §§2 and 18; ICC.1:2022 annex B.4). */
function tiff(width: number, height: number, pixels: Buffer, icc: Buffer | undefined): Buffer {
  const profile = icc ?? Buffer.alloc(0);
  const entries = 11 + (icc ? 1 : 0);
  const bitsAt = 8 + 2 + entries * 12 + 4;
  const profileAt = bitsAt + 8;
  const pixelsAt = profileAt + profile.length + (profile.length % 2);
  const head = Buffer.alloc(pixelsAt);
  head.write("II*\0", 0, "latin1");
  head.writeUInt32LE(8, 4);
  head.writeUInt16LE(entries, 8);
  let at = 10;
  const entry = (tag: number, type: number, count: number, value: number) => {
    head.writeUInt16LE(tag, at);
    head.writeUInt16LE(type, at + 2);
    head.writeUInt32LE(count, at + 4);
    head.writeUInt32LE(value, at + 8);
    at += 12;
  };
  entry(256, long, 1, width);
  entry(257, long, 1, height);
  entry(258, short, 4, bitsAt);
  entry(259, short, 1, 1);
  entry(262, short, 1, 2);
  entry(273, long, 1, pixelsAt);
  entry(277, short, 1, 4);
  entry(278, long, 1, height);
  entry(279, long, 1, pixels.length);
  entry(284, short, 1, 1);
  // The fourth is an alpha that is not multiplied in.
  entry(338, short, 1, 2);
  if (icc) entry(34_675, undefinedBytes, profile.length, profileAt);
  for (let i = 0; i < 4; i++) head.writeUInt16LE(8, bitsAt + i * 2);
  profile.copy(head, profileAt);
  return Buffer.concat([head, pixels]);
}
