import { plural } from "#contract/locale.ts";
import { photosAndVideos } from "../words.ts";
import { type Upload, isOver, isVideo } from "./upload-list.ts";

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
  const count = (fits: (upload: Upload) => boolean) => list.filter(fits).length;
  const done = count(({ state }) => state.kind === "done");
  const failed = count(({ state }) => state.kind === "failed");
  const added = list.filter(({ state }) => state.kind === "done" && !state.isDuplicate);
  const videos = added.filter(isVideo).length;
  const bytes = list.reduce((sum, { size }) => sum + size, 0);
  const sent = list.reduce((sum, upload) => sum + upload.size * shareOf(upload), 0);
  return {
    files: list.length,
    done,
    failed,
    duplicates: count(({ state }) => state.kind === "done" && state.isDuplicate),
    added: { photos: added.length - videos, videos },
    share: bytes === 0 ? 1 : sent / bytes,
    isOver: done + failed === list.length,
    isPausing:
      list.some(({ state }) => state.kind === "pausing") &&
      list.every((upload) => isOver(upload) || upload.state.kind === "pausing" || upload.state.kind === "waiting"),
    needsPage: list.some((upload) => !isOver(upload) && upload.isStored === false),
  };
}

function shareOf({ state }: Upload): number {
  if (state.kind === "sending" || state.kind === "pausing") return state.share;
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
