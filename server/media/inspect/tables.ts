import { type Box, boxesIn, filmBoxesIn } from "./boxes.ts";
import { type Bytes, BrokenFile } from "./bytes.ts";
import type { Span } from "./structure.ts";

/** Four and a half hours at sixty pictures a second. A player makes an object of each entry, and a few bytes can declare billions. */
const mostSamples = 1_000_000;
const mostInFragments = 4 * mostSamples;
/** The tables of that many samples have thirty megabytes. */
const mostMovieBytes = 64 * 1024 * 1024;
/** Where fragments begin: players sort and search it in ways that do not scale. */
const mostIndexBytes = 512 * 1024;
const mostBoxes = 50_000;
const mostDepth = 12;

const containers = new Set(["moov", "trak", "mdia", "minf", "dinf", "edts", "stbl", "mvex", "traf"]);
/** Tables with an entry for each change or sample: where their count stands, and how many bytes an entry takes at least. */
const tables: Readonly<Record<string, { readonly count: number; readonly width: number }>> = {
  stts: { count: 4, width: 8 },
  ctts: { count: 4, width: 8 },
  stsc: { count: 4, width: 12 },
  stss: { count: 4, width: 4 },
  stco: { count: 4, width: 4 },
  co64: { count: 4, width: 8 },
  elst: { count: 4, width: 12 },
  stz2: { count: 8, width: 0.5 },
  senc: { count: 4, width: 0 },
};
const hidden = /stbl|stts|ctts|sinf|traf/;

/**
 * Looks at what the tables of a film (ISO/IEC 14496-12 §8.6 to 8.8) declare, before anybody reads them: throws `BrokenFile` when it
 * is more than the box has room for, or than any film has.
 */
export function demandFewSamples(bytes: Bytes, { start, bytes: length }: Span): void {
  const end = start + length;
  let inFragments = 0;
  for (const box of filmBoxesIn(bytes, start, end)) {
    if (box.name === "moov") {
      if (box.end - box.start > mostMovieBytes) throw new BrokenFile("its index is too large");
      walk(bytes, box);
    }
    if (box.name === "moof") {
      const { inRuns } = walk(bytes, box);
      inFragments += inRuns;
      if (inRuns > mostSamples || inFragments > mostInFragments) throw new BrokenFile("there are too many samples");
    }
  }
  demandSmallIndex(bytes, start, end);
}

interface Tally {
  boxes: number;
  /** Of the track that is being walked. */
  samples: number;
  hasOffsets: boolean;
  inRuns: number;
}

function walk(bytes: Bytes, top: Box): Tally {
  const tally = { boxes: 0, samples: 0, hasOffsets: false, inRuns: 0 };
  const into = (outer: Box, depth: number) => {
    if (depth > mostDepth) throw new BrokenFile("its boxes lie too deep");
    for (const box of boxesIn(bytes, outer.start, outer.end)) {
      if (++tally.boxes > mostBoxes) throw new BrokenFile("there are too many boxes");
      if (box.name === "trak") [tally.samples, tally.hasOffsets] = [0, false];
      if (containers.has(box.name)) into(box, depth + 1);
      else look(bytes, box, tally);
    }
    // Times that do not follow the order are sorted one by one; without them a long run is one entry.
    if (tally.hasOffsets && tally.samples > mostSamples) throw new BrokenFile("there are too many samples");
  };
  into(top, 0);
  return tally;
}

function look(bytes: Bytes, box: Box, tally: Tally): void {
  const { name, start, end } = box;
  if (name === "stsd" && hidden.test(bytes.at(start, end - start).toString("latin1")))
    throw new BrokenFile("its description makes no sense");
  if (name === "ctts") {
    tally.hasOffsets = true;
    // Each is set off for itself, whether or not there is such a sample.
    if (samplesIn(bytes, box) > mostSamples) throw new BrokenFile("there are too many samples");
  }
  if (name === "stts") tally.samples += samplesIn(bytes, box);
  if (name === "stsc") demandNearChunks(bytes, box);
  if (name === "stsz" && numberAt(bytes, start + 4) === 0) demandRoom(box, numberAt(bytes, start + 8), 12, 4);
  if (name === "trun") {
    const flags = numberAt(bytes, start) & 0xf00;
    const width = 4 * [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length;
    const count = numberAt(bytes, start + 4);
    demandRoom(box, count, 8, width);
    tally.inRuns += count;
  }
  if (name === "saiz") demandRoom(box, numberAt(bytes, start + 5 + 8 * (numberAt(bytes, start) & 1)), 9, 0);
  const table = Object.hasOwn(tables, name) && tables[name];
  if (table) demandRoom(box, numberAt(bytes, start + table.count), table.count + 4, table.width);
}

function demandRoom({ start, end }: Box, count: number, head: number, width: number): void {
  if (count > mostSamples || head + count * width > end - start) throw new BrokenFile("a table does not end");
}

const numberAt = (bytes: Bytes, offset: number): number => bytes.at(offset, 4).readUInt32BE();

/** The 32-bit numbers that stand every `step` bytes in a table whose count comes first. */
function* columnOf(bytes: Bytes, { start, end }: Box, step: number): Generator<number> {
  const count = Math.min(numberAt(bytes, start + 4), Math.floor((end - start - 8) / step));
  for (let i = 0; i < count; i++) yield numberAt(bytes, start + 8 + i * step);
}

function samplesIn(bytes: Bytes, box: Box): number {
  let samples = 0;
  for (const count of columnOf(bytes, box, 8)) samples += count;
  return samples;
}

function demandNearChunks(bytes: Bytes, box: Box): void {
  for (const chunk of columnOf(bytes, box, 12))
    if (chunk > mostSamples) throw new BrokenFile("there are too many chunks");
}

/** The index of fragments is found from the end of a file, wherever it says that it begins. */
function demandSmallIndex(bytes: Bytes, start: number, end: number): void {
  if (end - start < 16) return;
  const at = end - numberAt(bytes, end - 4);
  if (at < start || at + 8 > end || bytes.at(at + 4, 4).toString("latin1") !== "mfra") return;
  if (numberAt(bytes, at) > mostIndexBytes || numberAt(bytes, at) === 1) throw new BrokenFile("its index is too large");
}
