import { Readable } from "node:stream";
import { constants, createInflate } from "node:zlib";
import type { Bytes } from "./bytes.ts";
import { type Span, maxPixels } from "./structure.ts";

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
export async function hasEveryRow(bytes: Bytes, header: Buffer, pixels: readonly Span[]): Promise<boolean> {
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
