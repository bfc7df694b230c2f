import type { Readable } from "node:stream";

/** A file of a place. */
export interface PlacedFile {
  /** Its path, with `/` between the parts. */
  readonly name: string;
  /** Its size there, in bytes: encrypted files are larger than what was put. */
  readonly bytes: number;
}

/** Where backups are kept: a folder or a bucket. */
export interface Place {
  /** For people: `the folder /mnt/backup`. */
  readonly title: string;
  /** Writes a file, flushed, whole or not at all. Replaces an earlier one. */
  put(name: string, source: Readable): Promise<void>;
  /** Null if there is no such file. Rejects, or breaks the stream, when a file cannot be decrypted. */
  get(name: string): Promise<Readable | null>;
  /** All files whose names begin with `prefix`, in no order. Empty if the place does not exist. */
  list(prefix: string): AsyncIterable<PlacedFile>;
  /** Resolves also if there is no such file. */
  remove(name: string): Promise<void>;
  /** Rejects with one sentence for the operator if files cannot be written and read there now. */
  answers(): Promise<void>;
}
