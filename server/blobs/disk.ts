import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open as openFile, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { type BlobKey, type Blobs, type Staged, checkKey } from "./blobs.ts";
import { pour } from "./pour.ts";

/** Blobs up to this size are read in one go: cheaper than a stream. */
const smallBytes = 256 * 1024;

export interface DiskOptions {
  /** Opens a file for writing; a test may hand in one that fails. */
  readonly create?: (file: string) => Promise<FileHandle>;
}

/**
 * Blobs as files below `root`: `{last two digits of the id}/{id}.{part}`, so that no folder grows with the whole. Bytes come
 * in under a name of their own in `incoming/`, are flushed, and only then renamed.
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

  async function stage(source: Readable, mostBytes = Infinity): Promise<Staged> {
    await folder(incoming);
    const file = path.join(incoming, randomUUID());
    let size: number;
    let isKept = false;
    const drop = async () => {
      if (!isKept) await rm(file, { force: true });
    };
    try {
      const handle = await create(file);
      try {
        size = await pour(source, handle, mostBytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
    } catch (error) {
      await drop();
      throw error;
    }
    return {
      size,
      path: file,
      drop,
      async keep(key) {
        if (isKept) return;
        const place = placeOf(root, key);
        await folder(path.dirname(place));
        await rename(file, place);
        isKept = true;
        await flushFolder(path.dirname(place)).catch(async (error: unknown) => {
          await rm(place, { force: true });
          throw error;
        });
      },
    };
  }

  return {
    stage,
    async put(key, source) {
      const staged = await stage(source instanceof Uint8Array ? Readable.from([source]) : source);
      await staged.keep(key).catch(async (error: unknown) => {
        await staged.drop();
        throw error;
      });
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
    async sizeOf(key) {
      return (await orNull(stat(placeOf(root, key))))?.size ?? null;
    },
    async withFile(key, work) {
      const place = placeOf(root, key);
      return (await orNull(stat(place))) ? work(place) : null;
    },
    async remove(key) {
      await rm(placeOf(root, key), { force: true });
    },
    async *list() {
      for (const name of (await orNull(readdir(root))) ?? []) {
        if (!/^[0-9a-f]{2}$/.test(name)) continue;
        for (const file of await readdir(path.join(root, name))) {
          yield file.replace(".", "/") as BlobKey;
        }
      }
    },
    async forgetStaged(before) {
      for (const name of (await orNull(readdir(incoming))) ?? []) {
        const file = path.join(incoming, name);
        const found = await orNull(stat(file));
        if (found && found.mtime < before) await rm(file, { force: true });
      }
    },
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

async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}
