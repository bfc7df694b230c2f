// Decision 037: why a zip's layout is known before it is read.
// Written by hand because no zip library (client-zip, archiver) can start in the middle of an archive, as resumed downloads do.
import { createHash } from "node:crypto";
import type { BlobKey, ByteRange } from "../../platform/blobs/blobs.ts";
import { pathsOf } from "./names.ts";
import { type Entry, centralSize, endRecord, localSize } from "./records.ts";
import { forEachYielding, yielding } from "./for-each-yielding.ts";

/** A file for a zip. */
export interface ZipFile {
  /** Its folders, if any, and its name. The zip makes them safe and unique. */
  readonly segments: readonly string[];
  /** It belongs to the file before it, and gets the same name with its own extension. */
  readonly isBeside?: boolean;
  /** Bytes. */
  readonly size: number;
  readonly crc32: number;
  readonly modified: Date;
  /** The local time of `modified`, written as UTC; by default `modified` itself. */
  readonly clock?: Date;
  readonly content: BlobKey | ZipBytes;
}

/** Bytes for a zip that are no blob. */
interface ZipBytes {
  /** In any form; differs for different bytes. */
  readonly digest: string;
  /** Yields a range of them, each piece in a buffer that nobody else uses. */
  read(range: ByteRange): AsyncIterable<Buffer>;
}

export interface LaidFile extends Entry {
  readonly content: ZipFile["content"];
}

/** The source of each byte of a zip, computed without reading any file. Its files come in parts, which need not be in memory. */
export interface ZipLayout {
  /** The files of a part. */
  part(i: number): Promise<readonly LaidFile[]>;
  /** The offset of the first header of each part, and last that of the directory. */
  readonly offsets: Float64Array;
  /** The offset of the first directory entry of each part, and last that of the end record. */
  readonly lines: Float64Array;
  readonly end: Buffer;
  /** The size of the zip in bytes. */
  readonly size: number;
  /** Differs for different bytes; in quotes, as in an HTTP header. */
  readonly etag: string;
}

/** A layout in memory. */
export interface LaidZip extends ZipLayout {
  readonly files: readonly LaidFile[];
}

/** Computes the layout of a zip without compression, in the order of `given`. Each file is a part. Yields to other requests meanwhile. */
export async function layOut(given: readonly ZipFile[]): Promise<LaidZip> {
  const names = await pathsOf(
    given.map(({ segments }) => segments),
    (i) => given[i]!.isBeside === true,
  );
  const files: LaidFile[] = [];
  await forEachYielding(given, ({ size, crc32, modified, clock = modified, content }, i) => {
    files.push({ name: names[i]!, size, crc32, modified, clock, content });
  });
  return { ...(await layOutParts(files.length, async (i) => [files[i]!])), files };
}

/**
 * Computes the layout of a zip whose files come in `count` parts, with names that are safe and unique. It reads each part once, and so does
 * each download, in the same order. Yields to other requests meanwhile.
 */
export async function layOutParts(count: number, part: ZipLayout["part"]): Promise<ZipLayout> {
  const sum = createHash("sha256");
  const offsets = new Float64Array(count + 1);
  const lines = new Float64Array(count + 1);
  let files = 0;
  const rest = yielding();
  for (let i = 0; i < count; i++) {
    let [offset, line] = [offsets[i]!, lines[i]!];
    for (const file of await part(i)) {
      const { name, size, crc32, modified, clock, content } = file;
      sum.update(`${name}\n${size} ${crc32} ${modified.getTime()} ${clock.getTime()} `);
      sum.update(typeof content === "string" ? content : content.digest);
      line += centralSize(file, offset);
      offset += localSize(file) + size;
      files++;
    }
    [offsets[i + 1], lines[i + 1]] = [offset, line];
    await rest();
  }
  const directory = offsets[count]!;
  const end = endRecord(files, lines[count]!, directory);
  const placed = lines.map((line) => directory + line);
  const size = placed[count]! + end.length;
  return { part, offsets, lines: placed, end, size, etag: `"${sum.digest("base64url")}"` };
}
