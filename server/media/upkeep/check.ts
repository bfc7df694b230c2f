import type { BlobKey, Blobs } from "../../platform/blobs/blobs.ts";
import type { Queue } from "../../platform/jobs/jobs.ts";
import type { PlaybackResult } from "../renditions/playback-version.ts";
import { playbackQueueOf, playbackTask } from "../renditions/playback-jobs.ts";
import { type Picture, type PictureTask, pictureQueue } from "../renditions/rendition-jobs.ts";
import { largerRenditions, renditionParts } from "../renditions/renditions.ts";
import { firstId } from "../../platform/db/id.ts";

/** A photo or video as its row describes it. */
interface CheckedMedia extends Picture {
  readonly fileSize: number;
  readonly durationMs: number | null;
  readonly state: "processing" | "ready" | "failed";
  readonly playback: "processing" | "ready" | "failed" | Exclude<PlaybackResult["playback"], "ready"> | null;
  /** It is the clip of a Live Photo, which has no renditions of its own. */
  readonly isClip: boolean;
}

export interface CheckStore {
  /** Which of these ids belong to a photo, an upload, a receipt or the picture of a link, or wait for the clean-up. */
  knownOf(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** The rows after this id, in the order of ids. */
  mediaAfter(id: string, limit: number): Promise<CheckedMedia[]>;
  /** The receipts of costs after this id, in the order of ids. */
  receiptsAfter(id: string, limit: number): Promise<Pick<CheckedMedia, "id" | "fileSize">[]>;
  markFailed(id: string): Promise<void>;
  /** Marks its playback version as in the making. */
  markPlaybackMissing(id: string): Promise<void>;
}

/**
 * `stray`: a file without a row. `lost`: a photo or receipt without its original. `changed`: an original whose length differs from its row.
 * `unrendered`: a missing rendition. `untranscoded`: a missing playback version.
 */
export interface Finding {
  readonly kind: "stray" | "lost" | "changed" | "unrendered" | "untranscoded";
  readonly key: BlobKey;
}

export interface CheckParts {
  readonly blobs: Blobs;
  readonly store: CheckStore;
  /** Whether this machine can transcode. Then playback versions that were once `unavailable` count as missing. */
  readonly hasFfmpeg: boolean;
  /** Sends a job. Given only for a repair. */
  readonly send?: (queue: Queue<PictureTask>, task: PictureTask) => Promise<void>;
}

const batchSize = 500;
/** Younger ids are skipped: their files may still be in the making. */
const settledMs = 24 * 3600 * 1000;

/**
 * Compares all files with all rows, and yields the differences. With `send` it repairs them: it removes strays, has missing renditions and
 * playback versions made again, and marks a photo without its original as failed.
 */
export async function* check(parts: CheckParts, now: Date): AsyncGenerator<Finding> {
  yield* filesWithoutRows(parts, now);
  yield* rowsWithoutFiles(parts, now);
  yield* receiptsWithoutFiles(parts, now);
}

/** More stray originals than this, and more than a tenth of all, probably mean the wrong database. */
const maxStrays = 10;

/** Rejects when a repair would remove more than a tenth of the originals. Removes nothing. */
export async function demandFewStrays({ blobs, store }: CheckParts, now: Date): Promise<void> {
  let [strays, all] = [0, 0];
  for await (const keys of batchesOf(originalsOf(blobs.list()))) {
    all += keys.length;
    strays += (await straysOf(store, keys, now)).length;
  }
  if (strays > maxStrays && strays > all / 10)
    throw new Error(
      `${strays} of ${all} originals belong to no photo of this database: nothing was repaired. ` +
        "Is it the right one, and complete? If they are to go for good: --repair --remove-many",
    );
}

async function* filesWithoutRows({ blobs, store, send }: CheckParts, now: Date): AsyncGenerator<Finding> {
  for await (const keys of batchesOf(blobs.list())) {
    for (const key of await straysOf(store, keys, now)) {
      if (send) await blobs.remove(key);
      yield { kind: "stray", key };
    }
  }
}

async function straysOf(store: CheckStore, keys: readonly BlobKey[], now: Date): Promise<readonly BlobKey[]> {
  const known = await store.knownOf([...new Set(keys.map(idOf))]);
  return keys.filter((key) => !known.has(idOf(key)) && isSettled(idOf(key), now));
}

async function* originalsOf(keys: AsyncIterable<BlobKey>): AsyncGenerator<BlobKey> {
  for await (const key of keys) if (key.endsWith("/original")) yield key;
}

async function* rowsWithoutFiles(parts: CheckParts, now: Date): AsyncGenerator<Finding> {
  for (let after = firstId; ;) {
    const page = await parts.store.mediaAfter(after, batchSize);
    for (const media of page) if (isSettled(media.id, now)) yield* faultsOf(parts, media);
    if (page.length < batchSize) return;
    after = page.at(-1)!.id;
  }
}

/** Nothing can be made anew of a receipt, so a repair leaves it. */
async function* receiptsWithoutFiles({ blobs, store }: CheckParts, now: Date): AsyncGenerator<Finding> {
  for (let after = firstId; ;) {
    const page = await store.receiptsAfter(after, batchSize);
    for (const { id, fileSize } of page) {
      const key: BlobKey = `${id}/original`;
      const size = isSettled(id, now) ? await blobs.sizeOf(key) : fileSize;
      if (size !== fileSize) yield { kind: size === null ? "lost" : "changed", key };
    }
    if (page.length < batchSize) return;
    after = page.at(-1)!.id;
  }
}

async function* faultsOf({ blobs, store, hasFfmpeg, send }: CheckParts, media: CheckedMedia): AsyncGenerator<Finding> {
  const { id, state, playback } = media;
  const original: BlobKey = `${id}/original`;
  const size = await blobs.sizeOf(original);
  if (size === null) {
    if (send && (await blobs.sizeOf(`${id}/thumb`)) === null) await store.markFailed(id);
    yield { kind: "lost", key: original };
    return;
  }
  if (size !== media.fileSize) {
    yield { kind: "changed", key: original };
    return;
  }
  if (media.isClip) {
    for (const part of renditionParts) {
      if ((await blobs.sizeOf(`${id}/${part}`)) === null) continue;
      if (send) await blobs.remove(`${id}/${part}`);
      yield { kind: "stray", key: `${id}/${part}` };
    }
    return;
  }
  const pictures = state === "failed" ? [] : (["thumb", ...largerRenditions(media)] as const);
  for (const part of pictures) {
    if ((await blobs.sizeOf(`${id}/${part}`)) !== null) continue;
    await send?.(pictureQueue(media), { id });
    yield { kind: "unrendered", key: `${id}/${part}` };
    break;
  }
  const wasUnavailable = playback === "unavailable";
  const shouldPlay = playback === "ready" || playback === "processing" || (wasUnavailable && hasFfmpeg);
  if (shouldPlay && (await blobs.sizeOf(`${id}/video`)) === null) {
    if (send) await store.markPlaybackMissing(id);
    const task = playbackTask(id, null, { durationMs: media.durationMs, bytes: media.fileSize });
    await send?.(playbackQueueOf(task), task);
    // Its thumbnail was only a plain background.
    if (wasUnavailable) await send?.(pictureQueue(media), { id });
    yield { kind: "untranscoded", key: `${id}/video` };
  }
}

const idOf = (key: BlobKey) => key.slice(0, 36);

/** A UUID of version 7 begins with its creation time. Other ids are never checked. */
const isSettled = (id: string, now: Date) =>
  id[14] === "7" && Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) < now.getTime() - settledMs;

async function* batchesOf(keys: AsyncIterable<BlobKey>): AsyncGenerator<BlobKey[]> {
  let batch: BlobKey[] = [];
  for await (const key of keys) {
    batch.push(key);
    if (batch.length < batchSize) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
