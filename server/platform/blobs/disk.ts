// Written by hand because no library promises to flush the file, rename it, flush the folder and continue at an offset.
import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import {
  type FileHandle,
  access,
  constants,
  link,
  mkdir,
  open as openFile,
  readdir,
  rename,
  stat,
  unlink,
} from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import {
  type BlobKey,
  type Blobs,
  type SizeLimit,
  type Staged,
  WrongOffset,
  checkId,
  checkKey,
  markKey,
} from "./blobs.ts";
import { writeToFile } from "./write-to-file.ts";

/** Blobs up to this size are read at once, which is cheaper than a stream. */
const smallBytes = 256 * 1024;
/** The codes of file systems without hard links, or with no more for this file. */
const noLinkCodes = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"];

export interface DiskOptions {
  /** Opens a file for writing; tests pass one that fails. */
  readonly create?: (file: string) => Promise<FileHandle>;
}

/**
 * Stores blobs as files in `root`: `{last two digits of the id}/{id}.{part}`, so that no folder becomes too large. Bytes first go to
 * a temporary name in `incoming/`. They are flushed before the file gets the blob's name.
 */
export function diskBlobs(root: string, { create = (file) => openFile(file, "wx", 0o600) }: DiskOptions = {}): Blobs {
  const incoming = path.join(root, "incoming");
  const ready = new Map<string, Promise<void>>();

  /** Makes a folder once, and flushes its parent, so that the folder survives a power cut. */
  const folder = (dir: string): Promise<void> => {
    const making =
      ready.get(dir) ??
      (async () => {
        const first = await mkdir(dir, { recursive: true, mode: 0o700 });
        if (first) for (const made of between(first, dir)) await flushFolder(path.dirname(made));
      })();
    ready.set(dir, making);
    making.catch(() => ready.delete(dir));
    return making;
  };

  const flushNames = async (dir: string) => {
    await folder(dir);
    await flushFolder(dir);
  };
  const piecesOf = (id: string) => {
    checkId(id);
    return path.join(incoming, `${id}.pieces`);
  };

  /** Resolves when all bytes are in the file; `flushed` resolves when they are flushed to the disk. */
  async function take(file: string, source: Readable, maxBytes: SizeLimit) {
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

  /** The staged file stays beside the blob until `drop`, so that `forgetStaged` finds what a killed process left. */
  function staged(file: string, size: number, flushed: Promise<void> = Promise.resolve()): Staged {
    let isKept = false;
    return {
      size,
      path: file,
      get isKept() {
        return isKept;
      },
      drop: () => remove(file),
      leave: async () => {},
      async keep(key) {
        if (isKept) return;
        await flushed;
        isKept = true;
        const target = pathOf(root, key);
        await folder(path.dirname(target));
        await link(file, target).catch(async (error: unknown) => {
          // A process kept this file and died before its row was committed.
          if (isCode(error, "EEXIST")) {
            await remove(target);
            return link(file, target);
          }
          // Some file systems have no hard links. Then the file is moved, and `forgetStaged` cannot find it.
          if (!noLinkCodes.some((code) => isCode(error, code))) throw error;
          await rename(file, target);
        });
        await flushFolder(path.dirname(target)).catch(async (error: unknown) => {
          await remove(target);
          throw error;
        });
      },
    };
  }

  async function put(key: BlobKey, source: Readable | Uint8Array): Promise<void> {
    const target = pathOf(root, key);
    const file = path.join(incoming, randomUUID());
    const { flushed } = await take(file, source instanceof Uint8Array ? Readable.from([source]) : source, Infinity);
    try {
      await flushed;
      await folder(path.dirname(target));
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

  return {
    async stage(id, source, maxBytes = Infinity) {
      checkId(id);
      const file = path.join(incoming, `${id}.${randomUUID()}`);
      const { size, flushed } = await take(file, source, maxBytes);
      return staged(file, size, flushed);
    },
    async append(id, offset, source, size) {
      const file = piecesOf(id);
      await folder(incoming);
      const handle = await openFile(file, constants.O_RDWR | constants.O_CREAT, 0o600);
      try {
        const before = (await handle.stat()).size;
        if (before !== offset) throw new WrongOffset();
        if (before === 0) await flushNames(incoming);
        const added = await writeToFile(source, handle, size - offset, { at: offset, mayBreakOff: true }).finally(() =>
          handle.sync(),
        );
        return offset + added;
      } finally {
        await handle.close();
      }
    },
    async arrivedOf(id) {
      const handle = await orNull(openFile(piecesOf(id), "r+"));
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
      const file = piecesOf(id);
      const found = await orNull(stat(file));
      return found && staged(file, found.size);
    },
    async forget(id) {
      await remove(piecesOf(id));
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
    async answers() {
      await folder(root);
      // The dot makes this fail if a file has replaced the folder.
      await access(`${root}/.`, constants.R_OK | constants.W_OK | constants.X_OK);
    },
    async sizeOf(key) {
      return (await orNull(stat(pathOf(root, key))))?.size ?? null;
    },
    async withFile(key, work) {
      const target = pathOf(root, key);
      return (await orNull(stat(target))) ? work(target) : null;
    },
    async remove(key) {
      await remove(pathOf(root, key));
    },
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
    fileOf,
    direct: null,
  };
}

/** Folders are named by the end of the id, which is random. A UUIDv7 begins with the time, which would fill one folder after another. */
function fileOf(key: BlobKey): string {
  checkKey(key);
  const [id, part] = key.split("/") as [string, string];
  return path.join(id.slice(-2), `${id}.${part}`);
}

const pathOf = (root: string, key: BlobKey) => path.join(root, fileOf(key));

/** The folders from `from` down to `to`, both included. */
const between = (from: string, to: string): string[] => (to === from ? [to] : [...between(from, path.dirname(to)), to]);

/** A new name survives a power cut only once its folder is flushed. */
async function flushFolder(dir: string): Promise<void> {
  const handle = await openFile(dir, "r");
  await handle.sync().finally(() => handle.close());
}

/** Resolves also if the file is missing. `rm` would check first, which doubles the work for each upload. */
async function remove(file: string): Promise<void> {
  await orNull(unlink(file));
}

async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (isCode(error, "ENOENT")) return null;
    throw error;
  }
}

const isCode = (error: unknown, code: string) => error instanceof Error && "code" in error && error.code === code;
