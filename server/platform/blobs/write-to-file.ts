import type { FileHandle } from "node:fs/promises";
import { IncomingMessage } from "../node-http.ts";
import type { Readable } from "node:stream";
import { freeBuffer } from "../free-buffer.ts";
import { type SizeLimit, TooManyBytes } from "./blobs.ts";

/** Small pieces are written in batches of this size: each write costs a switch of threads. */
const batchBytes = 512 * 1024;
/** When this many bytes wait for the disk, the source is paused. */
const maxWaitingBytes = 1024 * 1024;
/** If the stream may break off, bytes wait no longer than this for a full batch. */
const maxWaitingMs = 1000;

/** The bytes that a `SizeLimit` function gets. */
const headBytes = 512;

interface WriteOptions {
  /** The position in the file to begin at, in bytes. */
  readonly at?: number;
  /** Treats a stream that breaks off as ended: its bytes so far are written. */
  readonly mayBreakOff?: boolean;
}

/**
 * Writes a stream to a file in large pieces, and resolves to its length. If the stream is too long, it stays open, so that its owner
 * can still reply on the same connection.
 */
export function writeToFile(
  source: Readable,
  file: FileHandle,
  maxBytes: SizeLimit,
  { at = 0, mayBreakOff = false }: WriteOptions = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    let position = at;
    let waiting: Uint8Array[] = [];
    let waitingBytes = 0;
    let size = 0;
    let isWriting = false;
    let hasEnded = false;
    const limitAfter = limitFor(maxBytes);

    const finish = (error?: unknown) => {
      clearInterval(hurrying);
      source.off("data", take).off("end", end).off("error", failed).off("close", broke);
      if (error === undefined) return resolve(size);
      source.pause();
      waiting = [];
      waitingBytes = 0;
      // The caller closes the file next, so wait for a write in progress.
      onIdle = () => reject(error);
      if (!isWriting) onIdle();
    };
    let onIdle: (() => void) | undefined;

    let isLate = false;
    const hurry = () => {
      isLate = true;
      if (!isWriting && waitingBytes > 0) void write();
    };
    const hurrying = mayBreakOff ? setInterval(hurry, maxWaitingMs) : undefined;

    const isDue = () => waitingBytes >= batchBytes || ((hasEnded || isLate) && waitingBytes > 0);
    const write = async () => {
      isWriting = true;
      try {
        while (isDue()) {
          const batch = waiting;
          waiting = [];
          waitingBytes = 0;
          source.resume();
          await writeAll(file, batch, position);
          position += batch.reduce((sum, piece) => sum + piece.length, 0);
          // Nobody else uses the pieces of a request.
          if (source instanceof IncomingMessage) batch.forEach(freeBuffer);
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
      if (size > limitAfter(piece)) return finish(new TooManyBytes());
      waiting.push(piece);
      waitingBytes += piece.length;
      if (waitingBytes >= maxWaitingBytes) source.pause();
      if (!isWriting && waitingBytes >= batchBytes) void write();
    };
    const end = () => {
      hasEnded = true;
      if (!isWriting) void write();
    };
    const broke = () => hasEnded || (mayBreakOff ? end() : finish(source.errored ?? new Error("The stream broke off")));
    const failed = (error: unknown) => (mayBreakOff ? hasEnded || end() : finish(error));
    source.on("data", take).on("end", end).on("error", failed).on("close", broke);
    // A stream that broke off before we listened emits no more events.
    if (source.destroyed) broke();
  });
}

/** Returns a function that gets each piece and returns the limit known so far, in bytes. */
function limitFor(maxBytes: SizeLimit): (piece: Uint8Array) => number {
  if (typeof maxBytes === "number") return () => maxBytes;
  let head = Buffer.alloc(0);
  let limit: number | undefined;
  return (piece) => {
    if (limit !== undefined) return limit;
    head = Buffer.concat([head, piece.subarray(0, headBytes)]);
    if (head.length >= headBytes) limit = maxBytes(head);
    return limit ?? Infinity;
  };
}

/** Repeats short writes: a nearly full disk writes a part and refuses the next. */
async function writeAll(file: FileHandle, pieces: readonly Uint8Array[], at: number): Promise<void> {
  let left = pieces;
  let position = at;
  while (left.length > 0) {
    let { bytesWritten } = await file.writev(left, position);
    position += bytesWritten;
    let done = 0;
    while (done < left.length && bytesWritten >= left[done]!.length) bytesWritten -= left[done++]!.length;
    left = done < left.length ? [left[done]!.subarray(bytesWritten), ...left.slice(done + 1)] : [];
  }
}
