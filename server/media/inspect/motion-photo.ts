import { type Bytes, BrokenFile } from "./bytes.ts";
import { boxesIn } from "./boxes.ts";
import type { Span } from "./structure.ts";

/** The top-level boxes of an MP4. A phone's own trailer after the clip has other names. */
const clipBoxes = new Set(["ftyp", "moov", "mdat", "free", "skip", "wide", "uuid", "udta", "meta"]);
const needle = Buffer.from("ftyp", "latin1");
/** A picture's trailer can contain "ftyp" by chance. */
const maxTries = 16;

/**
 * Finds the clip after the end of a motion photo (Google's and Samsung's) by its MP4 boxes. The pointers in the metadata differ by maker,
 * and are wrong after another program rewrites the file.
 */
export function findClipAfter(bytes: Bytes, offset: number): Span | null {
  let from = offset;
  for (let tries = 0; tries < maxTries; tries++) {
    const found = indexOf(bytes, needle, from);
    if (found === null) return null;
    const start = found - 4;
    const end = start >= offset ? endOfClip(bytes, start) : null;
    if (end !== null) return { start, bytes: end - start };
    from = found + 1;
  }
  return null;
}

function endOfClip(bytes: Bytes, start: number): number | null {
  const seen = new Set<string>();
  let end = start;
  try {
    for (const box of boxesIn(bytes, start, bytes.size)) {
      if (!clipBoxes.has(box.name)) break;
      seen.add(box.name);
      end = box.end;
    }
  } catch (error) {
    // The bytes after the clip need not be boxes.
    if (!(error instanceof BrokenFile)) throw error;
  }
  return seen.has("moov") && seen.has("mdat") ? end : null;
}

function indexOf(bytes: Bytes, wanted: Buffer, from: number): number | null {
  for (let offset = from; offset + wanted.length <= bytes.size;) {
    // Loads as many bytes as `wanted` has, because a match may lie across the end of the window.
    bytes.at(offset, wanted.length);
    const shown = bytes.from(offset);
    const at = shown.indexOf(wanted);
    if (at >= 0) return offset + at;
    offset += shown.length - wanted.length + 1;
  }
  return null;
}
