import { mkdir, open, unlink } from "node:fs/promises";
import path from "node:path";
import { type BlobKey, checkKey } from "./blobs.ts";

/** The folder that holds blobs. */
export interface Disk {
  readonly root: string;
  /** Where bytes go that have no key yet. */
  readonly incoming: string;
  /** Makes a folder once, and flushes its parent, so that the folder survives a power cut. */
  readonly folder: (dir: string) => Promise<void>;
}

export function openDisk(root: string): Disk {
  const ready = new Map<string, Promise<void>>();
  return {
    root,
    incoming: path.join(root, "incoming"),
    folder(dir) {
      const making =
        ready.get(dir) ??
        (async () => {
          const first = await mkdir(dir, { recursive: true, mode: 0o700 });
          if (first) for (const made of between(first, dir)) await flushFolder(path.dirname(made));
        })();
      ready.set(dir, making);
      making.catch(() => ready.delete(dir));
      return making;
    },
  };
}

/** The folders from `from` down to `to`, both included. */
const between = (from: string, to: string): string[] => (to === from ? [to] : [...between(from, path.dirname(to)), to]);

/** Folders are named by the end of the id, which is random. A UUIDv7 begins with the time, which would fill one folder after another. */
export function fileOf(key: BlobKey): string {
  checkKey(key);
  const [id, part] = key.split("/") as [string, string];
  return path.join(id.slice(-2), `${id}.${part}`);
}

export const pathOf = (root: string, key: BlobKey) => path.join(root, fileOf(key));

/** A new name survives a power cut only once its folder is flushed. */
export async function flushFolder(dir: string): Promise<void> {
  const handle = await open(dir, "r");
  await handle.sync().finally(() => handle.close());
}

/** Resolves also if the file is missing. `rm` would check first, which doubles the work for each upload. */
export async function remove(file: string): Promise<void> {
  await orNull(unlink(file));
}

export async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (isCode(error, "ENOENT")) return null;
    throw error;
  }
}

export const isCode = (error: unknown, code: string) =>
  error instanceof Error && "code" in error && error.code === code;
