import { type Bytes, BrokenFile } from "./bytes.ts";

/** An EBML element (RFC 8794). Its content lies from `start` to `end`. */
export interface Element {
  readonly id: number;
  readonly start: number;
  readonly end: number;
}

/** Reads the element at `offset`; throws `BrokenFile` when it ends after `maxEnd`. */
export function elementAt(bytes: Bytes, offset: number, maxEnd: number): Element {
  const id = numberAt(bytes, offset, true);
  const length = numberAt(bytes, offset + id.width, false);
  const start = offset + id.width + length.width;
  // A live recorder writes all ones for an unknown length.
  const end = length.value === null ? maxEnd : start + length.value;
  if (id.value === null || end > maxEnd) throw new BrokenFile("the file ends too early");
  return { id: id.value, start, end };
}

/** Yields the elements inside an element until `steps.left` is used up. */
export function* elementsIn(
  bytes: Bytes,
  { start, end }: Pick<Element, "start" | "end">,
  steps: { left: number },
): Generator<Element> {
  for (let offset = start; offset < end;) {
    if (steps.left === 0) return;
    steps.left -= 1;
    const element = elementAt(bytes, offset, end);
    yield element;
    offset = element.end;
  }
}

/** Reads a variable-length number. The leading zero bits of its first byte count the bytes that follow; an id keeps the marker bit. */
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

/** Reads an integer of at most eight bytes; no bytes mean zero. */
export function wholeNumberIn(bytes: Bytes, { start, end }: Element): number {
  if (end - start > 8) throw new BrokenFile("a number makes no sense");
  let value = 0;
  for (const byte of bytes.at(start, end - start)) value = value * 256 + byte;
  return value;
}

/** Reads a float of four or eight bytes; no bytes mean zero. */
export function fractionIn(bytes: Bytes, { start, end }: Element): number {
  if (end === start) return 0;
  if (end - start !== 4 && end - start !== 8) throw new BrokenFile("a number makes no sense");
  const value = bytes.at(start, end - start);
  return value.length === 4 ? value.readFloatBE() : value.readDoubleBE();
}
