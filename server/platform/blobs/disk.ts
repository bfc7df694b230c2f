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
import { type BlobKey, type Blobs, type Bound, type Staged, WrongOffset, checkId, checkKey, markKey } from "./blobs.ts";
import { pour } from "./pour.ts";

/** Blobs up to this size are read in one go: cheaper than a stream. */
const smallBytes = 256 * 1024;
const oneName = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"];

export interface DiskOptions {
  /** Opens a file for writing; a test may hand in one that fails. */
  readonly create?: (file: string) => Promise<FileHandle>;
}

/**
 * Blobs as files below `root`: `{last two digits of the id}/{id}.{part}`, so that no folder grows with the whole. Bytes come
 * in under a name of their own in `incoming/`, are flushed, and only then get the blob's.
 */
export function diskBlobs(root: string, { create = (file) => openFile(file, "wx", 0o600) }: DiskOptions = {}): Blobs {
  const incoming = path.join(root, "incoming");
  const ready = new Map<string, Promise<void>>();

  /** Makes a folder once and for good: its own name is flushed into its parent. */
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

  /** Answers when all bytes are in the file; `flushed` resolves when they are safe on the disk. */
  async function take(file: string, source: Readable, mostBytes: Bound) {
    await folder(incoming);
    const handle = await create(file);
    try {
      const size = await pour(source, handle, mostBytes);
      const flushed = handle.sync().finally(() => handle.close());
      // Whoever waits for it hears of a fault.
      flushed.catch(() => {});
      return { size, flushed };
    } catch (error) {
      await handle.close();
      await remove(file);
      throw error;
    }
  }

  /** The staged file keeps its name beside the blob's until it is dropped: that is how one finds what a dying process has left. */
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
        const place = placeOf(root, key);
        await folder(path.dirname(place));
        await link(file, place).catch(async (error: unknown) => {
          // What stands there was left by one who died before anybody could want it.
          if (isCode(error, "EEXIST")) {
            await remove(place);
            return link(file, place);
          }
          // Some file systems know one name a file; then there is no trace to find it by.
          if (!oneName.some((code) => isCode(error, code))) throw error;
          await rename(file, place);
        });
        await flushFolder(path.dirname(place)).catch(async (error: unknown) => {
          await remove(place);
          throw error;
        });
      },
    };
  }

  async function put(key: BlobKey, source: Readable | Uint8Array): Promise<void> {
    const place = placeOf(root, key);
    const file = path.join(incoming, randomUUID());
    const { flushed } = await take(file, source instanceof Uint8Array ? Readable.from([source]) : source, Infinity);
    try {
      await flushed;
      await folder(path.dirname(place));
      await rename(file, place);
    } catch (error) {
      await remove(file);
      throw error;
    }
    await flushFolder(path.dirname(place)).catch(async (error: unknown) => {
      await remove(place);
      throw error;
    });
  }

  return {
    async stage(id, source, mostBytes = Infinity) {
      checkId(id);
      const file = path.join(incoming, `${id}.${randomUUID()}`);
      const { size, flushed } = await take(file, source, mostBytes);
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
        const added = await pour(source, handle, size - offset, { at: offset, takesPart: true }).finally(() =>
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
        // A process that died may have written more than it flushed; what is told of is kept.
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
      const [source, place] = [placeOf(root, from), placeOf(root, to)];
      await folder(path.dirname(place));
      await remove(place);
      try {
        // A file is never changed once it has its name, so two names can share it.
        await link(source, place);
      } catch (error) {
        if (isCode(error, "ENOENT")) return false;
        // A disk without links, or a file that has as many as it can.
        await put(to, createReadStream(source));
        return true;
      }
      await flushFolder(path.dirname(place));
      return true;
    },
    async open(key, range) {
      const handle = await orNull(openFile(placeOf(root, key), "r"));
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
      // With a dot, as something else could lie where the folder was.
      await access(`${root}/.`, constants.R_OK | constants.W_OK | constants.X_OK);
    },
    async sizeOf(key) {
      return (await orNull(stat(placeOf(root, key))))?.size ?? null;
    },
    async withFile(key, work) {
      const place = placeOf(root, key);
      return (await orNull(stat(place))) ? work(place) : null;
    },
    async remove(key) {
      await remove(placeOf(root, key));
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
        // Two names: it was kept, and whoever did so died before the database knew.
        if (id && found.nlink > 1 && !(await isWanted(id))) await remove(placeOf(root, `${id}/original`));
        await remove(file);
      }
    },
    direct: null,
  };
}

/** The end of a UUID is random whatever its version; its beginning may be the time, which would fill one folder after another. */
function placeOf(root: string, key: BlobKey): string {
  checkKey(key);
  const [id, part] = key.split("/") as [string, string];
  return path.join(root, id.slice(-2), `${id}.${part}`);
}

/** `from`, the folders below it, and `to`. */
const between = (from: string, to: string): string[] => (to === from ? [to] : [...between(from, path.dirname(to)), to]);

/** A rename is safe only once the folder that holds the name is. */
async function flushFolder(dir: string): Promise<void> {
  const handle = await openFile(dir, "r");
  await handle.sync().finally(() => handle.close());
}

/** What is not there is fine. `rm` would look before it removes, twice the work for each upload. */
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
