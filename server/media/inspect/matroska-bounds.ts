import { type Bytes, BrokenFile } from "./bytes.ts";
import { type Element, elementAt, wholeNumberIn } from "./ebml.ts";

// Written by hand because mediabunny compares all tracks with each other, sorts all cue points, and has no limit.

/** Cameras write two tracks, editors a dozen. */
export const maxTracks = 64;
/** An hour with five key frames a second. */
const maxCuePoints = 20_000;
/** Each cue point has six elements. */
const maxElements = 200_000;
const maxTags = 1000;
const maxSeeks = 100;
const maxDepth = 12;

/** Element ids (RFC 9559). */
const ids = {
  ebml: 0x1a45dfa3,
  segment: 0x18538067,
  cluster: 0x1f43b675,
  seekHead: 0x114d9b74,
  seek: 0x4dbb,
  seekPosition: 0x53ac,
  track: 0xae,
  cuePoint: 0xbb,
  cuePositions: 0xb7,
  tag: 0x7373,
  simpleTag: 0x67c8,
  attachedFile: 0x61a7,
} as const;

/** SeekHead, Info, Tracks, Cues, Tags, Attachments: they stand before the first cluster, or an index points to them. */
const metadata = new Set([ids.seekHead, 0x1549a966, 0x1654ae6b, 0x1c53bb6b, 0x1254c367, 0x1941a469]);
/** Chapters, Void and CRC-32. */
const skipped = new Set([0x1043a770, 0xec, 0xbf]);
/** Seek, TrackEntry, Video, Colour, Projection, Audio, encodings, cue points and tags with their parts. */
const containers = new Set([
  ids.seek,
  ids.track,
  0xe0,
  0x55b0,
  0x7670,
  0xe1,
  0x6d80,
  0x6240,
  0x5034,
  0x5035,
  ids.cuePoint,
  ids.cuePositions,
  ids.tag,
  0x63c0,
  ids.simpleTag,
  ids.attachedFile,
]);

/**
 * Counts what mediabunny makes objects of in a WebM, before it reads the file: tracks, cue points, tags and index entries, in all
 * segments and wherever an index points. Throws `BrokenFile` when there are more than a video needs.
 */
export function demandFewElements(bytes: Bytes): void {
  let elements = 0;
  const left = new Map<number, number>([
    [ids.track, maxTracks],
    [ids.cuePoint, maxCuePoints],
    [ids.cuePositions, maxCuePoints],
    [ids.tag, maxTags],
    [ids.simpleTag, maxTags],
    [ids.attachedFile, maxTags],
    [ids.seek, maxSeeks],
    [ids.seekPosition, maxSeeks],
  ]);
  /** The positions of metadata that were counted for the current segment. */
  const seen = new Set<number>();

  /** Yields the elements from `start` on. Like mediabunny it stops at bytes that are no element. */
  function* elementsFrom(start: number, end: number): Generator<Element> {
    for (let offset = start; offset < end; elements++) {
      if (elements === maxElements) throw new BrokenFile("there are too many elements");
      const element = findElement(bytes, offset);
      if (!element) return;
      yield element;
      offset = element.end;
    }
  }

  function count({ start, end }: Element, segmentStart: number, depth: number): void {
    if (depth > maxDepth) throw new BrokenFile("its elements lie too deep");
    for (const element of elementsFrom(start, end)) {
      const allowed = left.get(element.id);
      if (allowed === 0) throw new BrokenFile("there are too many elements of one kind");
      if (allowed !== undefined) left.set(element.id, allowed - 1);
      if (containers.has(element.id)) count(element, segmentStart, depth + 1);
      if (element.id === ids.seekPosition) look(segmentStart + wholeNumberIn(bytes, element), segmentStart);
    }
  }

  /** Counts the metadata at a position, unless that was done or something else is there. */
  function look(position: number, segmentStart: number): void {
    if (seen.has(position)) return;
    seen.add(position);
    const found = findElement(bytes, position);
    if (found && metadata.has(found.id)) count(found, segmentStart, 0);
  }

  for (const top of elementsFrom(0, bytes.size)) {
    if (top.id === ids.ebml) count(top, 0, 0);
    if (top.id !== ids.segment) continue;
    seen.clear();
    let at = top.start;
    for (const { id, end } of elementsFrom(top.start, top.end)) {
      if (id === ids.cluster) break;
      // Mediabunny searches the bytes of an unknown element for known ones.
      if (!metadata.has(id) && !skipped.has(id)) throw new BrokenFile("an element makes no sense");
      look(at, top.start);
      at = end;
    }
  }
}

/** The element at this offset, or the part of it that is in the file; undefined before bytes that are no element. */
function findElement(bytes: Bytes, offset: number): Element | undefined {
  // A number never begins with a zero byte.
  if (offset + 2 > bytes.size || bytes.at(offset, 1)[0] === 0) return undefined;
  return elementAt(bytes, offset, Infinity);
}
