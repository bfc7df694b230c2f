import { type Box, boxesIn, findBox, findInside, topBoxesIn } from "./boxes.ts";
import type { Bytes } from "./bytes.ts";
import type { Span } from "./structure.ts";
import type { Track, Tracks } from "./track.ts";

// Written by hand because mediabunny searches all fragments of a file anew for each track.

interface Tally {
  readonly kind: Track["kind"];
  /** Units a second. */
  readonly scale: number;
  frames: number;
  start: number;
  end: number;
  /** The length of a frame in a fragment that does not say it. */
  usual: number;
}

const kinds: Readonly<Record<string, Track["kind"]>> = { vide: "picture", soun: "sound" };

/** Counts the frames in the sample tables and fragments of a movie (ISO/IEC 14496-12 §8.6 and 8.8). Throws `BrokenFile` when it is cut off. */
export function tracksOfMovie(bytes: Bytes, { start, bytes: length }: Span): Tracks {
  const tallies = new Map<number, Tally>();
  let areInFragments = false;
  for (const top of topBoxesIn(bytes, start, start + length)) {
    if (top.name !== "moov" && top.name !== "moof") continue;
    for (const box of boxesIn(bytes, top.start, top.end)) {
      if (box.name === "trak") readTrack(bytes, box, tallies);
      if (box.name === "mvex") readDefaults(bytes, box, tallies);
      if (box.name !== "traf") continue;
      areInFragments = true;
      readFragment(bytes, box, tallies);
    }
  }
  const all = [...tallies].map(([id, { kind, scale, frames, start, end }]) => {
    const [startMs, endMs] = [(start * 1000) / scale, (end * 1000) / scale];
    return { id, kind, stream: `i:${id}`, frames, startMs, endMs };
  });
  return { all, areInFragments };
}

const numberAt = (bytes: Bytes, offset: number): number => bytes.at(offset, 4).readUInt32BE();
const versionOf = (bytes: Bytes, { start }: Box): number => bytes.at(start, 1)[0]!;

function readTrack(bytes: Bytes, track: Box, tallies: Map<number, Tally>): void {
  const header = findBox(bytes, "tkhd", track);
  const clock = findInside(bytes, track, "mdia", "mdhd");
  const handler = findInside(bytes, track, "mdia", "hdlr");
  if (!header || !clock || !handler) return;
  const id = numberAt(bytes, header.start + (versionOf(bytes, header) === 1 ? 20 : 12));
  const scale = numberAt(bytes, clock.start + (versionOf(bytes, clock) === 1 ? 20 : 12));
  const kind = kinds[bytes.at(handler.start + 8, 4).toString("latin1")] ?? "other";
  const tally = { kind, scale, frames: 0, start: Infinity, end: 0, usual: 0 };
  if (scale > 0) tallies.set(id, tally);
  const times = findInside(bytes, track, "mdia", "minf", "stbl", "stts");
  if (!times) return;
  let length = 0;
  for (let at = times.start + 8; at + 8 <= times.end; at += 8) {
    const count = numberAt(bytes, at);
    tally.frames += count;
    length += count * numberAt(bytes, at + 4);
  }
  if (tally.frames > 0) Object.assign(tally, { start: 0, end: length });
}

function readDefaults(bytes: Bytes, { start, end }: Box, tallies: Map<number, Tally>): void {
  for (const box of boxesIn(bytes, start, end)) {
    const tally = box.name === "trex" ? tallies.get(numberAt(bytes, box.start + 4)) : undefined;
    if (tally) tally.usual = numberAt(bytes, box.start + 12);
  }
}

function readFragment(bytes: Bytes, fragment: Box, tallies: Map<number, Tally>): void {
  const header = findBox(bytes, "tfhd", fragment);
  const tally = header && tallies.get(numberAt(bytes, header.start + 4));
  if (!header || !tally) return;
  const flags = numberAt(bytes, header.start);
  const usualAt = header.start + 8 + (flags & 1 ? 8 : 0) + (flags & 2 ? 4 : 0);
  const usual = flags & 8 ? numberAt(bytes, usualAt) : tally.usual;
  const clock = findBox(bytes, "tfdt", fragment);
  const isLong = clock && versionOf(bytes, clock) === 1;
  let time = tally.end;
  if (clock) time = isLong ? Number(bytes.at(clock.start + 4, 8).readBigUInt64BE()) : numberAt(bytes, clock.start + 4);
  tally.start = Math.min(tally.start, time);
  for (const box of boxesIn(bytes, fragment.start, fragment.end)) {
    if (box.name !== "trun") continue;
    const { count, length } = runIn(bytes, box, usual);
    tally.frames += count;
    time += length;
  }
  tally.end = Math.max(tally.end, time);
}

/** The number of frames in a run, and their length in units of the track. */
function runIn(bytes: Bytes, { start, end }: Box, usual: number): { count: number; length: number } {
  const flags = numberAt(bytes, start);
  const count = numberAt(bytes, start + 4);
  if (!(flags & 0x100)) return { count, length: count * usual };
  const width = 4 * [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length;
  const first = start + 8 + (flags & 1 ? 4 : 0) + (flags & 4 ? 4 : 0);
  let length = 0;
  for (let i = 0; i < count && first + (i + 1) * width <= end; i++) length += numberAt(bytes, first + i * width);
  return { count, length };
}
