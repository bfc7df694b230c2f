import { statfs } from "node:fs/promises";
import type { Blobs } from "./blobs.ts";

/**
 * The same store, but it takes no new file while the disk of `folder` has less than `minFreeBytes` left: it rejects like a full disk. The
 * database may lie on that disk, and it needs room for everything else. A bucket has the same rule: the server inspects a local copy of
 * each file, also of one that a browser sends straight into the bucket.
 */
export function keepFree(blobs: Blobs, folder: string, minFreeBytes: number): Blobs {
  if (minFreeBytes === 0) return blobs;
  const demandRoom = async () => {
    if (await hasLessThan(folder, minFreeBytes))
      throw Object.assign(new Error(`Less than ${minFreeBytes} bytes are free in ${folder}`), { code: "ENOSPC" });
  };
  return {
    ...blobs,
    async stage(...upload) {
      await demandRoom();
      return blobs.stage(...upload);
    },
    async append(...piece) {
      await demandRoom();
      return blobs.append(...piece);
    },
    direct: blobs.direct && {
      ...blobs.direct,
      async addressFor(...upload) {
        await demandRoom();
        return blobs.direct!.addressFor(...upload);
      },
      async staged(...upload) {
        await demandRoom();
        return blobs.direct!.staged(...upload);
      },
    },
  };
}

/** Whether the disk of `folder` has less than this many bytes left. */
export async function hasLessThan(folder: string, bytes: number): Promise<boolean> {
  if (bytes === 0) return false;
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < bytes;
}
