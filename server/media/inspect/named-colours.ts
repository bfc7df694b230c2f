import { closeSync, fstatSync, openSync } from "node:fs";
import { type Bytes, BrokenFile, bytesIn, bytesOf } from "./bytes.ts";
import { findHeifColours } from "./heif.ts";
import { headBytes, kindOf } from "./kind.ts";
import { findPngColours } from "./png.ts";
import type { NamedColours } from "./structure.ts";

/**
 * Finds the colours that a picture names without an ICC profile. Where a file has both, the profile wins in HEIF (ISO/IEC 23000-22 §7.3.6.4),
 * and the numbers win in PNG (W3C PNG, third edition, §4.3).
 */
export function findNamedColours(file: string | Buffer): NamedColours | undefined {
  if (Buffer.isBuffer(file)) return coloursIn(bytesIn(file));
  const fd = openSync(file, "r");
  try {
    return coloursIn(bytesOf(fd, fstatSync(fd).size));
  } finally {
    closeSync(fd);
  }
}

function coloursIn(bytes: Bytes): NamedColours | undefined {
  try {
    const kind = kindOf(bytes.from(0).subarray(0, headBytes));
    if (!("type" in kind)) return undefined;
    if (kind.type === "image/png") return findPngColours(bytes);
    return kind.type === "image/avif" ? findHeifColours(bytes).colours : undefined;
  } catch (error) {
    // The decoder reads the same file next, and reports the fault.
    if (error instanceof BrokenFile) return undefined;
    throw error;
  }
}
