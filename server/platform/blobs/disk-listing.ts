import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { type BlobKey, type Blobs, markKey } from "./blobs.ts";
import { type Disk, orNull, pathOf, remove } from "./disk-files.ts";

/** Goes through all files. */
export function diskListing({ root, incoming }: Disk): Pick<Blobs, "list" | "forgetStaged"> {
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
