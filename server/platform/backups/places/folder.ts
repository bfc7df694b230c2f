// Written by hand because no library promises to flush the file, rename it and flush the folder.
import { access, constants, mkdir, open as openFile, readdir, rmdir, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { flushFolder, isCode, makeFolder, orNull, remove } from "../../blobs/disk-files.ts";
import { type DiskOptions, writeWhole } from "../../blobs/disk-writes.ts";
import { dayMs } from "../../durations.ts";
import { checkName, isName } from "./names.ts";
import type { Place, PlacedFile } from "./place.ts";

/**
 * Keeps backups as files in `root`, which this process's account alone can read. Bytes first go to a temporary name in `.incoming/`. It
 * makes `root`, but not the folders above it: if they are missing, a disk is not mounted.
 */
export function folderPlace(root: string, options: DiskOptions = {}): Place {
  const incoming = path.join(root, ".incoming");
  const fileOf = (name: string) => path.join(root, checkName(name));
  return {
    title: `the folder ${root}`,
    async put(name, source) {
      // It may fail before anybody reads it.
      source.on("error", () => {});
      try {
        const file = fileOf(name);
        await makeRoot(root);
        await writeWhole({ incoming, folder: makeFolder }, file, source, options);
      } finally {
        source.destroy();
      }
    },
    async get(name) {
      const handle = await readable(root, openFile(fileOf(name), "r"));
      return handle && handle.createReadStream();
    },
    list: (prefix) => filesBelow(root, prefix, ""),
    async remove(name) {
      const file = fileOf(name);
      await remove(file);
      await removeEmpty(path.dirname(file), root);
    },
    async answers() {
      await makeRoot(root);
      try {
        // The dot makes this fail if a file has replaced the folder.
        await access(`${root}/.`, constants.R_OK | constants.W_OK | constants.X_OK);
        await removeOld(incoming, Date.now() - dayMs);
      } catch (error) {
        throw unusable(root, error);
      }
    },
  };
}

async function makeRoot(root: string): Promise<void> {
  try {
    await mkdir(root, { mode: 0o700 });
    await flushFolder(path.dirname(root));
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw unusable(root, error);
  }
}

function unusable(root: string, error: unknown): Error {
  const why = isCode(error, "ENOENT")
    ? `${path.dirname(root)} is missing: mount its disk, or make that folder`
    : `let the server's account read and write it (${error instanceof Error ? error.message : String(error)})`;
  return new Error(`The folder ${root} cannot keep backups: ${why}.`, { cause: error });
}

/** Resolves to null if the file or folder is missing. Rejects with one sentence if this account may not read it. */
async function readable<T>(root: string, reading: Promise<T>): Promise<T | null> {
  return orNull(reading).catch((cause: unknown) => {
    if (!isCode(cause, "EACCES")) throw cause;
    const sentence = `The folder ${root} has files that this account cannot read, because another one made them.`;
    throw new Error(`${sentence} Give them to this one: sudo chown -R ${os.userInfo().username} ${root}`, { cause });
  });
}

/** Leaves out files that vanish meanwhile, and all that are not ours, such as `lost+found`. */
async function* filesBelow(root: string, prefix: string, folder: string): AsyncGenerator<PlacedFile> {
  for (const entry of (await readable(root, readdir(path.join(root, folder), { withFileTypes: true }))) ?? []) {
    const name = folder + entry.name;
    if (!isName(name)) continue;
    const inside = `${name}/`;
    if (entry.isDirectory() && (inside.startsWith(prefix) || prefix.startsWith(inside)))
      yield* filesBelow(root, prefix, inside);
    if (!entry.isFile() || !name.startsWith(prefix)) continue;
    const found = await orNull(stat(path.join(root, name)));
    if (found) yield { name, bytes: found.size };
  }
}

/** Removes this folder, and those between it and `root`, as long as they are empty. */
async function removeEmpty(folder: string, root: string): Promise<void> {
  for (let dir = folder; dir !== path.resolve(root); dir = path.dirname(dir)) {
    const isRemoved = await rmdir(dir).then(
      () => true,
      () => false,
    );
    if (!isRemoved) return;
  }
}

/** Removes what killed processes left. */
async function removeOld(incoming: string, beforeMs: number): Promise<void> {
  for (const name of (await orNull(readdir(incoming))) ?? []) {
    const file = path.join(incoming, name);
    const found = await orNull(stat(file));
    if (found && found.mtimeMs < beforeMs) await remove(file);
  }
}
