// Decision 037: why a zip's layout is known before it is read.
import { createHash } from "node:crypto";
import type { BlobKey } from "../../platform/blobs/blobs.ts";
import { pathsOf } from "./names.ts";
import { type Entry, centralSize, endRecord, localSize } from "./records.ts";
import { inTurns } from "./turns.ts";

/** A file that is to be in a zip. */
export interface ZipFile {
  /** Folders, if any, and the name at the end; the zip makes them safe and unique. */
  readonly place: readonly string[];
  /** Lies beside the file before it and has its name, but for the ending. */
  readonly isBeside?: boolean;
  /** Bytes. */
  readonly size: number;
  readonly crc32: number;
  readonly modified: Date;
  /** What a clock there showed then, as if that were UTC; else that is taken for `modified`. */
  readonly clock?: Date;
  /** Where its bytes are, or the bytes. */
  readonly content: BlobKey | Uint8Array;
}

export interface LaidFile extends Entry {
  readonly content: ZipFile["content"];
}

/** Where each byte of a zip comes from, known before any of them is read. */
export interface ZipLayout {
  readonly files: readonly LaidFile[];
  /** Where each file's header begins, and last where the directory does. */
  readonly offsets: Float64Array;
  /** Where each line of the directory begins, and last where the end record does. */
  readonly lines: Float64Array;
  readonly end: Buffer;
  /** Of the whole zip, in bytes. */
  readonly size: number;
  /** The same only for the same bytes, in quotes, as HTTP wants it. */
  readonly etag: string;
}

/** Lays files out as a zip that stores them as they are, in their order. Reads none of them, and lets others have their turns meanwhile. */
export async function layOut(given: readonly ZipFile[]): Promise<ZipLayout> {
  const names = await pathsOf(
    given.map(({ place }) => place),
    (i) => given[i]!.isBeside === true,
  );
  const files: LaidFile[] = [];
  const sum = createHash("sha256");
  const offsets = new Float64Array(given.length + 1);
  await inTurns(given, ({ size, crc32, modified, clock = modified, content }, i) => {
    const file = { name: names[i]!, size, crc32, modified, clock, content };
    files.push(file);
    offsets[i + 1] = offsets[i]! + localSize(file) + size;
    sum.update(`${file.name}\n${size} ${crc32} ${modified.getTime()} ${clock.getTime()} `).update(content);
  });
  const lines = new Float64Array(files.length + 1);
  lines[0] = offsets.at(-1)!;
  await inTurns(files, (file, i) => {
    lines[i + 1] = lines[i]! + centralSize(file, offsets[i]!);
  });
  const end = endRecord(files.length, lines.at(-1)! - lines[0], lines[0]);
  return { files, offsets, lines, end, size: lines.at(-1)! + end.length, etag: `"${sum.digest("base64url")}"` };
}
