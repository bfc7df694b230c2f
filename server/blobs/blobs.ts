import type { Readable } from "node:stream";

/** `{id}/{part}`: the id of an upload, in lower case, and which of its files. */
export type BlobKey = `${string}/${string}`;

/** Bytes that have all arrived and are safe on a disk, but that nobody can see yet. */
export interface Staged {
  readonly size: number;
  /** A local file with these bytes, until `keep` or `drop`. */
  readonly path: string;
  /** Makes them visible under `key`, at once and for good; replaces what was there. Doing it twice is doing it once. */
  keep(key: BlobKey): Promise<void>;
  /** Forgets them; after `keep` it does nothing. */
  drop(): Promise<void>;
}

export interface OpenBlob {
  /** Of the whole blob, in bytes. */
  readonly size: number;
  /** All of it, or the range asked for. Small ones come whole; a stream must be read to its end or destroyed. */
  readonly body: Buffer | Readable;
}

/** First and last byte, both included, within the blob. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Where the bytes of photos lie. What `put` and `keep` have acknowledged survives a power cut; what they have not leaves
 * nothing visible. A full disk rejects with the system's ENOSPC, and nothing half-written remains.
 */
export interface Blobs {
  /** Takes in a stream of bytes. Rejects with `TooManyBytes` as soon as it is longer than `mostBytes`, and leaves it open. */
  stage(source: Readable, mostBytes?: number): Promise<Staged>;
  put(key: BlobKey, source: Readable | Uint8Array): Promise<void>;
  /** Null when there is no such blob. */
  open(key: BlobKey, range?: ByteRange): Promise<OpenBlob | null>;
  /** Its size in bytes; null when there is no such blob. */
  sizeOf(key: BlobKey): Promise<number | null>;
  /** Lends a local file with its bytes, to be read only while `work` runs. Null when there is no such blob. */
  withFile<T>(key: BlobKey, work: (path: string) => Promise<T>): Promise<T | null>;
  /** Removing what is not there is no fault. */
  remove(key: BlobKey): Promise<void>;
  /** Every blob, in no order. */
  list(): AsyncIterable<BlobKey>;
  /** Removes what was staged before this moment and never kept or dropped: a process died over it. */
  forgetStaged(before: Date): Promise<void>;
}

export class TooManyBytes extends Error {}

/** Throws for anything else: a key is made by the program and never taken from a request as it is. */
export function checkKey(key: string): void {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/[a-z0-9]{1,40}$/.test(key)) throw new Error(`No blob key: ${key}`);
}
