import { type Bytes, BrokenFile } from "./bytes.ts";
import { boxesIn } from "./boxes.ts";
import type { Span } from "./structure.ts";

/** What may follow one another at the top of an MP4; a phone's own trailer after it is none of these. */
const filmBoxes = new Set(["ftyp", "moov", "mdat", "free", "skip", "wide", "uuid", "udta", "meta"]);
const needle = Buffer.from("ftyp", "latin1");
/** A picture's trailer can hold other things that look alike. */
const mostTries = 16;

/**
 * The MP4 that a phone wrote after a picture's end (Google's and Samsung's motion photos), told by its boxes: their own ways of
 * saying where it starts differ, and the pointers are wrong once another program has rewritten the metadata.
 */
export function filmAfter(bytes: Bytes, offset: number): Span | null {
  let from = offset;
  for (let tries = 0; tries < mostTries; tries++) {
    const found = indexOf(bytes, needle, from);
    if (found === null) return null;
    const start = found - 4;
    const end = start >= offset ? endOfFilm(bytes, start) : null;
    if (end !== null) return { start, bytes: end - start };
    from = found + 1;
  }
  return null;
}

function endOfFilm(bytes: Bytes, start: number): number | null {
  const seen = new Set<string>();
  let end = start;
  try {
    for (const box of boxesIn(bytes, start, bytes.size)) {
      if (!filmBoxes.has(box.name)) break;
      seen.add(box.name);
      end = box.end;
    }
  } catch (error) {
    // What comes after the film need not be boxes.
    if (!(error instanceof BrokenFile)) throw error;
  }
  return seen.has("moov") && seen.has("mdat") ? end : null;
}

function indexOf(bytes: Bytes, wanted: Buffer, from: number): number | null {
  for (let offset = from; offset + wanted.length <= bytes.size;) {
    // A whole one at least: it may lie across the end of the window.
    bytes.at(offset, wanted.length);
    const shown = bytes.from(offset);
    const at = shown.indexOf(wanted);
    if (at >= 0) return offset + at;
    offset += shown.length - wanted.length + 1;
  }
  return null;
}
