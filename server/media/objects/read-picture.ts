import { buffer } from "node:stream/consumers";
import type { ScreenRights } from "./object-store.ts";
import type { PictureParts } from "./object-routes.ts";
import { type StoredImage, serveImage } from "./objects.ts";

/** Reads a picture that anyone may look at, at medium size; null for any other, and while it cannot be made. */
export type ReadOpenPicture = (id: string) => Promise<Buffer | null>;

/**
 * Reads a picture that a page of a trip shows to a person: a photo of its gallery or somebody's present face. Null for any other, and while
 * it cannot be made.
 */
export type ReadPictureOfTrip = (viewer: ScreenRights, id: string, size: "thumb" | "medium") => Promise<Buffer | null>;

/** A larger one is an animation. */
const maxBytes = 4 * 1024 * 1024;

export const readOpenPictureWith =
  (parts: PictureParts): ReadOpenPicture =>
  async (id) => {
    const image = await parts.store.findImage(null, id, null);
    return image?.isOpenToAll ? readWhole(parts, image, "medium") : null;
  };

export const readPictureOfTripWith =
  (parts: PictureParts): ReadPictureOfTrip =>
  async (viewer, id, size) => {
    const image = await parts.store.findForScreen(viewer, id);
    return image && readWhole(parts, image, size);
  };

async function readWhole(parts: PictureParts, image: StoredImage, size: "thumb" | "medium"): Promise<Buffer | null> {
  const served = await serveImage(parts, image, size).catch(() => null);
  if (!served || served.isStopgap || served.size > maxBytes) return null;
  if (served.bytes) return served.bytes;
  const blob = await parts.blobs.open(served.key);
  return blob && (Buffer.isBuffer(blob.body) ? blob.body : buffer(blob.body));
}
