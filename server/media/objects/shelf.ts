import type { BlobKey, Blobs } from "../../platform/blobs/blobs.ts";

/** Enough for the galleries that a few groups look at in the same minute. */
const mostBytes = 16 * 1024 * 1024;
const lifeMs = 60_000;

/** Gives the bytes of a small blob; null when there is none, or when it is too large to be given whole. */
export type Shelf = (key: BlobKey) => Promise<Buffer | null>;

/**
 * Small pictures that were just looked at, at hand for the others who are told of the same photo in the same second. Whoever asks
 * has been let in before; a key's bytes never change, so nothing here can be out of date.
 */
export function openShelf(blobs: Blobs): Shelf {
  const shelf = new Map<BlobKey, { readonly bytes: Buffer; until: number }>();
  let held = 0;
  let clearing: NodeJS.Timeout | undefined;

  const drop = (key: BlobKey) => {
    held -= shelf.get(key)?.bytes.length ?? 0;
    shelf.delete(key);
  };
  /** The oldest stand first. */
  const dropWhile = (tooMuch: (until: number) => boolean) => {
    for (const [key, { until }] of shelf) {
      if (!tooMuch(until)) return;
      drop(key);
    }
  };
  const clear = () => {
    dropWhile((until) => until < Date.now());
    if (shelf.size > 0) return;
    clearInterval(clearing);
    clearing = undefined;
  };

  return async (key) => {
    const known = shelf.get(key)?.bytes;
    const bytes = known ?? (await whole(blobs, key));
    if (!bytes) return null;
    drop(key);
    shelf.set(key, { bytes, until: Date.now() + lifeMs });
    held += bytes.length;
    dropWhile(() => held > mostBytes);
    clearing ??= setInterval(clear, lifeMs).unref();
    return bytes;
  };
}

async function whole(blobs: Blobs, key: BlobKey): Promise<Buffer | null> {
  const blob = await blobs.open(key);
  if (!blob) return null;
  if (Buffer.isBuffer(blob.body)) return blob.body;
  blob.body.destroy();
  return null;
}
