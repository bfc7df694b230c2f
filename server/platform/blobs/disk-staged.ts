import { link, rename } from "node:fs/promises";
import path from "node:path";
import type { Staged } from "./blobs.ts";
import { type Disk, flushFolder, isCode, pathOf, remove } from "./disk-files.ts";

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
