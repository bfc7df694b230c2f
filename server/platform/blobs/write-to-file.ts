import type { FileHandle } from "node:fs/promises";
import { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { release } from "../memory.ts";
import { type Bound, TooManyBytes } from "./blobs.ts";

/** So much is gathered for one write: handing each small piece to another thread costs more than writing it. */
const gatherBytes = 512 * 1024;
/** Bytes that may wait for the disk before the sender has to. */
const mostWaitingBytes = 1024 * 1024;
/** Of a stream that may break off nothing waits longer than this. */
const mostWaitingMs = 1000;

/** What tells how much may come. */
const headBytes = 512;

interface PourOptions {
  /** Where in the file to begin, in bytes. */
  readonly at?: number;
  /** A stream that breaks off counts as one that ends: what came is written. */
  readonly takesPart?: boolean;
}

/**
 * Writes a stream to a file, in large pieces, and answers its length. The stream is left open when it proves too long: whoever
 * owns it may still want to answer on the same line.
 */
export function pour(
  source: Readable,
  file: FileHandle,
  mostBytes: Bound,
  { at = 0, takesPart = false }: PourOptions = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    let place = at;
    let waiting: Uint8Array[] = [];
    let waitingBytes = 0;
    let size = 0;
    let isWriting = false;
    let hasEnded = false;
    const most = boundBy(mostBytes);

    const finish = (error?: unknown) => {
      clearInterval(hurrying);
      source.off("data", take).off("end", end).off("error", failed).off("close", broke);
      if (error === undefined) return resolve(size);
      source.pause();
      waiting = [];
      waitingBytes = 0;
      // The file is closed next: let a write under way come to its end.
      onIdle = () => reject(error);
      if (!isWriting) onIdle();
    };
    let onIdle: (() => void) | undefined;

    let isLate = false;
    const hurry = () => {
      isLate = true;
      if (!isWriting && waitingBytes > 0) void write();
    };
    const hurrying = takesPart ? setInterval(hurry, mostWaitingMs) : undefined;

    const isDue = () => waitingBytes >= gatherBytes || ((hasEnded || isLate) && waitingBytes > 0);
    const write = async () => {
      isWriting = true;
      try {
        while (isDue()) {
          const batch = waiting;
          waiting = [];
          waitingBytes = 0;
          source.resume();
          await writeAll(file, batch, place);
          place += batch.reduce((sum, piece) => sum + piece.length, 0);
          // A request makes its pieces for us alone.
          if (source instanceof IncomingMessage) batch.forEach(release);
        }
        isWriting = false;
        isLate = false;
        if (onIdle) onIdle();
        else if (hasEnded) finish();
      } catch (error) {
        isWriting = false;
        if (onIdle) onIdle();
        else finish(error);
      }
    };
    const take = (piece: Uint8Array) => {
      size += piece.length;
      if (size > most(piece)) return finish(new TooManyBytes());
      waiting.push(piece);
      waitingBytes += piece.length;
      if (waitingBytes >= mostWaitingBytes) source.pause();
      if (!isWriting && waitingBytes >= gatherBytes) void write();
    };
    const end = () => {
      hasEnded = true;
      if (!isWriting) void write();
    };
    const broke = () => hasEnded || (takesPart ? end() : finish(new Error("The stream broke off")));
    const failed = (error: unknown) => (takesPart ? hasEnded || end() : finish(error));
    source.on("data", take).on("end", end).on("error", failed).on("close", broke);
    // Broken off before anybody listened: nothing more would ever be heard of it.
    if (source.destroyed) broke();
  });
}

/** Shown each piece, answers how many bytes there may be in all as far as is known. */
function boundBy(mostBytes: Bound): (piece: Uint8Array) => number {
  if (typeof mostBytes === "number") return () => mostBytes;
  let head = Buffer.alloc(0);
  let most: number | undefined;
  return (piece) => {
    if (most !== undefined) return most;
    head = Buffer.concat([head, piece.subarray(0, headBytes)]);
    if (head.length >= headBytes) most = mostBytes(head);
    return most ?? Infinity;
  };
}

/** A disk that is nearly full takes a part, and refuses the next one. */
async function writeAll(file: FileHandle, pieces: readonly Uint8Array[], at: number): Promise<void> {
  let left = pieces;
  let place = at;
  while (left.length > 0) {
    let { bytesWritten } = await file.writev(left, place);
    place += bytesWritten;
    let done = 0;
    while (done < left.length && bytesWritten >= left[done]!.length) bytesWritten -= left[done++]!.length;
    left = done < left.length ? [left[done]!.subarray(bytesWritten), ...left.slice(done + 1)] : [];
  }
}
