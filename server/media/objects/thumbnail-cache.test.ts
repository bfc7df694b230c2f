import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { BlobKey, Blobs, OpenBlob } from "../../platform/blobs/blobs.ts";
import { newId } from "../../platform/db/id.ts";
import { openThumbnailCache } from "./thumbnail-cache.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Blobs that count how often each one is opened. */
function countingBlobs(blob: (key: BlobKey) => OpenBlob | null) {
  const opened = new Map<BlobKey, number>();
  const open = async (key: BlobKey) => {
    opened.set(key, (opened.get(key) ?? 0) + 1);
    return blob(key);
  };
  return { blobs: { open } as unknown as Blobs, timesOpened: (key: BlobKey) => opened.get(key) ?? 0 };
}
const thumb = (): BlobKey => `${newId()}/thumb`;
const sized = (bytes: number) => () => ({ size: bytes, body: Buffer.alloc(bytes, 7) });

test("a thumbnail is read from the store once, while it is asked for every minute", async () => {
  const { blobs, timesOpened } = countingBlobs(sized(10));
  const read = openThumbnailCache(blobs);
  const key = thumb();
  expect(await read(key)).toEqual(Buffer.alloc(10, 7));
  vi.advanceTimersByTime(50_000);
  await read(key);
  vi.advanceTimersByTime(50_000);
  await read(key);
  expect(timesOpened(key)).toBe(1);
  vi.advanceTimersByTime(180_000);
  await read(key);
  expect(timesOpened(key)).toBe(2);
});

test("the thumbnail that was unused for longest makes room", async () => {
  const { blobs, timesOpened } = countingBlobs(sized(1024 * 1024));
  const read = openThumbnailCache(blobs);
  const keys = Array.from({ length: 17 }, thumb);
  for (const key of keys.slice(0, 16)) await read(key);
  await read(keys[0]!);
  await read(keys[16]!);
  await read(keys[0]!);
  expect(timesOpened(keys[0]!)).toBe(1);
  await read(keys[1]!);
  expect(timesOpened(keys[1]!)).toBe(2);
});

test("a missing or large blob is not kept", async () => {
  const body = Readable.from([Buffer.alloc(10)]);
  const large = thumb();
  const { blobs, timesOpened } = countingBlobs((key) => (key === large ? { size: 10, body } : null));
  const read = openThumbnailCache(blobs);
  const missing = thumb();
  for (let times = 1; times <= 2; times++) {
    expect(await read(missing)).toBeNull();
    expect(timesOpened(missing)).toBe(times);
  }
  expect(await read(large)).toBeNull();
  expect(body.destroyed).toBe(true);
});

test("requests for the same thumbnail at once share one read", async () => {
  const { blobs, timesOpened } = countingBlobs(sized(10));
  const read = openThumbnailCache(blobs);
  const key = thumb();
  const all = await Promise.all(Array.from({ length: 50 }, () => read(key)));
  expect(all).toEqual(Array.from({ length: 50 }, () => Buffer.alloc(10, 7)));
  expect(timesOpened(key)).toBe(1);
});

test("a failed read reaches all who wait for it, and the next request tries again", async () => {
  let isAway = true;
  const { blobs } = countingBlobs(() => {
    if (isAway) throw new Error("The store is away");
    return sized(10)();
  });
  const read = openThumbnailCache(blobs);
  const key = thumb();
  const failed = await Promise.allSettled([read(key), read(key)]);
  expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  isAway = false;
  expect(await read(key)).toEqual(Buffer.alloc(10, 7));
});

test("a thumbnail that expires while it is read again is still sent", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let opened = 0;
  const open = async () => {
    if (++opened === 2) await promise;
    return sized(10)();
  };
  const read = openThumbnailCache({ open });
  const key = thumb();
  await read(key);
  // The clock is past the minute, and the timer that forgets the thumbnail runs late.
  vi.setSystemTime(Date.now() + 61_000);
  const again = read(key);
  await vi.advanceTimersByTimeAsync(61_000);
  resolve();
  expect(await again).toEqual(Buffer.alloc(10, 7));
});
