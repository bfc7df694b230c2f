import { open as openFile, stat } from "node:fs/promises";
import type { Blobs } from "./blobs.ts";
import { type Disk, orNull, pathOf } from "./disk-files.ts";

/** Blobs up to this size are read at once, which is cheaper than a stream. */
const smallBytes = 256 * 1024;

/** Reads blobs. */
export function diskReads({ root }: Disk): Pick<Blobs, "open" | "sizeOf" | "withFile"> {
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
