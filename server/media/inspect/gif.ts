import { type Bytes, BrokenFile } from "./bytes.ts";
import { type Structure, canAnimate } from "./structure.ts";

/** This many frames play for an hour. */
const maxFrames = 100_000;

const imageBlock = 0x2c;
const extensionBlock = 0x21;
const trailer = 0x3b;
const graphicControl = 0xf9;

/**
 * Reads the blocks of a GIF up to its trailer (GIF89a specification, §§ 17 to 27). After a whole picture, the end of the file or a byte that
 * begins no block stands for the trailer, as it does for browsers.
 */
export function readGif(bytes: Bytes): Structure {
  const head = bytes.at(0, 13);
  const size = { width: head.readUInt16LE(6), height: head.readUInt16LE(8) };
  let offset = 13 + tableBytes(head[10]!);
  let frames = 0;
  let hasAlpha = false;
  let mended: Structure["mended"] = null;
  for (;;) {
    const kind = offset === bytes.size ? undefined : bytes.at(offset, 1)[0];
    if (kind === trailer) break;
    if (kind === extensionBlock) {
      const extension = bytes.at(offset, 4);
      if (extension[1] === graphicControl && (extension[3]! & 1) === 1) hasAlpha = true;
      offset = endOfSubBlocks(bytes, offset + 2);
    } else if (kind === imageBlock) {
      const flags = bytes.at(offset, 10)[9]!;
      offset = endOfSubBlocks(bytes, offset + 10 + tableBytes(flags) + 1);
      if (++frames > maxFrames) throw new BrokenFile("there are too many frames");
    } else {
      mended = [{ start: 0, bytes: offset }, Buffer.from([trailer])];
      break;
    }
  }
  if (frames === 0) throw new BrokenFile("there is no picture in it");
  return { ...size, hasAlpha, exif: null, isAnimated: canAnimate(frames, size), mended };
}

const tableBytes = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

function endOfSubBlocks(bytes: Bytes, from: number): number {
  for (let offset = from; ;) {
    const length = bytes.at(offset, 1)[0]!;
    offset += 1 + length;
    if (length === 0) return offset;
  }
}
