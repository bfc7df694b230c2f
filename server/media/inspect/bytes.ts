import { readSync } from "node:fs";
import type { PlainKey } from "#contract/refusals.ts";

/** Small enough for the processor's cache, large enough for few reads. */
const windowBytes = 256 * 1024;

/** A file that is read through a window, so memory does not grow with its size. A returned buffer is valid until the next call. */
export interface Bytes {
  readonly size: number;
  /** Returns `length` bytes from `offset` on; throws `BrokenFile` when the file ends before. */
  at(offset: number, length: number): Buffer;
  /** Returns one or more bytes from `offset` on; none at the end of the file. */
  from(offset: number): Buffer;
}

/** The file is incomplete, or not of the kind that its first bytes name. */
export class BrokenFile extends Error {}

/** The file is whole, and nothing that an album can show. `refusal` names its kind. */
export class OtherKind extends Error {
  readonly refusal: PlainKey;
  constructor(refusal: PlainKey) {
    super(refusal);
    this.refusal = refusal;
  }
}

/** Called with the offset and content of each window that is read. */
export type Watch = (start: number, window: Buffer) => void;

/** The bytes of a file that is already in memory. */
export const bytesIn = (file: Buffer): Bytes => ({
  size: file.length,
  at(offset, length) {
    if (offset < 0 || offset + length > file.length) throw new BrokenFile("the file ends too early");
    return file.subarray(offset, offset + length);
  },
  from: (offset) => file.subarray(offset),
});

/** Reads `size` bytes of an open file. Synchronous, so only for processes that serve no requests. */
export function bytesOf(fd: number, size: number, watch: Watch = () => {}): Bytes {
  let window = Buffer.allocUnsafe(Math.min(windowBytes, size));
  let start = 0;
  let filled = 0;
  const load = (offset: number, length: number) => {
    if (offset >= start && offset + length <= start + filled) return;
    if (length > window.length) window = Buffer.allocUnsafe(length);
    start = offset;
    filled = 0;
    const wanted = Math.min(window.length, size - offset);
    while (filled < wanted) {
      const got = readSync(fd, window, filled, wanted - filled, offset + filled);
      if (got === 0) throw new BrokenFile("the file became shorter");
      filled += got;
    }
    watch(start, window.subarray(0, filled));
  };
  return {
    size,
    at(offset, length) {
      if (offset < 0 || offset + length > size) throw new BrokenFile("the file ends too early");
      load(offset, length);
      return window.subarray(offset - start, offset - start + length);
    },
    from(offset) {
      if (offset >= size) return Buffer.alloc(0);
      load(offset, 1);
      return window.subarray(offset - start, filled);
    },
  };
}
