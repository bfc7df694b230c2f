import { constants, open as openFile, stat } from "node:fs/promises";
import path from "node:path";
import { type Blobs, WrongOffset, checkId } from "./blobs.ts";
import { type Disk, flushFolder, orNull, remove } from "./disk-files.ts";
import { stagedFile } from "./disk-staged.ts";
import { writeToFile } from "./write-to-file.ts";

/** Writes uploads that come in pieces, each to one file that grows. */
export function diskPieces(disk: Disk): Pick<Blobs, "append" | "arrivedOf" | "stagedFor" | "forget"> {
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
