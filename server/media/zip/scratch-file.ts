import { type FileHandle, mkdir, open, unlink } from "node:fs/promises";
import path from "node:path";
import { newId } from "../../platform/db/id.ts";

/** Temporary bytes on the disk. */
export interface ScratchFile {
  /** Bytes so far. */
  readonly size: number;
  /** Resolves when the bytes are in the file. Await each call before the next one. Rejects with ENOSPC if the disk is full. */
  append(bytes: Uint8Array): Promise<void>;
  /** Yields `length` bytes from `start` on, each piece in a buffer of its own. */
  read(start: number, length: number): AsyncGenerator<Buffer>;
  /** Frees the room. Bytes can no longer be read. */
  close(): Promise<void>;
}

const pieceBytes = 256 * 1024;

/**
 * Makes a scratch file on the disk of `folder`. It loses its name at once, so the system frees its room when the process ends, however it
 * ends.
 */
export async function openScratchFile(folder: string): Promise<ScratchFile> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = path.join(folder, newId());
  const file = await open(name, "wx+", 0o600);
  try {
    await unlink(name);
  } catch (error) {
    await file.close();
    throw error;
  }
  let size = 0;
  return {
    get size() {
      return size;
    },
    async append(bytes) {
      await writeAll(file, bytes, size);
      size += bytes.length;
    },
    async *read(start, length) {
      for (let at = start; at < start + length;) {
        // Nobody else uses the memory of the piece, so its reader can free it.
        const piece = Buffer.allocUnsafeSlow(Math.min(pieceBytes, start + length - at));
        const { bytesRead } = await file.read(piece, 0, piece.length, at);
        if (bytesRead < piece.length) throw new Error("A scratch file is shorter than what was written to it");
        yield piece;
        at += bytesRead;
      }
    },
    close: () => file.close(),
  };
}

/** Repeats short writes: a nearly full disk writes a part and refuses the next. */
async function writeAll(file: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done);
    done += bytesWritten;
  }
}
