/** RGB or RGBA: in a buffer eight bits a channel, else sixteen. */
export interface Pixels<Data extends Buffer | Uint16Array = Buffer> {
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
  readonly data: Data;
}

/** Pixels as a decoder made them. */
export type DecodedPixels = Pixels<Buffer | Uint16Array>;

const short = 3;
const long = 4;
const undefinedBytes = 7;

/** Writes an uncompressed TIFF of RGB or RGBA pixels in one strip (TIFF 6.0 §§2 and 18; ICC.1:2022 annex B.4). */
export function tiffFrom({ width, height, channels, data }: Pixels, icc: Buffer | undefined): Buffer {
  const profile = icc ?? Buffer.alloc(0);
  const entries = 10 + (channels - 3) + (icc ? 1 : 0);
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
  entry(258, short, channels, bitsAt);
  entry(259, short, 1, 1);
  entry(262, short, 1, 2);
  entry(273, long, 1, pixelsAt);
  entry(277, short, 1, channels);
  entry(278, long, 1, height);
  entry(279, long, 1, data.length);
  entry(284, short, 1, 1);
  // The fourth channel is alpha, not premultiplied.
  if (channels === 4) entry(338, short, 1, 2);
  if (icc) entry(34_675, undefinedBytes, profile.length, profileAt);
  for (let i = 0; i < 4; i++) head.writeUInt16LE(8, bitsAt + i * 2);
  profile.copy(head, profileAt);
  return Buffer.concat([head, data]);
}
