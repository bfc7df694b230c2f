import { Readable } from "node:stream";
import type { Blobs, ByteRange } from "../../platform/blobs/blobs.ts";
import type { LaidFile, ZipLayout } from "./layout.ts";
import { centralHeader, centralSize, localHeader, localSize } from "./records.ts";

/** Directory entries are sent in pieces of this size. */
const pieceBytes = 64 * 1024;
const readAheadBytes = 512 * 1024;

/** Called before each file is opened; rejects when the reader has lost access to it. */
export type Demand = (file: LaidFile) => Promise<void>;

/**
 * Streams a zip or a range of it, and opens one file after another. The stream errors when a file is missing or has another length than in
 * the layout, because the zip would be broken, and when `demand` rejects.
 */
export const readZip = (blobs: Blobs, layout: ZipLayout, range?: ByteRange, demand?: Demand): Readable =>
  Readable.from(pieces(blobs, layout, range ?? { start: 0, end: layout.size - 1 }, demand), {
    objectMode: false,
    highWaterMark: readAheadBytes,
  });

async function* pieces(
  blobs: Blobs,
  layout: ZipLayout,
  { start, end }: ByteRange,
  demand?: Demand,
): AsyncGenerator<Uint8Array> {
  const { part, offsets, lines } = layout;
  const count = offsets.length - 1;
  for (let i = lastAtOrBefore(offsets, start); i < count && offsets[i]! <= end; i++) {
    let begin = offsets[i]!;
    for (const file of await part(i)) {
      const content = begin + localSize(file);
      const next = content + file.size;
      if (next > start && begin <= end) yield* fileAt(blobs, file, begin, { start, end }, demand);
      begin = next;
    }
  }
  let gathered: Buffer[] = [];
  let bytes = 0;
  for (let i = lastAtOrBefore(lines, start); i < count && lines[i]! <= end; i++) {
    let [begin, offset] = [lines[i]!, offsets[i]!];
    for (const file of await part(i)) {
      const next = begin + centralSize(file, offset);
      if (next > start && begin <= end) {
        const line = cut(centralHeader(file, offset), begin, start, end);
        gathered.push(line);
        bytes += line.length;
      }
      begin = next;
      offset += localSize(file) + file.size;
      if (bytes < pieceBytes) continue;
      yield Buffer.concat(gathered);
      [gathered, bytes] = [[], 0];
    }
  }
  const last = lines.at(-1)!;
  if (end >= last) gathered.push(cut(layout.end, last, start, end));
  if (gathered.length > 0) yield Buffer.concat(gathered);
}

/** Yields what lies in the range of a file whose header begins at `begin`. */
async function* fileAt(
  blobs: Blobs,
  file: LaidFile,
  begin: number,
  { start, end }: ByteRange,
  demand?: Demand,
): AsyncGenerator<Uint8Array> {
  const content = begin + localSize(file);
  const from = Math.max(start - content, 0);
  const to = Math.min(end - content, file.size - 1);
  const range = from <= to ? { start: from, end: to } : null;
  if (range) await demand?.(file);
  // The file is opened before its header is sent, so that a missing first file becomes an error reply instead of a broken download.
  const body = range && (await open(blobs, file, range));
  try {
    if (start < content) yield cut(localHeader(file), begin, start, end);
    if (body) yield* bytesOf(file, body, to - from + 1);
  } finally {
    // The reader may have left after the header, or while the file was being opened.
    if (body instanceof Readable) body.destroy();
  }
}

type Body = Uint8Array | Readable | AsyncIterable<Buffer>;

async function open(blobs: Blobs, file: LaidFile, range: ByteRange): Promise<Body> {
  const { content, size } = file;
  if (typeof content !== "string") return content.read(range);
  const blob = await blobs.open(content, range);
  if (blob?.size === size) return blob.body;
  if (blob && !Buffer.isBuffer(blob.body)) blob.body.destroy();
  throw broken(file, blob ? "Another length" : "No file");
}

/** Yields the bytes of `body`. Throws unless there are exactly `expected`. */
async function* bytesOf(file: LaidFile, body: Body, expected: number): AsyncGenerator<Uint8Array> {
  let left = expected;
  for await (const piece of body instanceof Uint8Array ? [body] : (body as AsyncIterable<Buffer>)) {
    left -= piece.length;
    yield piece;
  }
  if (left !== 0) throw broken(file, "Another length");
}

const broken = ({ name, content }: LaidFile, what: string) =>
  new Error(`${what} at ${typeof content === "string" ? content : "the bytes"} of ${name}, which is to be in a zip`);

/** The part of a record at offset `at` that lies in the range. */
const cut = (record: Buffer, at: number, start: number, end: number) =>
  record.subarray(Math.max(0, start - at), Math.min(record.length, end + 1 - at));

/** The index of the last of the ascending numbers that is at most `at`; 0 when there is none. */
function lastAtOrBefore(numbers: Float64Array, at: number): number {
  let [low, high] = [0, numbers.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (numbers[middle]! <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
