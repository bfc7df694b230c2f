import { createHash } from "node:crypto";
import { closeSync, fstatSync, openSync } from "node:fs";
import { crc32 } from "node:zlib";
import { type Bytes, BrokenFile, type Watch, bytesOf } from "./bytes.ts";
import { readExif } from "./exif.ts";
import { headBytes, kindOf } from "./kind.ts";

/** What the bytes of an upload turned out to be. */
export interface Found {
  readonly type: string;
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly crc32: number;
  /** As shown, after rotation. */
  readonly width: number;
  readonly height: number;
  readonly hasAlpha: boolean;
  /** ISO 8601 in UTC; null when the file does not say. */
  readonly takenAt: string | null;
}

/** Why an upload is not taken, with a sentence for people. */
export interface Refused {
  readonly code: "unsupported_type" | "broken_file" | "too_large";
  readonly sentence: string;
}

/** Pictures with more pixels are refused before anybody decodes them: a small file can hold gigabytes of them. */
export const mostPixels = 100_000_000;

/**
 * Looks into a file: what it is, whether it is whole, its checksums. Decodes no pixel, needs a megabyte of memory whatever its
 * size, and blocks until it is done.
 */
export function inspect(path: string): Found | Refused {
  const fd = openSync(path, "r");
  try {
    const sums = checksums();
    const bytes = bytesOf(fd, fstatSync(fd).size, sums.see);
    if (bytes.size === 0) return { code: "broken_file", sentence: "This file is empty. Please choose another one." };
    const kind = kindOf(bytes.from(0).subarray(0, headBytes));
    if ("called" in kind) {
      return {
        code: "unsupported_type",
        sentence: `This file is ${kind.called}. Please choose a JPEG, PNG or WebP photo.`,
      };
    }
    const { width, height, hasAlpha, exif } = kind.read(bytes);
    if (width === 0 || height === 0) throw new BrokenFile("it has no size");
    if (width * height > mostPixels) {
      const millions = Math.round((width * height) / 1e6);
      return {
        code: "broken_file",
        sentence: `This picture has ${millions} million pixels; at most ${mostPixels / 1e6} million can be shown. Please choose a smaller one.`,
      };
    }
    const { orientation, takenAt } = readExif(exif);
    const isTurned = orientation >= 5;
    return {
      type: kind.type,
      size: bytes.size,
      ...sums.of(bytes),
      width: isTurned ? height : width,
      height: isTurned ? width : height,
      hasAlpha,
      takenAt,
    };
  } catch (error) {
    if (!(error instanceof BrokenFile)) throw error;
    return {
      code: "broken_file",
      sentence: "This photo is damaged or incomplete. Please choose the original file again.",
    };
  } finally {
    closeSync(fd);
  }
}

/** Sums up the file while it is being looked into, so that it is read once: who looks goes from its beginning towards its end. */
function checksums() {
  const hash = createHash("sha256");
  let sum = 0;
  let seen = 0;
  const see: Watch = (start, window) => {
    const fresh = window.subarray(Math.max(0, seen - start));
    if (start > seen || fresh.length === 0) return;
    hash.update(fresh);
    sum = crc32(fresh, sum);
    seen += fresh.length;
  };
  const of = (bytes: Bytes) => {
    while (seen < bytes.size) see(seen, bytes.from(seen));
    return { sha256: hash.digest("hex"), crc32: sum };
  };
  return { see, of };
}
