import { LRUCache } from "lru-cache";
import type { BlobKey, Blobs } from "../../platform/blobs/blobs.ts";

/** Enough for the galleries that a few groups look at in the same minute. */
const maxBytes = 16 * 1024 * 1024;
const lifeMs = 60_000;

/** Returns the bytes of a small blob; null when there is none, or when it is too large to be read whole. */
export type ReadThumbnail = (key: BlobKey) => Promise<Buffer | null>;

/**
 * Keeps recently served thumbnails in memory for a minute. Requests for the same thumbnail at once share one read. The caller has checked
 * access. The bytes of a key never change, so nothing here is out of date.
 */
export function openThumbnailCache(blobs: Pick<Blobs, "open">): ReadThumbnail {
  const cache = new LRUCache<BlobKey, Buffer>({
    maxSize: maxBytes,
    sizeCalculation: (bytes) => Math.max(bytes.length, 1),
    ttl: lifeMs,
    ttlAutopurge: true,
    updateAgeOnGet: true,
    perf: Date,
    // A thumbnail that expires or makes room while it is read is still sent.
    ignoreFetchAbort: true,
    // The cache does not keep `undefined`.
    fetchMethod: async (key) => (await readWhole(blobs, key)) ?? undefined,
  });
  return async (key) => (await cache.fetch(key)) ?? null;
}

async function readWhole(blobs: Pick<Blobs, "open">, key: BlobKey): Promise<Buffer | null> {
  const blob = await blobs.open(key);
  if (!blob) return null;
  if (Buffer.isBuffer(blob.body)) return blob.body;
  blob.body.destroy();
  return null;
}
