import { constants, crc32, createInflate, inflateSync } from "node:zlib";
import { Readable } from "node:stream";
import { type Bytes, BrokenFile } from "./bytes.ts";
import {
  type NamedColours,
  type Span,
  type Structure,
  maxMetadataBytes,
  maxPixels,
  namedColours,
  tiffOf,
} from "./structure.ts";

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

/** The samples of a pixel, for each colour type. */
const samples: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** The seven passes of an interlaced picture: the first column and row, and the steps to the next ones (W3C PNG §8.1). */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Whether the pixel data of a PNG with this header hold each row of the picture. */
async function hasEveryRow(bytes: Bytes, header: Buffer, pixels: readonly Span[]): Promise<boolean> {
  const wanted = bytesOfRows(header);
  // The file may be cut off within the checksum after the last row.
  const inflate = createInflate({ finishFlush: constants.Z_SYNC_FLUSH });
  let found = 0;
  try {
    for await (const rows of Readable.from(contentOf(bytes, pixels)).pipe(inflate)) {
      found += (rows as Buffer).length;
      if (found >= wanted) return true;
    }
  } catch {
    // The rest is no deflate stream.
  }
  return false;
}

function bytesOfRows(header: Buffer): number {
  const [width, height, depth, colour] = [header.readUInt32BE(0), header.readUInt32BE(4), header[8]!, header[9]!];
  if (width * height > maxPixels) return Infinity;
  const bits = depth * (samples[colour] ?? Infinity);
  // Each row begins with a byte that names its filter.
  const rows = (columns: number, count: number) => (columns > 0 ? count * (1 + Math.ceil((columns * bits) / 8)) : 0);
  if (header[12] === 0) return rows(width, height);
  return passes
    .map(([left, top, across, down]) => rows(Math.ceil((width - left) / across), Math.ceil((height - top) / down)))
    .reduce((sum, one) => sum + Math.max(0, one), 0);
}

function* contentOf(bytes: Bytes, spans: readonly Span[]): Generator<Buffer> {
  for (const { start, bytes: length } of spans) {
    for (let at = start; at < start + length;) {
      const part = Buffer.from(bytes.from(at).subarray(0, start + length - at));
      yield part;
      at += part.length;
    }
  }
}

/**
 * The keywords of texts with a capture time, the most trusted first: of ImageMagick, of most programs, of exiftool. ImageMagick's
 * `date:create` is the time of a conversion.
 */
const timeKeywords = ["exif:DateTimeOriginal", "Creation Time", "create-date", "CreationTime"];
const xmpKeyword = "XML:com.adobe.xmp";
const maxKeywordBytes = 79;

/** Collects the XMP packet and the capture times in the text chunks of a PNG (W3C PNG, third edition, §11.3.3). */
function pngTexts() {
  const texts = new Map<string, Buffer>();
  return {
    /** Looks at a chunk. Of two of one keyword the first counts, so a file of bombs costs no more than one for each keyword. */
    see(chunk: string, content: () => Buffer): void {
      if (chunk !== "tEXt" && chunk !== "zTXt" && chunk !== "iTXt") return;
      const block = content();
      const end = block.subarray(0, maxKeywordBytes + 1).indexOf(0);
      const keyword = block.toString("latin1", 0, Math.max(0, end));
      if (texts.has(keyword) || !(timeKeywords.includes(keyword) || keyword === xmpKeyword)) return;
      texts.set(keyword, textIn(chunk, Buffer.from(block.subarray(end + 1))));
    },
    found: () => ({
      xmp: texts.get(xmpKeyword) ?? null,
      times: timeKeywords.flatMap((keyword) => texts.get(keyword)?.toString("utf8", 0, maxTimeBytes) ?? []),
    }),
  };
}

const maxTimeBytes = 128;

/** The text behind a keyword; empty when it is not as it should be. */
function textIn(chunk: "tEXt" | "zTXt" | "iTXt", rest: Buffer): Buffer {
  if (chunk === "tEXt") return rest;
  if (chunk === "zTXt") return inflated(rest.subarray(1));
  // A flag and a method of compression, then a language and the keyword in it.
  const language = rest.indexOf(0, 2);
  const translated = language < 0 ? -1 : rest.indexOf(0, language + 1);
  if (translated < 0) return Buffer.alloc(0);
  const text = rest.subarray(translated + 1);
  return rest[0] === 1 ? inflated(text) : text;
}

function inflated(block: Buffer): Buffer {
  try {
    return inflateSync(block, { maxOutputLength: maxMetadataBytes });
  } catch {
    // It is no deflate stream, or a bomb.
    return Buffer.alloc(0);
  }
}
