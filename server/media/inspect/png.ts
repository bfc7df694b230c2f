import { crc32 } from "node:zlib";
import { type Bytes, BrokenFile } from "./bytes.ts";
import { pngTexts } from "./png-texts.ts";
import { type Structure, maxMetadataBytes, tiffOf } from "./structure.ts";

/** Reads the chunks of a PNG up to IEND and verifies each checksum (W3C PNG, third edition, §5). */
export function readPng(bytes: Bytes): Structure {
  const header = chunkAt(bytes, 8);
  if (header.name !== "IHDR" || header.length !== 13) throw new BrokenFile("the header is missing");
  const fields = bytes.at(header.start, 13);
  const [width, height, colour] = [fields.readUInt32BE(0), fields.readUInt32BE(4), fields[9]!];
  let hasAlpha = colour === 4 || colour === 6;
  let hasPixels = false;
  let exif: Buffer | null = null;
  const texts = pngTexts();
  for (let offset = header.end; ;) {
    const chunk = chunkAt(bytes, offset);
    if (chunk.name === "IEND") break;
    if (chunk.name === "IDAT") hasPixels = true;
    if (chunk.name === "tRNS") hasAlpha = true;
    if (chunk.name === "eXIf" && chunk.length <= maxMetadataBytes) exif = tiffOf(bytes.at(chunk.start, chunk.length));
    if (chunk.length <= maxMetadataBytes) texts.see(chunk.name, () => bytes.at(chunk.start, chunk.length));
    offset = chunk.end;
  }
  if (!hasPixels) throw new BrokenFile("there is no picture in it");
  return { width, height, hasAlpha, exif, ...texts.found() };
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
  if (bytes.at(start + length, 4).readUInt32BE() !== sum) throw new BrokenFile("a checksum is wrong");
  return { name, length, start, end: start + length + 4 };
}
