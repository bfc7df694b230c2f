import type { Readable } from "node:stream";

/** `{id}/{part}`: the id of an upload, in lower case, and which of its files. */
export type BlobKey = `${string}/${string}`;

/** What says whose a store is: the one key that is no blob. Nothing lists it, so that nothing moves or removes it. */
export const markKey: BlobKey = "00000000-0000-0000-0000-000000000000/mark";

/** Bytes that have all arrived, but that nobody can see yet. */
export interface Staged {
  readonly size: number;
  /** A local file with these bytes, until `keep` or `drop`. */
  readonly path: string;
  /** Whether `keep` has begun: what came of it may be there. */
  readonly isKept: boolean;
  /** Makes them visible under `key`, at once and for good, once they are safe on a disk; replaces what was there. Doing it twice is doing it once. */
  keep(key: BlobKey): Promise<void>;
  /**
   * Forgets that they were staged; what was kept stays. Left out after `keep`, it says that nobody knows whether the blob is wanted:
   * `forgetStaged` will ask.
   */
  drop(): Promise<void>;
  /** Gives back the local file; the bytes stay as they are, for another try. */
  leave(): Promise<void>;
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

/** The most bytes of a stream; or asked once its first half a kilobyte is there. What is shorter than that is short enough. */
export type Bound = number | ((head: Buffer) => number);

/**
 * Where the bytes of photos lie. What `put` and `keep` have acknowledged survives a power cut; what they have not leaves
 * nothing visible. A full disk rejects with the system's ENOSPC, and nothing half-written remains.
 */
export interface Blobs {
  /**
   * Takes in a stream of bytes meant for blobs of this id. Rejects with `TooManyBytes` as soon as it is longer than `mostBytes`, and
   * leaves it open.
   */
  stage(id: string, source: Readable, mostBytes?: Bound): Promise<Staged>;
  /**
   * Adds a stream of bytes to those that have arrived for this id, and answers how many there are then, safe on a disk. A stream that
   * breaks off leaves what it brought. Rejects with `WrongOffset` when there are not `offset` of them, and with `TooManyBytes` as soon
   * as there are more than `size`. Only one at a time may add to an id.
   */
  append(id: string, offset: number, source: Readable, size: number): Promise<number>;
  /** How many bytes have arrived for this id, safe on a disk. */
  arrivedOf(id: string): Promise<number>;
  /** The bytes that have arrived for this id, as if they had come in one stream. Null when there are none. */
  stagedFor(id: string): Promise<Staged | null>;
  put(key: BlobKey, source: Readable | Uint8Array): Promise<void>;
  /** Puts the same bytes under another key, without moving them where the store can. False when there is no such blob. */
  copy(from: BlobKey, to: BlobKey): Promise<boolean>;
  /** Null when there is no such blob. */
  open(key: BlobKey, range?: ByteRange): Promise<OpenBlob | null>;
  /** Its size in bytes; null when there is no such blob. */
  sizeOf(key: BlobKey): Promise<number | null>;
  /** Lends a local file with its bytes, to be read only while `work` runs. Null when there is no such blob. */
  withFile<T>(key: BlobKey, work: (path: string) => Promise<T>): Promise<T | null>;
  /** Removes whatever has arrived for this id and was not kept. */
  forget(id: string): Promise<void>;
  /** Removing what is not there is no fault. */
  remove(key: BlobKey): Promise<void>;
  /** Resolves when blobs can be kept and read now, as far as can be told without trying. */
  answers(): Promise<void>;
  /** Every blob, in no order; the mark is none. */
  list(): AsyncIterable<BlobKey>;
  /**
   * Removes what was staged, or last added to, before this moment and never dropped: a process died over it, or nobody came back to it.
   * What was kept of it goes too if its id is not wanted.
   */
  forgetStaged(before: Date, isWanted: (id: string) => Promise<boolean>): Promise<void>;
  /** Null where bytes can only come through this process. */
  readonly direct: DirectUploads | null;
}

/** Bytes that a browser puts into the store itself, where nobody can read them. */
export interface DirectUploads {
  /** Where its addresses lead: `https://store.example.org`. */
  origin(): Promise<string>;
  /**
   * An address that takes exactly so many bytes said to be of this type, by PUT, for so many seconds. Null when the store does not answer,
   * or would let whoever has the address do more than that.
   */
  addressFor(
    id: string,
    file: { readonly size: number; readonly type: string },
    seconds: number,
  ): Promise<string | null>;
  /** What was put there last. Null when nothing was, or not so many bytes. */
  staged(id: string, size: number): Promise<Staged | null>;
}

/** The store cannot be reached, or refuses what we ask. The message says why, for whoever runs this server. */
export class BlobsUnreachable extends Error {
  /** What a process that makes pictures says of it: it says nothing about the picture. */
  readonly fault = "away";
  constructor(message: string, cause?: Error) {
    super(message, { cause });
  }
}

/** The store has no room left; what a full disk says. */
export class NoRoom extends Error {
  readonly code = "ENOSPC";
  constructor(message: string, cause?: Error) {
    super(message, { cause });
  }
}

export class TooManyBytes extends Error {}

/** Not so many bytes have arrived, or more. */
export class WrongOffset extends Error {}

const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Throws for anything else. */
export function checkId(id: string): void {
  if (!idForm.test(id)) throw new Error(`No id of blobs: ${id}`);
}

/** Throws for anything else: a key is made by the program and never taken from a request as it is. */
export function checkKey(key: string): void {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/[a-z0-9]{1,40}$/.test(key)) throw new Error(`No blob key: ${key}`);
}
