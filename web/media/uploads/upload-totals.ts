import { plural } from "#contract/locale.ts";
import { photosAndVideos } from "../words.ts";
import { type Upload, isOver, isVideo, startOf } from "./upload-list.ts";

export interface UploadTotals {
  readonly files: number;
  readonly done: number;
  readonly failed: number;
  readonly duplicates: number;
  /** Files that have arrived and are no duplicates. */
  readonly added: { readonly photos: number; readonly videos: number };
  /** The share of bytes that have arrived, 0 to 1. Failed uploads count as arrived. */
  readonly share: number;
  readonly isOver: boolean;
  /** No upload moves now; they continue by themselves. */
  readonly isPausing: boolean;
  /** Closing the page would lose an upload. */
  readonly needsPage: boolean;
}

/** Adds up a list of uploads. */
export function totalsOf(list: readonly Upload[]): UploadTotals {
  const counts = list.map(countsOf);
  const sum = (of: (counts: Counts) => number) => counts.reduce((total, one) => total + of(one), 0);
  const bytes = list.reduce((total, { size }) => total + size, 0);
  const sent = list.reduce((total, upload) => total + upload.size * shareOf(upload), 0);
  return {
    files: sum(({ files }) => files),
    done: sum(({ done }) => done),
    failed: sum(({ failed }) => failed),
    duplicates: sum(({ duplicates }) => duplicates),
    added: { photos: sum(({ photos }) => photos), videos: sum(({ videos }) => videos) },
    share: bytes === 0 ? 1 : sent / bytes,
    isOver: list.every(isOver),
    isPausing:
      list.some(({ state }) => state.kind === "pausing") &&
      list.every((upload) => isOver(upload) || upload.state.kind === "pausing" || upload.state.kind === "waiting"),
    needsPage: list.some((upload) => !isOver(upload) && upload.isStored === false),
  };
}

/** What one upload brings: a file, or the photos of zips. */
interface Counts {
  readonly files: number;
  readonly done: number;
  readonly failed: number;
  readonly duplicates: number;
  readonly photos: number;
  readonly videos: number;
}

export function countsOf(upload: Upload): Counts {
  const { state, zip } = upload;
  const isFailed = state.kind === "failed";
  if (!zip) {
    const isAdded = state.kind === "done" && !state.isDuplicate;
    const isFilm = isVideo(upload);
    return {
      files: 1,
      done: Number(state.kind === "done"),
      failed: Number(isFailed),
      duplicates: Number(state.kind === "done" && state.isDuplicate),
      photos: Number(isAdded && !isFilm),
      videos: Number(isAdded && isFilm),
    };
  }
  const { next, added, duplicates, left } = upload.zipAt ?? startOf(zip);
  const files = zip.photos.length + zip.left.length;
  const done = next - (left.length - zip.left.length);
  return { files, done, failed: isFailed ? files - done : left.length, duplicates, ...added };
}

function shareOf({ state, size, zip, zipAt }: Upload): number {
  if (state.kind === "sending" || state.kind === "pausing") return state.share;
  if (zip && state.kind !== "done" && state.kind !== "failed") return size === 0 ? 0 : (zipAt?.bytes ?? 0) / size;
  return state.kind === "waiting" || state.kind === "checking" ? 0 : 1;
}

/** Describes the totals in a few words. */
export function summaryOf({ files, done, failed, duplicates, added, isOver, isPausing }: UploadTotals): string {
  const failures = failed > 0 && `${failed} did not make it`;
  if (!isOver) {
    const at = `${Math.min(files, done + failed + 1)} of ${files}`;
    const under = isPausing ? `Paused at ${at}, goes on by itself` : `Uploading ${at}`;
    return [under, failures].filter(Boolean).join(" · ");
  }
  const { photos, videos } = added;
  const arrived = photosAndVideos(photos, videos);
  const parts = [
    photos + videos > 0 && plural(photos + videos, { one: `${arrived} is in`, other: `${arrived} are in` }),
    duplicates > 0 && `${duplicates} already here`,
    failures,
  ];
  return parts.filter(Boolean).join(" · ");
}
