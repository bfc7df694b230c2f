import { type Box, boxesIn, topBoxesIn } from "./boxes.ts";
import { type Bytes, BrokenFile } from "./bytes.ts";
import type { Span } from "./structure.ts";

// Written by hand because mediabunny makes an object of each table entry and has no limit, and a few bytes can declare billions.

/** Four and a half hours at sixty frames a second. */
const maxSamples = 1_000_000;
const maxSamplesInFragments = 4 * maxSamples;
/** The tables of a million samples take thirty megabytes. */
const maxMovieBytes = 64 * 1024 * 1024;
/** The index of fragments. Mediabunny sorts and searches it in ways that do not scale. */
const maxIndexBytes = 512 * 1024;
const maxBoxes = 50_000;
const maxDepth = 12;

const containers = new Set(["moov", "trak", "mdia", "minf", "dinf", "edts", "stbl", "mvex", "traf"]);
/** Tables with an entry for each change or sample: the offset of their count, and the minimal bytes of an entry. */
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
const nestedTables = /stbl|stts|ctts|sinf|traf/;

/**
 * Checks the tables of a video (ISO/IEC 14496-12 §8.6 to 8.8) before mediabunny reads them. Throws `BrokenFile` when a table declares more
 * than its box can hold, or than a video needs.
 */
export function demandFewSamples(bytes: Bytes, { start, bytes: length }: Span): void {
  const end = start + length;
  let inFragments = 0;
  for (const box of topBoxesIn(bytes, start, end)) {
    if (box.name === "moov") {
      if (box.end - box.start > maxMovieBytes) throw new BrokenFile("its index is too large");
      walk(bytes, box);
    }
    if (box.name === "moof") {
      const { inRuns } = walk(bytes, box);
      inFragments += inRuns;
      if (inRuns > maxSamples || inFragments > maxSamplesInFragments)
        throw new BrokenFile("there are too many samples");
    }
  }
  demandSmallIndex(bytes, start, end);
}

interface Tally {
  boxes: number;
  /** Samples of the current track. */
  samples: number;
  hasOffsets: boolean;
  inRuns: number;
}

function walk(bytes: Bytes, top: Box): Tally {
  const tally = { boxes: 0, samples: 0, hasOffsets: false, inRuns: 0 };
  const into = (outer: Box, depth: number) => {
    if (depth > maxDepth) throw new BrokenFile("its boxes lie too deep");
    for (const box of boxesIn(bytes, outer.start, outer.end)) {
      if (++tally.boxes > maxBoxes) throw new BrokenFile("there are too many boxes");
      if (box.name === "trak") [tally.samples, tally.hasOffsets] = [0, false];
      if (containers.has(box.name)) into(box, depth + 1);
      else look(bytes, box, tally);
    }
    // With time offsets each sample is sorted; without them a long run stays one entry.
    if (tally.hasOffsets && tally.samples > maxSamples) throw new BrokenFile("there are too many samples");
  };
  into(top, 0);
  return tally;
}

function look(bytes: Bytes, box: Box, tally: Tally): void {
  const { name, start, end } = box;
  if (name === "stsd" && nestedTables.test(bytes.at(start, end - start).toString("latin1")))
    throw new BrokenFile("its description makes no sense");
  if (name === "ctts") {
    tally.hasOffsets = true;
    // Mediabunny makes one object for each of them, also when there is no such sample.
    if (samplesIn(bytes, box) > maxSamples) throw new BrokenFile("there are too many samples");
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
  if (count > maxSamples || head + count * width > end - start) throw new BrokenFile("a table does not end");
}

const numberAt = (bytes: Bytes, offset: number): number => bytes.at(offset, 4).readUInt32BE();

/** Yields the 32-bit numbers at every `step` bytes of a table whose count comes first. */
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
    if (chunk > maxSamples) throw new BrokenFile("there are too many chunks");
}

/** The last four bytes of a file say how far before its end the index of fragments begins. */
function demandSmallIndex(bytes: Bytes, start: number, end: number): void {
  if (end - start < 16) return;
  const at = end - numberAt(bytes, end - 4);
  if (at < start || at + 8 > end || bytes.at(at + 4, 4).toString("latin1") !== "mfra") return;
  if (numberAt(bytes, at) > maxIndexBytes || numberAt(bytes, at) === 1) throw new BrokenFile("its index is too large");
}
