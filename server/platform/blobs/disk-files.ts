import { link, mkdir, open, rename, unlink } from "node:fs/promises";
import path from "node:path";
import { type BlobKey, type Staged, checkKey } from "./blobs.ts";

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
      const making = ready.get(dir) ?? makeFolder(dir);
      ready.set(dir, making);
      making.catch(() => ready.delete(dir));
      return making;
    },
  };
}

/** Makes a folder and its parents, unless they are there, and flushes the parent of each new one. */
export async function makeFolder(dir: string): Promise<void> {
  const first = await mkdir(dir, { recursive: true, mode: 0o700 });
  if (first) for (const made of between(first, dir)) await flushFolder(path.dirname(made));
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

/** The codes of file systems without hard links, or with no more for this file. */
const noLinkCodes = ["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"];

/** The staged file stays beside the blob until `drop`, so that `forgetStaged` finds what a killed process left. */
export function stagedFile(
  { root, folder }: Disk,
  file: string,
  size: number,
  flushed: Promise<void> = Promise.resolve(),
): Staged {
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
