import { type Bytes, BrokenFile } from "./bytes.ts";
import { type Element, elementAt, wholeNumberIn } from "./ebml.ts";
import { maxTracks } from "./matroska-bounds.ts";
import type { Track, Tracks } from "./track.ts";

/** Element ids (RFC 9559). */
const ids = {
  segment: 0x18538067,
  info: 0x1549a966,
  scale: 0x2ad7b1,
  tracks: 0x1654ae6b,
  track: 0xae,
  number: 0xd7,
  type: 0x83,
  frameLength: 0x23e383,
  cluster: 0x1f43b675,
  clusterTime: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
  blockLength: 0x9b,
} as const;

/** Elements whose content is read too. No id has another meaning in another element. */
const opened = new Set<number>([ids.segment, ids.info, ids.tracks, ids.track, ids.cluster, ids.blockGroup]);

/** An hour at sixty frames a second, with the shortest frames of sound, has less. */
const maxElements = 2_000_000;

interface Tally {
  id: number;
  type: number;
  frames: number;
  /** In units of the segment. */
  start: number;
  last: number;
  /** The length of a frame, as far as the file tells: the shortest time between two. */
  length: number;
  /** In nanoseconds; zero when the file does not say. */
  usual: number;
}

/** Counts the frames of a WebM, also where a recorder did not come back to write lengths. Stops at bytes that are no element. */
export function tracksOfWebm(bytes: Bytes): Tracks {
  const tallies: Tally[] = [];
  let nanoseconds = 1e6;
  let clusterTime = 0;
  let latest: Tally | undefined;
  const note = (element: Element) => {
    const track = tallies.at(-1);
    if (element.id === ids.scale) nanoseconds = wholeNumberIn(bytes, element);
    if (element.id === ids.track)
      tallies.push({ id: 0, type: 0, frames: 0, start: Infinity, last: 0, length: 0, usual: 0 });
    if (element.id === ids.number && track) track.id = wholeNumberIn(bytes, element);
    if (element.id === ids.type && track) track.type = wholeNumberIn(bytes, element);
    if (element.id === ids.frameLength && track) track.usual = wholeNumberIn(bytes, element);
    if (element.id === ids.clusterTime) clusterTime = wholeNumberIn(bytes, element);
    if (element.id === ids.blockLength && latest) latest.length = wholeNumberIn(bytes, element);
    if (element.id !== ids.simpleBlock && element.id !== ids.block) return;
    const { number, time } = headOf(bytes, element);
    latest = tallies.find(({ id }) => id === number);
    if (latest) add(latest, clusterTime + time);
  };
  let count = 0;
  try {
    for (let offset = 0; offset + 2 <= bytes.size && count < maxElements && tallies.length <= maxTracks; count++) {
      const element = elementAt(bytes, offset, Infinity);
      note(element);
      offset = opened.has(element.id) ? element.start : element.end;
    }
  } catch (error) {
    if (!(error instanceof BrokenFile)) throw error;
  }
  if (count === maxElements || tallies.length > maxTracks) throw new BrokenFile("there are too many elements");
  const numbers = { picture: 0, sound: 0, other: 0 };
  const all = tallies.map(({ id, type, frames, start, last, length, usual }): Track => {
    const kind = type === 1 ? "picture" : type === 2 ? "sound" : "other";
    const stream = `${kind === "sound" ? "a" : "v"}:${numbers[kind]++}`;
    const startMs = (start * nanoseconds) / 1e6;
    const endMs = ((last + length) * nanoseconds) / 1e6;
    return { id, kind, stream, frames, startMs, endMs: usual > 0 ? (last * nanoseconds + usual) / 1e6 : endMs };
  });
  return { all, areInFragments: false };
}

function add(tally: Tally, time: number): void {
  const gap = time - tally.last;
  if (tally.frames > 0 && gap > 0) tally.length = Math.min(tally.length || gap, gap);
  tally.frames += 1;
  tally.start = Math.min(tally.start, time);
  tally.last = Math.max(tally.last, time);
}

/** A block begins with the number of its track and its time, counted from that of its cluster. */
function headOf(bytes: Bytes, { start }: Element): { number: number; time: number } {
  const width = Math.clz32(bytes.at(start, 1)[0]!) - 23;
  if (width > 4) throw new BrokenFile("a block makes no sense");
  const head = bytes.at(start, width + 2);
  return { number: head.readUIntBE(0, width) - 2 ** (7 * width), time: head.readInt16BE(width) };
}
