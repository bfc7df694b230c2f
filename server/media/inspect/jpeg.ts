import { type Bytes, BrokenFile } from "./bytes.ts";
import { findClipAfter } from "./motion-photo.ts";
import { type Structure, isExif, tiffOf, xmpOf } from "./structure.ts";

/** A camera writes one scan, a progressive file about ten. Thousands of scans keep a decoder busy for hours. */
const maxScans = 100;

const startOfImage = 0xd8;
const endOfImage = 0xd9;
const startOfScan = 0xda;
const metadataSegment = 0xe1;

/** SOF0 to SOF15, without DHT, JPG and DAC, which have numbers in the same range. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
/** TEM and RST0 to RST7: markers without a segment. */
const standsAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/**
 * Reads a JPEG from its start marker to its end marker (ITU-T T.81, annex B). It must have complete segments, one frame and at least one
 * scan. Bytes after the end marker are ignored, except the clip of a motion photo.
 */
export function readJpeg(bytes: Bytes): Structure {
  let frame: { width: number; height: number } | undefined;
  let exif: Buffer | null = null;
  let xmp: Buffer | null = null;
  let scans = 0;
  let offset = 2;
  for (;;) {
    const { marker, end } = nextMarker(bytes, offset);
    offset = end;
    if (marker === endOfImage) break;
    if (standsAlone(marker)) continue;
    if (marker === startOfImage) throw new BrokenFile("a picture starts within the picture");
    const length = bytes.at(offset, 2).readUInt16BE();
    if (length < 2) throw new BrokenFile("a segment has no length");
    const segment = bytes.at(offset + 2, length - 2);
    if (isFrame(marker)) {
      if (frame || segment.length < 6) throw new BrokenFile("the frame is not whole");
      frame = { height: segment.readUInt16BE(1), width: segment.readUInt16BE(3) };
    }
    if (marker === metadataSegment && !exif && isExif(segment)) exif = tiffOf(segment);
    if (marker === metadataSegment) xmp ??= xmpOf(segment);
    offset += length;
    if (marker !== startOfScan) continue;
    if (!frame) throw new BrokenFile("a scan comes before the frame");
    if (++scans > maxScans) throw new BrokenFile("there are too many scans");
    offset = endOfScan(bytes, offset);
  }
  if (!frame || scans === 0) throw new BrokenFile("there is no picture in it");
  return { ...frame, hasAlpha: false, exif, xmp, clip: findClipAfter(bytes, offset) };
}

/** A marker is 0xFF, once or more, and a byte that names it. */
function nextMarker(bytes: Bytes, offset: number): { marker: number; end: number } {
  if (bytes.at(offset, 1)[0] !== 0xff) throw new BrokenFile("a marker is missing");
  let end = offset + 1;
  while (bytes.at(end, 1)[0] === 0xff) end++;
  return { marker: bytes.at(end, 1)[0]!, end: end + 1 };
}

/** The end of the coded data: the first marker that is neither a stuffed zero nor a restart. */
function endOfScan(bytes: Bytes, from: number): number {
  for (let offset = from; ;) {
    // Loads two bytes, because a marker may lie across the end of the window.
    bytes.at(offset, 2);
    const shown = bytes.from(offset);
    let at = shown.indexOf(0xff);
    while (at >= 0 && at + 1 < shown.length) {
      const next = shown[at + 1]!;
      if (next === 0xff) at += 1;
      else if (next === 0x00 || standsAlone(next)) at = shown.indexOf(0xff, at + 2);
      else return offset + at;
    }
    offset += at < 0 ? shown.length : at;
  }
}
