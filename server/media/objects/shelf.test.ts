import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { BlobKey, Blobs, OpenBlob } from "../../platform/blobs/blobs.ts";
import { newId } from "../../platform/db/id.ts";
import { openShelf } from "./shelf.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Blobs that count how often each is opened. */
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

test("a picture that was just looked at is not read again, for a minute", async () => {
  const { blobs, timesOpened } = countingBlobs(sized(10));
  const shelf = openShelf(blobs);
  const key = thumb();
  expect(await shelf(key)).toEqual(Buffer.alloc(10, 7));
  vi.advanceTimersByTime(50_000);
  await shelf(key);
  vi.advanceTimersByTime(50_000);
  await shelf(key);
  expect(timesOpened(key)).toBe(1);
  vi.advanceTimersByTime(180_000);
  await shelf(key);
  expect(timesOpened(key)).toBe(2);
});

test("what was not looked at for longest makes room", async () => {
  const { blobs, timesOpened } = countingBlobs(sized(1024 * 1024));
  const shelf = openShelf(blobs);
  const keys = Array.from({ length: 17 }, thumb);
  for (const key of keys.slice(0, 16)) await shelf(key);
  await shelf(keys[0]!);
  await shelf(keys[16]!);
  await shelf(keys[0]!);
  expect(timesOpened(keys[0]!)).toBe(1);
  await shelf(keys[1]!);
  expect(timesOpened(keys[1]!)).toBe(2);
});

test("what is missing or large is not kept", async () => {
  const body = Readable.from([Buffer.alloc(10)]);
  const large = thumb();
  const { blobs, timesOpened } = countingBlobs((key) => (key === large ? { size: 10, body } : null));
  const shelf = openShelf(blobs);
  const missing = thumb();
  for (let times = 1; times <= 2; times++) {
    expect(await shelf(missing)).toBeNull();
    expect(timesOpened(missing)).toBe(times);
  }
  expect(await shelf(large)).toBeNull();
  expect(body.destroyed).toBe(true);
});
