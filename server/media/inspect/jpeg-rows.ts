import { type Bytes, BrokenFile } from "./bytes.ts";
import { type Bits, type Huffman, bitsIn, huffmanTablesIn } from "./jpeg-bits.ts";
import { isFrame, markers, segmentsIn } from "./jpeg-segments.ts";
import { maxPixels } from "./structure.ts";

// Written by hand because decoders draw something where rows are missing, and they need native code or the memory for all pixels.

interface Component {
  readonly id: number;
  readonly across: number;
  readonly down: number;
  /** Blocks of 8 × 8 samples. */
  readonly columns: number;
  readonly rows: number;
  /** For each coefficient the number of low bits that are still to come. */
  readonly missing: Uint8Array;
  /** Which coefficients of each block are not zero, in two numbers of 32 bits. */
  readonly known: Uint32Array;
}

interface Frame {
  readonly isProgressive: boolean;
  readonly components: readonly Component[];
  /** Blocks of all components together, in an interleaved scan. */
  readonly units: number;
}

/** The part of the coefficients that a scan brings (ITU-T T.81 §B.2.3). */
interface Band {
  readonly first: number;
  readonly last: number;
  readonly isRefinement: boolean;
}

const coefficients = 64;
const noCodes: Huffman = new Uint16Array(65_536);
/** The symbol for sixteen zeros. */
const skipSixteen = 0xf0;

/**
 * Whether the coded data of a JPEG hold each block of the picture in full, as the scans that are there say. Reads the codes without
 * computing pixels (ITU-T T.81, annexes F and G). False for arithmetic and lossless coding.
 */
export function hasEveryRow(bytes: Bytes): boolean {
  let frame: Frame | undefined;
  let interval = 0;
  const tables = new Map<number, () => Huffman>();
  try {
    for (const { marker, start, length, next } of segmentsIn(bytes)) {
      const segment = Buffer.from(bytes.at(start, length));
      if (isFrame(marker)) frame = frameIn(segment, marker);
      if (marker === markers.huffmanTables) for (const [key, table] of huffmanTablesIn(segment)) tables.set(key, table);
      if (marker === markers.restartInterval) interval = segment.readUInt16BE();
      if (marker !== markers.scan || !frame) continue;
      readScan(frame, segment, { tables, interval, bits: bitsIn(bytes, start + length, next) });
    }
  } catch (error) {
    // The scans that were read may be all that there are.
    if (!(error instanceof BrokenFile) && !(error instanceof RangeError)) throw error;
  }
  return frame !== undefined && frame.components.every(({ missing }) => missing.every((bits) => bits === 0));
}

function frameIn(segment: Buffer, marker: number): Frame {
  if (marker > 0xc2) throw new BrokenFile("its coding is rare");
  const [height, width, count] = [segment.readUInt16BE(1), segment.readUInt16BE(3), segment.readUInt8(5)];
  if (width * height > maxPixels) throw new BrokenFile("there are too many pixels");
  const given = Array.from({ length: count }, (_, i) => {
    const factors = segment.readUInt8(7 + i * 3);
    const [across, down] = [factors >> 4, factors & 15];
    if (across < 1 || across > 4 || down < 1 || down > 4) throw new BrokenFile("a component makes no sense");
    return { id: segment.readUInt8(6 + i * 3), across, down };
  });
  const [maxAcross, maxDown] = [Math.max(...given.map((one) => one.across)), Math.max(...given.map((one) => one.down))];
  const isProgressive = marker === 0xc2;
  const components = given.map((one): Component => {
    const columns = Math.ceil(Math.ceil((width * one.across) / maxAcross) / 8);
    const rows = Math.ceil(Math.ceil((height * one.down) / maxDown) / 8);
    const known = new Uint32Array(isProgressive ? 2 * columns * rows : 0);
    return { ...one, columns, rows, missing: new Uint8Array(coefficients).fill(16), known };
  });
  return {
    isProgressive,
    components,
    units: Math.ceil(width / (8 * maxAcross)) * Math.ceil(height / (8 * maxDown)),
  };
}

interface Coded {
  readonly tables: ReadonlyMap<number, () => Huffman>;
  /** Units from one restart to the next; zero for none. */
  readonly interval: number;
  readonly bits: Bits;
}

function readScan(frame: Frame, segment: Buffer, { tables, interval, bits }: Coded): void {
  const count = segment.readUInt8(0);
  const [first, last, levels] = [0, 1, 2].map((i) => segment.readUInt8(1 + 2 * count + i)) as [number, number, number];
  const band: Band = frame.isProgressive
    ? { first, last, isRefinement: levels >> 4 > 0 }
    : { first: 0, last: coefficients - 1, isRefinement: false };
  const parts = Array.from({ length: count }, (_, i) => {
    const component = frame.components.find(({ id }) => id === segment.readUInt8(1 + 2 * i));
    if (!component) throw new BrokenFile("a scan names no component");
    const names = segment.readUInt8(2 + 2 * i);
    const tableOf = (key: number, isUsed: boolean) => (isUsed ? tables.get(key)?.() : undefined) ?? noCodes;
    const direct = tableOf(names >> 4, band.first === 0 && !band.isRefinement);
    return { component, direct, other: tableOf(16 | (names & 15), band.last > 0) };
  });
  const [only] = parts;
  const isAllowed = !frame.isProgressive || (band.first === 0 ? band.last === 0 : parts.length === 1);
  if (!only || !isAllowed || band.last >= coefficients) throw new BrokenFile("a scan makes no sense");
  const isInterleaved = parts.length > 1;
  const units = isInterleaved ? frame.units : only.component.columns * only.component.rows;
  let run = 0;
  for (let unit = 0; unit < units; unit++) {
    if (interval > 0 && unit > 0 && unit % interval === 0) {
      bits.restart();
      run = 0;
    }
    for (const { component, direct, other } of parts) {
      const blocks = isInterleaved ? component.across * component.down : 1;
      for (let block = 0; block < blocks; block++) {
        if (!frame.isProgressive) readBlock(bits, direct, other);
        else if (band.first === 0) readDirect(bits, direct, band);
        else run = readBand(bits, other, band, component.known, 2 * unit, run);
      }
    }
  }
  for (const { component } of parts)
    component.missing.fill(frame.isProgressive ? levels & 15 : 0, band.first, band.last + 1);
}

function readBlock(bits: Bits, direct: Huffman, other: Huffman): void {
  bits.take(bits.symbol(direct));
  for (let at = 1; at < coefficients; at++) {
    const symbol = bits.symbol(other);
    if ((symbol & 15) === 0 && symbol !== skipSixteen) return;
    at += symbol >> 4;
    bits.take(symbol & 15);
  }
}

function readDirect(bits: Bits, table: Huffman, { isRefinement }: Band): void {
  bits.take(isRefinement ? 1 : bits.symbol(table));
}

/** Reads one block of a progressive scan. `run` blocks bring nothing new; returns how many are left. */
function readBand(
  bits: Bits,
  table: Huffman,
  { first, last, isRefinement }: Band,
  known: Uint32Array,
  block: number,
  run: number,
): number {
  let at = first;
  for (; run === 0 && at <= last; at++) {
    const symbol = bits.symbol(table);
    const size = symbol & 15;
    let zeros = symbol >> 4;
    if (size === 0 && zeros < 15) {
      run = (1 << zeros) + bits.take(zeros);
      break;
    }
    bits.take(isRefinement && size > 0 ? 1 : size);
    if (!isRefinement) at += zeros;
    else {
      // One more bit of each coefficient that is passed and not zero.
      for (; at <= last && (isKnown(known, block, at) || zeros-- > 0); at++)
        if (isKnown(known, block, at)) bits.take(1);
    }
    if (size > 0 && at <= last) known[block + (at >> 5)]! |= 1 << (at & 31);
  }
  if (run === 0) return 0;
  const isEmpty = known[block] === 0 && known[block + 1] === 0;
  if (isRefinement && !isEmpty) for (; at <= last; at++) if (isKnown(known, block, at)) bits.take(1);
  return run - 1;
}

const isKnown = (known: Uint32Array, block: number, at: number): boolean =>
  ((known[block + (at >> 5)]! >>> (at & 31)) & 1) === 1;
