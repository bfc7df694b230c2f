import { type Bytes, BrokenFile } from "./bytes.ts";

export const markers = {
  startOfImage: 0xd8,
  endOfImage: 0xd9,
  huffmanTables: 0xc4,
  restartInterval: 0xdd,
  scan: 0xda,
  metadata: 0xe1,
} as const;

/** SOF0 to SOF15, without DHT, JPG and DAC, which have numbers in the same range. */
export const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
/** TEM and RST0 to RST7: markers without a segment. */
const standsAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/** A segment of a JPEG. Its content has `length` bytes. */
export interface Segment {
  readonly marker: number;
  readonly start: number;
  readonly length: number;
  /** Where the next marker may stand: after the coded data of a scan. */
  readonly next: number;
}

/** Yields the segments of a JPEG up to its end marker; `next` of the last one is behind it. Throws `BrokenFile` when there is none. */
export function* segmentsIn(bytes: Bytes): Generator<Segment> {
  for (let offset = 2; ;) {
    const { marker, end } = nextMarker(bytes, offset);
    offset = end;
    if (marker === markers.endOfImage) return yield { marker, start: end, length: 0, next: end };
    if (standsAlone(marker)) continue;
    if (marker === markers.startOfImage) throw new BrokenFile("a picture starts within the picture");
    const length = bytes.at(offset, 2).readUInt16BE() - 2;
    if (length < 0) throw new BrokenFile("a segment has no length");
    const start = offset + 2;
    offset = start + length;
    if (offset > bytes.size) throw new BrokenFile("the file ends within a segment");
    if (marker === markers.scan) offset = endOfScan(bytes, offset);
    yield { marker, start, length, next: offset };
  }
}

/** A marker is 0xFF, once or more, and a byte that names it. Like decoders, this skips stray bytes before it. */
function nextMarker(bytes: Bytes, offset: number): { marker: number; end: number } {
  for (let at = offset; ; at++) {
    while (bytes.at(at, 1)[0] !== 0xff) at++;
    while (bytes.at(at, 1)[0] === 0xff) at++;
    const marker = bytes.at(at, 1)[0]!;
    if (marker !== 0) return { marker, end: at + 1 };
  }
}

/** The end of the coded data: the first marker that is neither a stuffed zero nor a restart, or the end of the file. */
function endOfScan(bytes: Bytes, from: number): number {
  for (let offset = from; offset + 2 <= bytes.size;) {
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
  return bytes.size;
}
