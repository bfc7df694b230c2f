import { type Bytes, BrokenFile } from "./bytes.ts";

export interface MatroskaFacts {
  /** ISO 8601 in UTC; null when the file does not say. */
  readonly takenAt: string | null;
}

const segmentId = 0x18538067;
const infoId = 0x1549a966;
const dateId = 0x4461;
const mostElements = 1000;

/** Checks that the segment of a WebM (RFC 8794, RFC 9559) is within the file, where it says how long it is, and reads its date. */
export function readMatroska(bytes: Bytes): MatroskaFacts {
  const head = elementAt(bytes, 0, bytes.size);
  const segment = elementAt(bytes, head.end, bytes.size);
  if (segment.id !== segmentId) throw new BrokenFile("there is no film in it");
  for (let offset = segment.start, count = 0; offset < segment.end && count < mostElements; count++) {
    const element = elementAt(bytes, offset, segment.end);
    if (element.id === infoId) return { takenAt: dateIn(bytes, element) };
    offset = element.end;
  }
  return { takenAt: null };
}

interface Element {
  readonly id: number;
  readonly start: number;
  readonly end: number;
}

function elementAt(bytes: Bytes, offset: number, most: number): Element {
  const id = numberAt(bytes, offset, true);
  const length = numberAt(bytes, offset + id.width, false);
  const start = offset + id.width + length.width;
  // A recorder that could not know how long it would run writes ones.
  const end = length.value === null ? most : start + length.value;
  if (id.value === null || end > most) throw new BrokenFile("the file ends too early");
  return { id: id.value, start, end };
}

/** Its first byte has as many zeros in front as further bytes follow; an id keeps the one that ends them. */
function numberAt(bytes: Bytes, offset: number, isId: boolean): { value: number | null; width: number } {
  const first = bytes.at(offset, 1)[0]!;
  const width = Math.clz32(first) - 23;
  if (width > (isId ? 4 : 8)) throw new BrokenFile("an element makes no sense");
  const rest = bytes.at(offset, width);
  let value = isId ? first : first & (0xff >> width);
  let isAllOnes = !isId && value === 0xff >> width;
  for (let i = 1; i < width; i++) {
    value = value * 256 + rest[i]!;
    isAllOnes &&= rest[i] === 0xff;
  }
  return { value: isAllOnes ? null : value, width };
}

/** Nanoseconds since the year 2001. */
function dateIn(bytes: Bytes, info: Element): string | null {
  for (let offset = info.start; offset < info.end;) {
    const element = elementAt(bytes, offset, info.end);
    if (element.id === dateId && element.end - element.start === 8) {
      const ms = Number(bytes.at(element.start, 8).readBigInt64BE() / 1_000_000n);
      const moment = new Date(Date.UTC(2001, 0, 1) + ms);
      return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
    }
    offset = element.end;
  }
  return null;
}
