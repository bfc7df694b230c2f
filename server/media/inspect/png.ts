import { crc32 } from "node:zlib";
import { type Bytes, BrokenFile } from "./bytes.ts";
import { hasEveryRow } from "./png-rows.ts";
import { pngTexts } from "./png-texts.ts";
import { type NamedColours, type Span, type Structure, maxMetadataBytes, namedColours, tiffOf } from "./structure.ts";

/** Whether a picture can do without a chunk: its first letter is small. The chunks that every picture has may be misspelt by a bit. */
const isAncillary = (name: string) => (name.charCodeAt(0) & 0x20) !== 0 && !/^(IHDR|PLTE|IDAT|IEND)$/i.test(name);
const lastChunk = Buffer.from("0000000049454e44ae426082", "hex");

/**
 * Reads the chunks of a PNG up to IEND (W3C PNG, third edition, §5). A wrong checksum in a chunk that the picture needs is refused; any
 * other chunk with one counts as absent. Without IEND the picture must have every row.
 */
export async function readPng(bytes: Bytes): Promise<Structure> {
  const header = chunkAt(bytes, 8);
  if (header.name !== "IHDR" || header.length !== 13) throw new BrokenFile("the header is missing");
  const fields = Buffer.from(bytes.at(header.start, 13));
  const [width, height, colour] = [fields.readUInt32BE(0), fields.readUInt32BE(4), fields[9]!];
  let hasAlpha = colour === 4 || colour === 6;
  let exif: Buffer | null = null;
  const texts = pngTexts();
  const pixels: Span[] = [];
  const kept: Span[] = [{ start: 0, bytes: header.end }];
  let isMended = false;
  for (let offset = header.end; ;) {
    if (pixels.length > 0 && isCutAtEnd(bytes, offset)) {
      if (!(await hasEveryRow(bytes, fields, pixels))) throw new BrokenFile("rows are missing");
      isMended = true;
      break;
    }
    const chunk = chunkAt(bytes, offset);
    offset = chunk.end;
    if (!chunk.isRight) isMended = true;
    if (chunk.name === "IEND") break;
    if (!chunk.isRight) continue;
    kept.push({ start: chunk.start - 8, bytes: chunk.length + 12 });
    if (chunk.name === "IDAT") pixels.push({ start: chunk.start, bytes: chunk.length });
    if (chunk.name === "tRNS") hasAlpha = true;
    if (chunk.name === "eXIf" && chunk.length <= maxMetadataBytes) exif = tiffOf(bytes.at(chunk.start, chunk.length));
    if (chunk.length <= maxMetadataBytes) texts.see(chunk.name, () => bytes.at(chunk.start, chunk.length));
  }
  if (pixels.length === 0) throw new BrokenFile("there is no picture in it");
  return { width, height, hasAlpha, exif, ...texts.found(), mended: isMended ? [...kept, lastChunk] : null };
}

/** Whether the file ends before or within IEND. */
function isCutAtEnd(bytes: Bytes, offset: number): boolean {
  const length = bytes.size - offset;
  return length < lastChunk.length && bytes.at(offset, length).equals(lastChunk.subarray(0, length));
}

function chunkAt(bytes: Bytes, offset: number) {
  const head = bytes.at(offset, 8);
  const length = head.readUInt32BE(0);
  const name = head.toString("latin1", 4, 8);
  const start = offset + 8;
  let sum = crc32(head.subarray(4));
  for (let at = start; at < start + length;) {
    const part = bytes.from(at).subarray(0, start + length - at);
    if (part.length === 0) throw new BrokenFile("the file ends within a chunk");
    sum = crc32(part, sum);
    at += part.length;
  }
  const isRight = bytes.at(start + length, 4).readUInt32BE() === sum;
  if (!isRight && !isAncillary(name)) throw new BrokenFile("a checksum is wrong");
  return { name, length, start, end: start + length + 4, isRight };
}

/** Reads the chunk that names a picture's colours by numbers (W3C PNG, third edition, §11.3.2.6). It stands before the pixels. */
export function findPngColours(bytes: Bytes): NamedColours | undefined {
  for (let offset = 8; ;) {
    const head = bytes.at(offset, 8);
    const [length, name] = [head.readUInt32BE(0), head.toString("latin1", 4, 8)];
    if (name === "IDAT" || name === "IEND") return undefined;
    if (name === "cICP" && length === 4) {
      const [primaries, transfer, , isFull] = bytes.at(offset + 8, 4);
      return namedColours(primaries!, transfer!, isFull === 0);
    }
    offset += length + 12;
  }
}
