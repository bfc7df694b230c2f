import { type Bytes, BrokenFile } from "./bytes.ts";
import { type Structure, canAnimate, maxMetadataBytes, tiffOf } from "./structure.ts";

/** An animation has a chunk for each frame; this many frames play for an hour. */
const maxChunks = 100_000;

/**
 * Reads the chunks of a WebP (RFC 9649) up to the size in the RIFF header. Of a single picture that size may be wrong, when the chunks end
 * where the file does.
 */
export function readWebp(bytes: Bytes): Structure {
  const said = 8 + bytes.at(4, 4).readUInt32LE();
  const end = Math.min(said, bytes.size);
  let canvas: Canvas | undefined;
  let hasPixels = false;
  let frames = 0;
  let exif: Buffer | null = null;
  let xmp: Buffer | null = null;
  let offset = 12;
  for (let chunks = 0; offset + 8 <= end; chunks++) {
    const head = bytes.at(offset, 8);
    const name = head.toString("latin1", 0, 4);
    const length = head.readUInt32LE(4);
    const start = offset + 8;
    if (start + length > bytes.size || chunks > maxChunks) throw new BrokenFile("a chunk does not end");
    if (name === "VP8X") canvas ??= extended(bytes.at(start, 10));
    if (name === "VP8 ") canvas ??= lossy(bytes.at(start, 10));
    if (name === "VP8L") canvas ??= lossless(bytes.at(start, 5));
    if (name === "VP8 " || name === "VP8L" || name === "ANMF") hasPixels = true;
    if (name === "ANMF") frames++;
    if (name === "EXIF" && length <= maxMetadataBytes) exif = tiffOf(bytes.at(start, length));
    if (name === "XMP " && length <= maxMetadataBytes) xmp = Buffer.from(bytes.at(start, length));
    offset = start + length + (length % 2);
  }
  if (!canvas || !hasPixels) throw new BrokenFile("there is no picture in it");
  // Of an animation, frames may be missing; but the last byte is often padding that nobody wrote.
  const mayEnd = offset >= bytes.size && (frames === 0 || said === bytes.size + 1);
  if (said > bytes.size && !mayEnd) throw new BrokenFile("the file ends too early");
  const isMended = said > bytes.size || offset > said;
  const mended = isMended ? riffOf(Math.min(offset, bytes.size)) : null;
  return { ...canvas, exif, xmp, isAnimated: canAnimate(frames, canvas), mended };
}

/** The chunks up to `end`, with their size in the header. */
function riffOf(end: number): Structure["mended"] {
  const header = Buffer.from("RIFF\0\0\0\0", "latin1");
  const padding = Buffer.alloc(end % 2);
  header.writeUInt32LE(end + padding.length - header.length, 4);
  return [header, { start: header.length, bytes: end - header.length }, padding];
}

type Canvas = Omit<Structure, "exif">;

const extended = (chunk: Buffer): Canvas => ({
  width: chunk.readUIntLE(4, 3) + 1,
  height: chunk.readUIntLE(7, 3) + 1,
  hasAlpha: (chunk[0]! & 0x10) !== 0,
});

function lossy(chunk: Buffer): Canvas {
  if (chunk.readUIntBE(3, 3) !== 0x9d012a) throw new BrokenFile("the frame does not start");
  return { width: chunk.readUInt16LE(6) & 0x3fff, height: chunk.readUInt16LE(8) & 0x3fff, hasAlpha: false };
}

function lossless(chunk: Buffer): Canvas {
  if (chunk[0] !== 0x2f) throw new BrokenFile("the frame does not start");
  const bits = chunk.readUInt32LE(1);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, hasAlpha: ((bits >>> 28) & 1) === 1 };
}
