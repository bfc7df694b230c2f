import type { Readable } from "node:stream";
import { idPattern, isId } from "#contract/id.ts";

/** `{id}/{part}`: the id of an upload, in lower case, and the name of one of its files. */
export type BlobKey = `${string}/${string}`;

/** The key of the mark that names the owner of a store. `list` leaves it out, so that nothing moves or removes it. */
export const markKey: BlobKey = "00000000-0000-0000-0000-000000000000/mark";

/** Bytes that have all arrived and are not visible under a key yet. */
export interface Staged {
  readonly size: number;
  /** A local file with these bytes, until `keep` or `drop`. */
  readonly path: string;
  /** Whether `keep` was called. Then the blob may exist, even if `keep` failed. */
  readonly isKept: boolean;
  /** Flushes the bytes and makes them visible under `key`, in one step; replaces an earlier blob. A second call does nothing. */
  keep(key: BlobKey): Promise<void>;
  /**
   * Deletes the staged file. After `keep`, call it once the row is committed. Without that call, `forgetStaged` later asks whether
   * the blob is wanted.
   */
  drop(): Promise<void>;
  /** Deletes a local copy that was fetched from a bucket. The staged bytes remain for another try. */
  leave(): Promise<void>;
}

export interface OpenBlob {
  /** The size of the whole blob, in bytes. */
  readonly size: number;
  /** The blob, or the requested range. Up to 256 kB it is a buffer. Read a stream to its end, or destroy it. */
  readonly body: Buffer | Readable;
}

/** The first and the last byte, both included, within the blob. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** The maximum size of a stream in bytes, or a function that returns it for the first 512 bytes. Shorter streams pass. */
export type SizeLimit = number | ((head: Buffer) => number);

/**
 * Stores the bytes of photos. When `put` or `keep` resolves, the blob survives a power cut; until then, nothing is visible. A full
 * disk rejects with ENOSPC and leaves nothing half-written.
 */
export interface Blobs {
  /**
   * Stages a stream of bytes for this id. Rejects with `TooManyBytes` as soon as the stream is longer than `maxBytes`, and leaves the
   * stream open.
   */
  stage(id: string, source: Readable, maxBytes?: SizeLimit): Promise<Staged>;
  /**
   * Appends a stream to the bytes that have arrived for this id. Resolves to their new number, flushed. If the stream breaks off, the
   * bytes so far stay. Rejects with `WrongOffset` unless `offset` bytes have arrived, and with `TooManyBytes` above `size`. Allow only
   * one call per id at a time.
   */
  append(id: string, offset: number, source: Readable, size: number): Promise<number>;
  /** How many bytes have arrived for this id, flushed. */
  arrivedOf(id: string): Promise<number>;
  /** The bytes that have arrived for this id, as one staged file. Null if there are none. */
  stagedFor(id: string): Promise<Staged | null>;
  put(key: BlobKey, source: Readable | Uint8Array): Promise<void>;
  /** Copies a blob to another key, within the store if it can. False if there is no such blob. */
  copy(from: BlobKey, to: BlobKey): Promise<boolean>;
  /** Null if there is no such blob. */
  open(key: BlobKey, range?: ByteRange): Promise<OpenBlob | null>;
  /** The size in bytes; null if there is no such blob. */
  sizeOf(key: BlobKey): Promise<number | null>;
  /** Calls `work` with a local file of these bytes, readable only while `work` runs. Null if there is no such blob. */
  withFile<T>(key: BlobKey, work: (path: string) => Promise<T>): Promise<T | null>;
  /** Removes all bytes that have arrived for this id and were not kept. */
  forget(id: string): Promise<void>;
  /** Resolves also if there is no such blob. */
  remove(key: BlobKey): Promise<void>;
  /**
   * Rejects if the store cannot be reached now. It reads and writes no blob. Resolves to the time of the store's clock; null if the store
   * has no clock of its own.
   */
  answers(): Promise<Date | null>;
  /** Every blob, in no order, without the mark. */
  list(): AsyncIterable<BlobKey>;
  /**
   * Removes staged bytes that were last written before this date and never dropped: a process died, or a sender never returned. If
   * they were kept and their id is not wanted, it removes the blob too.
   */
  forgetStaged(before: Date, isWanted: (id: string) => Promise<boolean>): Promise<void>;
  /** The file of a blob, below the store's folder; null if the store has no folder. */
  fileOf(key: BlobKey): string | null;
  /** Null if all bytes come through this process. */
  readonly direct: DirectUploads | null;
}

/** Uploads that a browser sends straight into the store. Nobody can read them there. */
export interface DirectUploads {
  /** The origin of its addresses: `https://store.example.org`. */
  origin(): Promise<string>;
  /**
   * Signs an address that accepts only PUTs of exactly this size and type, for `seconds`. Null if the store does not answer, or if
   * its addresses would allow more than that.
   */
  addressFor(
    id: string,
    file: { readonly size: number; readonly type: string },
    seconds: number,
  ): Promise<string | null>;
  /** The bytes last put there. Null if there are none, or not `size` of them. */
  staged(id: string, size: number): Promise<Staged | null>;
}

/** The store cannot be reached, or refuses our request. The message tells the operator why. */
export class BlobsUnreachable extends Error {
  /** The fault that a media process reports for it: it tells nothing about the picture. */
  readonly fault = "away";
  constructor(message: string, cause?: Error) {
    super(message, { cause });
  }
}

/** The store is full. It has the code of a full disk. */
export class NoRoom extends Error {
  readonly code = "ENOSPC";
  constructor(message: string, cause?: Error) {
    super(message, { cause });
  }
}

export class TooManyBytes extends Error {}

/** The number of bytes that have arrived is not the offset. */
export class WrongOffset extends Error {}

const keyForm = new RegExp(`^${idPattern}/[a-z0-9]{1,40}$`);

/** Throws unless `id` is a UUID in lower case. */
export function checkId(id: string): void {
  if (!isId(id)) throw new Error(`No id of blobs: ${id}`);
}

/** Throws unless `key` has the form of a key, so that no part of a request becomes a path. */
export function checkKey(key: string): void {
  if (!keyForm.test(key)) throw new Error(`No blob key: ${key}`);
}
