// Decision 037: why a zip's layout is known before it is read.
// Written by hand because no zip library (client-zip, archiver) can start in the middle of an archive, as resumed downloads do.
import { createHash } from "node:crypto";
import type { BlobKey } from "../../platform/blobs/blobs.ts";
import { pathsOf } from "./names.ts";
import { type Entry, centralSize, endRecord, localSize } from "./records.ts";
import { forEachYielding } from "./for-each-yielding.ts";

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
  /** The key of its blob, or its bytes. */
  readonly content: BlobKey | Uint8Array;
}

export interface LaidFile extends Entry {
  readonly content: ZipFile["content"];
}

/** The source of each byte of a zip, computed without reading any file. */
export interface ZipLayout {
  readonly files: readonly LaidFile[];
  /** The offset of each file's header, and last that of the directory. */
  readonly offsets: Float64Array;
  /** The offset of each entry of the directory, and last that of the end record. */
  readonly lines: Float64Array;
  readonly end: Buffer;
  /** The size of the zip in bytes. */
  readonly size: number;
  /** Differs for different bytes; in quotes, as in an HTTP header. */
  readonly etag: string;
}

/** Computes the layout of a zip without compression, in the order of `given`. Yields to other requests meanwhile. */
export async function layOut(given: readonly ZipFile[]): Promise<ZipLayout> {
  const names = await pathsOf(
    given.map(({ segments }) => segments),
    (i) => given[i]!.isBeside === true,
  );
  const files: LaidFile[] = [];
  const sum = createHash("sha256");
  const offsets = new Float64Array(given.length + 1);
  await forEachYielding(given, ({ size, crc32, modified, clock = modified, content }, i) => {
    const file = { name: names[i]!, size, crc32, modified, clock, content };
    files.push(file);
    offsets[i + 1] = offsets[i]! + localSize(file) + size;
    sum.update(`${file.name}\n${size} ${crc32} ${modified.getTime()} ${clock.getTime()} `).update(content);
  });
  const lines = new Float64Array(files.length + 1);
  lines[0] = offsets.at(-1)!;
  await forEachYielding(files, (file, i) => {
    lines[i + 1] = lines[i]! + centralSize(file, offsets[i]!);
  });
  const end = endRecord(files.length, lines.at(-1)! - lines[0], lines[0]);
  return { files, offsets, lines, end, size: lines.at(-1)! + end.length, etag: `"${sum.digest("base64url")}"` };
}
