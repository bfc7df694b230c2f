import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, link, open as openFile, rename } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { type BlobKey, type Blobs, type SizeLimit, checkId } from "./blobs.ts";
import { type Disk, flushFolder, isCode, pathOf, remove, stagedFile } from "./disk-files.ts";
import { writeToFile } from "./write-to-file.ts";

export interface DiskOptions {
  /** Opens a file for writing; tests pass one that fails. */
  readonly create?: (file: string) => Promise<FileHandle>;
}

type Folders = Pick<Disk, "incoming" | "folder">;
type TakeOptions = DiskOptions & { readonly maxBytes?: SizeLimit };

/** Resolves when all bytes are in the file; `flushed` resolves when they are flushed to the disk. */
async function take(
  { incoming, folder }: Folders,
  file: string,
  source: Readable,
  { create = (file) => openFile(file, "wx", 0o600), maxBytes = Infinity }: TakeOptions,
) {
  await folder(incoming);
  const handle = await create(file);
  try {
    const size = await writeToFile(source, handle, maxBytes);
    const flushed = handle.sync().finally(() => handle.close());
    // Avoids an unhandled rejection; callers that await `flushed` still get the error.
    flushed.catch(() => {});
    return { size, flushed };
  } catch (error) {
    await handle.close();
    await remove(file);
    throw error;
  }
}

/**
 * Writes a stream to a temporary name in `incoming`, flushes it, and renames it to `target`: whole or not at all. Replaces an earlier
 * file. When it resolves, the file survives a power cut. If it rejects, the stream may stay open.
 */
export async function writeWhole(
  disk: Folders,
  target: string,
  source: Readable,
  options: DiskOptions = {},
): Promise<void> {
  const file = path.join(disk.incoming, randomUUID());
  const { flushed } = await take(disk, file, source, options);
  try {
    await flushed;
    await disk.folder(path.dirname(target));
    await rename(file, target);
  } catch (error) {
    await remove(file);
    throw error;
  }
  await flushFolder(path.dirname(target)).catch(async (error: unknown) => {
    await remove(target);
    throw error;
  });
}

/** Writes whole blobs. */
export function diskWrites(disk: Disk, options: DiskOptions): Pick<Blobs, "stage" | "put" | "copy"> {
  const { root, incoming, folder } = disk;

  const put = async (key: BlobKey, source: Readable | Uint8Array): Promise<void> =>
    writeWhole(disk, pathOf(root, key), source instanceof Uint8Array ? Readable.from([source]) : source, options);

  return {
    async stage(id, source, maxBytes = Infinity) {
      checkId(id);
      const file = path.join(incoming, `${id}.${randomUUID()}`);
      const { size, flushed } = await take(disk, file, source, { ...options, maxBytes });
      return stagedFile(disk, file, size, flushed);
    },
    put,
    async copy(from, to) {
      const [source, target] = [pathOf(root, from), pathOf(root, to)];
      await folder(path.dirname(target));
      await remove(target);
      try {
        // A named file never changes, so two blobs can share it by a hard link.
        await link(source, target);
      } catch (error) {
        if (isCode(error, "ENOENT")) return false;
        // A disk without hard links, or a file with the maximum number of them.
        await put(to, createReadStream(source));
        return true;
      }
      await flushFolder(path.dirname(target));
      return true;
    },
  };
}
