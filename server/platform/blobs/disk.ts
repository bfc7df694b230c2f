// Written by hand because no library promises to flush the file, rename it, flush the folder and continue at an offset.
import { access, constants, open as openFile, readdir, stat } from "node:fs/promises";
import path from "node:path";
import { type BlobKey, type Blobs, WrongOffset, checkId, markKey } from "./blobs.ts";
import { type Disk, fileOf, flushFolder, openDisk, orNull, pathOf, remove, stagedFile } from "./disk-files.ts";
import { type DiskOptions, diskWrites } from "./disk-writes.ts";
import { writeToFile } from "./write-to-file.ts";

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
      return null;
    },
    fileOf,
    direct: null,
  };
}

/** Goes through all files. */
function diskListing({ root, incoming }: Disk): Pick<Blobs, "list" | "forgetStaged"> {
  return {
    async *list() {
      for (const name of (await orNull(readdir(root))) ?? []) {
        if (!/^[0-9a-f]{2}$/.test(name)) continue;
        for (const file of await readdir(path.join(root, name))) {
          const key = file.replace(".", "/") as BlobKey;
          if (key !== markKey) yield key;
        }
      }
    },
    async forgetStaged(before, isWanted) {
      for (const name of (await orNull(readdir(incoming))) ?? []) {
        const file = path.join(incoming, name);
        const found = await orNull(stat(file));
        if (!found || found.mtime >= before) continue;
        const id = /^([0-9a-f-]{36})\./.exec(name)?.[1];
        // A second hard link means that `keep` ran, but the process died before the commit.
        if (id && found.nlink > 1 && !(await isWanted(id))) await remove(pathOf(root, `${id}/original`));
        await remove(file);
      }
    },
  };
}

/** Writes uploads that come in pieces, each to one file that grows. */
function diskPieces(disk: Disk): Pick<Blobs, "append" | "arrivedOf" | "stagedFor" | "forget"> {
  const { incoming, folder } = disk;
  return {
    async append(id, offset, source, size) {
      const file = piecesOf(disk, id);
      await folder(incoming);
      const handle = await openFile(file, constants.O_RDWR | constants.O_CREAT, 0o600);
      try {
        const before = (await handle.stat()).size;
        if (before !== offset) throw new WrongOffset();
        if (before === 0) await flushFolder(incoming);
        const added = await writeToFile(source, handle, size - offset, { at: offset, mayBreakOff: true }).finally(() =>
          handle.sync(),
        );
        return offset + added;
      } finally {
        await handle.close();
      }
    },
    async arrivedOf(id) {
      const handle = await orNull(openFile(piecesOf(disk, id), "r+"));
      if (!handle) return 0;
      try {
        // A process that died may have written more than it flushed. Flush before telling the sender.
        await handle.sync();
        return (await handle.stat()).size;
      } finally {
        await handle.close();
      }
    },
    async stagedFor(id) {
      const file = piecesOf(disk, id);
      const found = await orNull(stat(file));
      return found && stagedFile(disk, file, found.size);
    },
    async forget(id) {
      await remove(piecesOf(disk, id));
    },
  };
}

function piecesOf({ incoming }: Disk, id: string): string {
  checkId(id);
  return path.join(incoming, `${id}.pieces`);
}

/** Blobs up to this size are read at once, which is cheaper than a stream. */
const smallBytes = 256 * 1024;

/** Reads blobs. */
function diskReads({ root }: Disk): Pick<Blobs, "open" | "sizeOf" | "withFile"> {
  return {
    async open(key, range) {
      const handle = await orNull(openFile(pathOf(root, key), "r"));
      if (!handle) return null;
      try {
        const { size } = await handle.stat();
        const { start, end } = range ?? { start: 0, end: size - 1 };
        if (end - start >= smallBytes)
          return { size, body: handle.createReadStream({ start, end, highWaterMark: smallBytes }) };
        const body = Buffer.allocUnsafe(end - start + 1);
        const { bytesRead } = await handle.read(body, 0, body.length, start);
        await handle.close();
        return { size, body: body.subarray(0, bytesRead) };
      } catch (error) {
        await handle.close();
        throw error;
      }
    },
    async sizeOf(key) {
      return (await orNull(stat(pathOf(root, key))))?.size ?? null;
    },
    async withFile(key, work) {
      const target = pathOf(root, key);
      return (await orNull(stat(target))) ? work(target) : null;
    },
  };
}
