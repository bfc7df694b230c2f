import { type Bytes, BrokenFile } from "./bytes.ts";

/** For each sixteen bits the symbol whose code they begin with, and above it the length of that code; zero where there is none. */
export type Huffman = Uint16Array;

/**
 * Yields the tables of a segment (ITU-T T.81 §B.2.4.2). A key is 0 to 3, and with 16 added for the coefficients after the first. A table is
 * made when it is first used: a hostile file declares many.
 */
export function* huffmanTablesIn(segment: Buffer): Generator<readonly [key: number, table: () => Huffman]> {
  for (let at = 0; at + 17 <= segment.length;) {
    const end = at + 17 + segment.subarray(at + 1, at + 17).reduce((sum, count) => sum + count, 0);
    const declared = segment.subarray(at + 1, end);
    let table: Huffman | undefined;
    yield [segment[at]!, () => (table ??= huffmanOf(declared))];
    at = end;
  }
}

/** Reads how many codes there are of 1 to 16 bits, and their symbols in order (ITU-T T.81, annex C). */
function huffmanOf(table: Buffer): Huffman {
  const codes = new Uint16Array(65_536);
  let first = 0;
  let index = 16;
  for (const [i, count] of table.subarray(0, 16).entries()) {
    const length = i + 1;
    for (let n = 0; n < count && first < codes.length; n++) {
      const next = first + (1 << (16 - length));
      codes.fill((length << 8) | (table[index++] ?? 0), first, next);
      first = next;
    }
  }
  return codes;
}

/** The coded data of a scan, bit by bit. All functions throw `BrokenFile` when the data end. */
export interface Bits {
  /** Takes up to sixteen bits as a number. */
  take(count: number): number;
  /** Takes the code of one symbol. */
  symbol(codes: Huffman): number;
  /** Drops the bits before a restart marker, and the marker. */
  restart(): void;
}

export function bitsIn(bytes: Bytes, start: number, end: number): Bits {
  let offset = start;
  let window: Buffer = Buffer.alloc(0);
  let at = 0;
  /** Bits that were read and not taken, and how many of them; `borrowed` of these stand for data that are not there. */
  let [held, left, borrowed] = [0, 0, 0];
  /** The marker before which the bits end, or -1 for the end of the data; zero before it is read. */
  let marker = 0;
  const next = (): number => {
    if (at === window.length && offset < end) {
      window = Buffer.from(bytes.from(offset).subarray(0, end - offset));
      offset += window.length;
      at = 0;
    }
    return at < window.length ? window[at++]! : -1;
  };
  /** A zero is stuffed after the byte 0xFF, so that it is no marker. */
  const byte = (): number => {
    if (marker !== 0) return -1;
    const value = next();
    if (value !== 0xff) return value;
    let after = next();
    while (after === 0xff) after = next();
    marker = after;
    return after === 0 ? value : -1;
  };
  const demand = (count: number) => {
    while (left < count) {
      const value = byte();
      if (value < 0) borrowed += 8;
      held = (held << 8) | Math.max(0, value);
      left += 8;
    }
  };
  const drop = (count: number) => {
    left -= count;
    if (left < borrowed) throw new BrokenFile("the rows end too early");
  };
  return {
    take(count) {
      demand(count);
      drop(count);
      return (held >>> left) & ((1 << count) - 1);
    },
    symbol(codes) {
      demand(16);
      const code = codes[(held >>> (left - 16)) & 0xffff]!;
      if (code === 0) throw new BrokenFile("a code makes no sense");
      drop(code >> 8);
      return code & 0xff;
    },
    restart() {
      [left, borrowed] = [0, 0];
      while (byte() >= 0);
      if (marker < 0xd0 || marker > 0xd7) throw new BrokenFile("a restart is missing");
      marker = 0;
    },
  };
}
