// Decision 126: why zips are opened in the browser.
import {
  BlobReader,
  ERR_ENCRYPTED,
  ERR_SPLIT_ZIP_FILE,
  ERR_UNSUPPORTED_COMPRESSION,
  type FileEntry,
  ZipReader,
  configure,
} from "@zip.js/zip.js/lib/zip-core-native.js";
import { type ZipEntry, ZipFault, maxZipBytes } from "./zip-photo.ts";

// This runs in a worker of its own already.
configure({ useWebWorkers: false });

/** A list of more bytes, or of more entries, is no zip of photos. */
const maxListBytes = 64 * 1024 * 1024;
const maxEntries = 100_000;

/** Inflated bytes go into a blob in parts of this size, which browsers move to the disk. */
const partBytes = 4 * 1024 * 1024;

/** A zip whose list has been read. */
export interface OpenZip {
  readonly entries: readonly ZipEntry[];
  /** Inflates one entry. Rejects with a `ZipFault` when its bytes are not those that the zip promises. */
  read(entry: number, type: string): Promise<Blob>;
}

/** Reads the list of a zip. Rejects with a `ZipFault`. */
export async function openZip(file: Blob): Promise<OpenZip> {
  if (file.size > maxZipBytes) throw new ZipFault("This zip is larger than 64 GB. Please choose smaller ones.");
  const found: FileEntry[] = [];
  try {
    // Names never become paths here, so odd ones do no harm.
    const reader = new ZipReader(new BoundedReader(file), { strictness: "tolerant", filenameValidation: "tolerant" });
    for await (const entry of reader.getEntriesGenerator()) {
      if (entry.directory || entry.symlink) continue;
      if (found.length === maxEntries) throw new ZipFault("This zip has too many files. Please choose smaller ones.");
      found.push(entry);
    }
  } catch (error) {
    throw error instanceof ZipFault ? error : new ZipFault(await sentenceOf(error, file));
  }
  return {
    entries: found.map(({ filename, uncompressedSize, encrypted }) => ({
      path: filename,
      size: uncompressedSize,
      isLocked: encrypted,
    })),
    async read(entry, type) {
      const one = found[entry];
      if (!one) throw new ZipFault("This file is no longer in the zip.");
      try {
        return await inflate(one, type);
      } catch (error) {
        throw error instanceof ZipFault ? error : new ZipFault(entrySentenceOf(error));
      }
    },
  };
}

/** Reads a zip, but never a list that is too long for a phone. */
class BoundedReader extends BlobReader {
  override async readUint8Array(offset: number, length: number): Promise<Uint8Array> {
    if (length > maxListBytes) throw new ZipFault("This zip has too many files. Please choose smaller ones.");
    return super.readUint8Array(offset, length);
  }
}

/** zip.js stops a bomb, which says that it is small, when it passes the size that it promised. */
async function inflate(entry: FileEntry, type: string): Promise<Blob> {
  const parts: Blob[] = [];
  let waiting: Uint8Array<ArrayBuffer>[] = [];
  let waitingBytes = 0;
  const close = () => {
    parts.push(new Blob(waiting));
    [waiting, waitingBytes] = [[], 0];
  };
  const sink = new WritableStream<Uint8Array<ArrayBuffer>>({
    write(chunk) {
      waiting.push(chunk);
      waitingBytes += chunk.length;
      if (waitingBytes >= partBytes) close();
    },
  });
  await entry.getData(sink, { checkSignature: true });
  close();
  return new Blob(parts, { type });
}

const broken = "This file is broken in the zip.";

const messageOf = (error: unknown) => (error instanceof Error ? error.message : "");

const entrySentenceOf = (error: unknown): string => {
  const message = messageOf(error);
  if (message === ERR_ENCRYPTED) return "This file has a password.";
  return message === ERR_UNSUPPORTED_COMPRESSION ? "This file is packed in a way that browsers cannot open." : broken;
};

async function sentenceOf(error: unknown, file: Blob): Promise<string> {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch {
    return "This zip has changed or is gone. Please choose it again.";
  }
  return messageOf(error) === ERR_SPLIT_ZIP_FILE
    ? "This is one piece of a zip that was cut. Please unpack it first."
    : "This zip is broken or incomplete. Please download it again.";
}
