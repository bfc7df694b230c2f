import { buffer } from "node:stream/consumers";
import type { PictureParts } from "./object-routes.ts";
import { serveImage } from "./objects.ts";

/** Reads a picture that anyone may look at, at medium size; null for any other, and while it cannot be made. */
export type ReadOpenPicture = (id: string) => Promise<Buffer | null>;

/** A larger one is an animation. */
const maxBytes = 4 * 1024 * 1024;

export const readOpenPictureWith =
  (parts: PictureParts): ReadOpenPicture =>
  async (id) => {
    const image = await parts.store.findImage(null, id, null);
    if (!image?.isOpenToAll) return null;
    const served = await serveImage(parts, image, "medium").catch(() => null);
    if (!served || served.isStopgap || served.size > maxBytes) return null;
    if (served.bytes) return served.bytes;
    const blob = await parts.blobs.open(served.key);
    return blob && (Buffer.isBuffer(blob.body) ? blob.body : buffer(blob.body));
  };
