import { readSync } from "node:fs";

/** Small enough to stay in the processor's own memory while several look at it, and large enough for few reads. */
const windowBytes = 256 * 1024;

/** A file read through a window, so that its size does not matter. What was lent is valid until the next call. */
export interface Bytes {
  readonly size: number;
  /** `length` bytes from `offset`; throws `BrokenFile` when the file ends before. */
  at(offset: number, length: number): Buffer;
  /** Some bytes from `offset` on, at least one; empty at the end of the file. */
  from(offset: number): Buffer;
}

/** The file is not whole, or not what its first bytes say. */
export class BrokenFile extends Error {}

/** Told of each window that is read: where it begins, and what is in it. */
export type Watch = (start: number, window: Buffer) => void;

/** A file that is in memory already. */
export const bytesIn = (file: Buffer): Bytes => ({
  size: file.length,
  at(offset, length) {
    if (offset < 0 || offset + length > file.length) throw new BrokenFile("the file ends too early");
    return file.subarray(offset, offset + length);
  },
  from: (offset) => file.subarray(offset),
});

/** Reads `size` bytes of an open file. Synchronous: for a process that has nothing else to do. */
export function bytesOf(fd: number, size: number, watch: Watch = () => {}): Bytes {
  let room = Buffer.allocUnsafe(Math.min(windowBytes, size));
  let start = 0;
  let filled = 0;
  const show = (offset: number, length: number) => {
    if (offset >= start && offset + length <= start + filled) return;
    if (length > room.length) room = Buffer.allocUnsafe(length);
    start = offset;
    filled = 0;
    const wanted = Math.min(room.length, size - offset);
    while (filled < wanted) {
      const got = readSync(fd, room, filled, wanted - filled, offset + filled);
      if (got === 0) throw new BrokenFile("the file became shorter");
      filled += got;
    }
    watch(start, room.subarray(0, filled));
  };
  return {
    size,
    at(offset, length) {
      if (offset < 0 || offset + length > size) throw new BrokenFile("the file ends too early");
      show(offset, length);
      return room.subarray(offset - start, offset - start + length);
    },
    from(offset) {
      if (offset >= size) return Buffer.alloc(0);
      show(offset, 1);
      return room.subarray(offset - start, filled);
    },
  };
}
