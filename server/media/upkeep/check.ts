import type { BlobKey, Blobs } from "../../platform/blobs/blobs.ts";
import type { Queue } from "../../platform/jobs/jobs.ts";
import type { Played } from "../renditions/playable.ts";
import { playQueue } from "../renditions/play-jobs.ts";
import { type Picture, type PictureTask, pictureQueue } from "../renditions/rendition-jobs.ts";
import { largerRenditions, renditionParts } from "../renditions/renditions.ts";

/** A photo or video as the database has it. */
export interface CheckedMedia extends Picture {
  readonly fileSize: number;
  readonly state: "processing" | "ready" | "failed";
  readonly playback: "processing" | "ready" | "failed" | Exclude<Played["playback"], "ready"> | null;
  /** It is the film of a Live Photo: nothing is made of it for itself. */
  readonly isPart: boolean;
}

export interface CheckStore {
  /** Those of these ids that a photo or an upload has, or that wait to be removed. */
  knownOf(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** In the order of their ids, after this one. */
  mediaAfter(id: string, limit: number): Promise<CheckedMedia[]>;
  markFailed(id: string): Promise<void>;
  /** Its film is to be made again. */
  markUnplayed(id: string): Promise<void>;
}

/**
 * `stray`: a file of nothing. `lost`: a photo without its original. `changed`: an original of another length than the one that came.
 * `undrawn`: a picture is missing. `unplayed`: a film is missing.
 */
export interface Finding {
  readonly kind: "stray" | "lost" | "changed" | "undrawn" | "unplayed";
  readonly key: BlobKey;
}

export interface CheckParts {
  readonly blobs: Blobs;
  readonly store: CheckStore;
  /** Whether this machine can make every film: then those that it once could not are missing. */
  readonly hasFfmpeg: boolean;
  /** Sends a job: given only when what is found is to be repaired. */
  readonly send?: (queue: Queue<PictureTask>, task: PictureTask) => Promise<void>;
}

const batchSize = 500;
/** What is younger may just be coming into being. */
const settledMs = 24 * 3600 * 1000;
const firstId = "00000000-0000-0000-0000-000000000000";

/**
 * Holds all files against all rows, and tells what does not agree. With `send` it repairs: strays are removed, missing pictures and
 * films are made again; an original that is gone nobody can bring back, and its photo says so.
 */
export async function* check(parts: CheckParts, now: Date): AsyncGenerator<Finding> {
  yield* filesWithoutRows(parts, now);
  yield* rowsWithoutFiles(parts, now);
}

/** More originals of nothing than this, and more than one in ten: that is rather the wrong database than a mess. */
const fewStrays = 10;

/** Rejects with one sentence where repairing would remove a good part of the originals. Removes nothing. */
export async function demandFewStrays({ blobs, store }: CheckParts, now: Date): Promise<void> {
  let [strays, all] = [0, 0];
  for await (const keys of batchesOf(originalsOf(blobs.list()))) {
    all += keys.length;
    strays += (await straysOf(store, keys, now)).length;
  }
  if (strays > fewStrays && strays > all / 10)
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
  if (media.isPart) {
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
    await send?.(pictureQueue(media.fileType), { id });
    yield { kind: "undrawn", key: `${id}/${part}` };
    break;
  }
  const wasUnavailable = playback === "unavailable";
  const hasFilm = playback === "ready" || playback === "processing" || (wasUnavailable && hasFfmpeg);
  if (hasFilm && (await blobs.sizeOf(`${id}/video`)) === null) {
    if (send) await store.markUnplayed(id);
    await send?.(playQueue, { id });
    // Its picture was only a ground.
    if (wasUnavailable) await send?.(pictureQueue(media.fileType), { id });
    yield { kind: "unplayed", key: `${id}/video` };
  }
}

const idOf = (key: BlobKey) => key.slice(0, 36);

/** An id of version 7 begins with the time it was made. Others are of things that stay. */
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
