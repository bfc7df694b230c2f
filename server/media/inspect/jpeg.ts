import { type Bytes, BrokenFile } from "./bytes.ts";
import { hasEveryRow } from "./jpeg-rows.ts";
import { isFrame, markers, segmentsIn } from "./jpeg-segments.ts";
import { type Span, type Structure, isExif, tiffOf, xmpOf } from "./structure.ts";
import { boxesIn } from "./boxes.ts";

/** A camera writes one scan, a progressive file about ten. Thousands of scans keep a decoder busy for hours. */
const maxScans = 100;

const endMarker = Buffer.from([0xff, markers.endOfImage]);

/**
 * Reads a JPEG from its start marker to its end marker (ITU-T T.81, annex B). It must have complete segments, one frame and at least one
 * scan. Bytes after the end marker are ignored, except the clip of a motion photo. Without an end marker it must have every row.
 */
export function readJpeg(bytes: Bytes): Structure {
  let frame: { width: number; height: number } | undefined;
  let exif: Buffer | null = null;
  let xmp: Buffer | null = null;
  let scans = 0;
  let end = 0;
  let isOpen = false;
  try {
    for (const { marker, start, length, next } of segmentsIn(bytes)) {
      const segment = bytes.at(start, length);
      if (isFrame(marker)) {
        if (frame || segment.length < 6) throw new BrokenFile("the frame is not whole");
        frame = { height: segment.readUInt16BE(1), width: segment.readUInt16BE(3) };
      }
      if (marker === markers.metadata && !exif && isExif(segment)) exif = tiffOf(segment);
      if (marker === markers.metadata) xmp ??= xmpOf(segment);
      if (marker === markers.scan && !frame) throw new BrokenFile("a scan comes before the frame");
      if (marker === markers.scan && ++scans > maxScans) throw new BrokenFile("there are too many scans");
      end = next;
    }
  } catch (error) {
    if (!(error instanceof BrokenFile) || scans === 0 || scans > maxScans || !hasEveryRow(bytes)) throw error;
    isOpen = true;
  }
  if (!frame || scans === 0) throw new BrokenFile("there is no picture in it");
  const mended = isOpen ? [{ start: 0, bytes: end }, endMarker] : null;
  return { ...frame, hasAlpha: false, exif, xmp, clip: findClipAfter(bytes, end), mended };
}

/** The top-level boxes of an MP4. A phone's own trailer after the clip has other names. */
const clipBoxes = new Set(["ftyp", "moov", "mdat", "free", "skip", "wide", "uuid", "udta", "meta"]);
const needle = Buffer.from("ftyp", "latin1");
/** A picture's trailer can contain "ftyp" by chance. */
const maxTries = 16;

/**
 * Finds the clip after the end of a motion photo (Google's and Samsung's) by its MP4 boxes. The pointers in the metadata differ by maker,
 * and are wrong after another program rewrites the file.
 */
function findClipAfter(bytes: Bytes, offset: number): Span | null {
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
