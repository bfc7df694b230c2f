// Written by hand because no library promises to flush the file, rename it, flush the folder and continue at an offset.
import { access, constants } from "node:fs/promises";
import type { Blobs } from "./blobs.ts";
import { fileOf, openDisk, pathOf, remove } from "./disk-files.ts";
import { diskListing } from "./disk-listing.ts";
import { diskPieces } from "./disk-pieces.ts";
import { diskReads } from "./disk-reads.ts";
import { type DiskOptions, diskWrites } from "./disk-writes.ts";

/**
 * Stores blobs as files in `root`: `{last two digits of the id}/{id}.{part}`, so that no folder becomes too large. Bytes first go to
 * a temporary name in `incoming/`. They are flushed before the file gets the blob's name.
 */
export function diskBlobs(root: string, options: DiskOptions = {}): Blobs {
  const disk = openDisk(root);
  return {
    ...diskWrites(disk, options),
    ...diskPieces(disk),
    ...diskReads(disk),
    ...diskListing(disk),
    async remove(key) {
      await remove(pathOf(root, key));
    },
    async answers() {
      await disk.folder(root);
      // The dot makes this fail if a file has replaced the folder.
      await access(`${root}/.`, constants.R_OK | constants.W_OK | constants.X_OK);
    },
    fileOf,
    direct: null,
  };
}
