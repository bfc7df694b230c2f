import { type Bytes, BrokenFile } from "./bytes.ts";
import { hasEveryRow } from "./jpeg-rows.ts";
import { isFrame, markers, segmentsIn } from "./jpeg-segments.ts";
import { findClipAfter } from "./motion-photo.ts";
import { type Structure, isExif, tiffOf, xmpOf } from "./structure.ts";

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
