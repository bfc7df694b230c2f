import { useSyncExternalStore } from "react";
import { createStore } from "../../ui/store.ts";
import type { MediaScope } from "../queries.ts";
import type { LeftBehind, ZipPhoto } from "./zip/zip-photo.ts";

/** How one file's upload stands. */
export type UploadState =
  | { readonly kind: "waiting" }
  /** The server is asked whether the trip or squad has this file already. */
  | { readonly kind: "checking" }
  /** `share` of the bytes have arrived, 0 to 1. */
  | { readonly kind: "sending"; readonly share: number }
  /** All bytes have arrived; the server adds the photo to its trip or squad. */
  | { readonly kind: "saving" }
  /** Continues by itself; `sentence` says why it pauses. */
  | { readonly kind: "pausing"; readonly sentence: string; readonly share: number }
  | { readonly kind: "done"; readonly isDuplicate: boolean }
  | {
      readonly kind: "failed";
      readonly sentence: string;
      readonly mayRetry: boolean;
      /** The browser cannot read the file any more. */
      readonly isUnreadable?: true;
      /** Every other file for the same place would fail too. */
      readonly isForAll?: true;
    };

/** How far the bytes of a file got, so that another try or another page can continue. */
export interface ResumePoint {
  /** Where the bytes go. */
  readonly address?: string | undefined;
  /** All bytes are there. */
  readonly isSent?: boolean | undefined;
  /** How far the photos of zips are. The address is that of the next one. */
  readonly zipAt?: ZipProgress | undefined;
}

/** What goes of zips that were chosen together. The file of such an upload is the zips, one behind the other. */
export interface ZipPlan {
  /** The sizes of the zips in bytes. */
  readonly sizes: readonly number[];
  readonly photos: readonly ZipPhoto[];
  /** What somebody wrote below photos, by their numbers in `photos`. */
  readonly captions: Readonly<Record<number, string>>;
  /** What stays behind from the start. */
  readonly left: readonly LeftBehind[];
}

/** How far the photos of zips are. */
export interface ZipProgress {
  /** The number of the photo that goes next. */
  readonly next: number;
  /** The bytes of those before it. */
  readonly bytes: number;
  readonly added: { readonly photos: number; readonly videos: number };
  readonly duplicates: number;
  readonly left: readonly LeftBehind[];
}

/** Where the photos of zips begin. */
export const startOf = ({ left }: ZipPlan): ZipProgress => ({
  next: 0,
  bytes: 0,
  added: { photos: 0, videos: 0 },
  duplicates: 0,
  left,
});

export interface Upload extends ResumePoint {
  readonly id: string;
  /** Uploads are sorted by this: the time at which the file was chosen, in milliseconds. */
  readonly order: number;
  readonly name: string;
  /** The type that the system names; empty when it knows none. */
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  /** Set with the registration, so that the photo never stands without it. */
  readonly caption?: string | undefined;
  /** When it was taken, as a note beside it says. */
  readonly takenAtHint?: string | undefined;
  /** Whose photo it is, if not the sender's: somebody who is expected. */
  readonly personId?: string | undefined;
  readonly zip?: ZipPlan | undefined;
  readonly scope: MediaScope;
  readonly state: UploadState;
  /** The bytes, in a tab that has them. */
  readonly file?: Blob | undefined;
  /** Whether the browser has a copy that outlives the tab; undefined while the copy is written. */
  readonly isStored?: boolean | undefined;
}

/** All uploads of this person since the tray was last cleared, in the order they were chosen. */
export const uploads = createStore<readonly Upload[]>([]);

const videoName = /\.(?:mp4|m4v|mov|qt|webm)$/i;

/** Goes by the type that the system names, and without one by the name of the file. */
export const isVideo = ({ type, name }: Pick<Upload, "type" | "name">): boolean =>
  type === "" ? videoName.test(name) : type.startsWith("video/");

/** Uploads that failed for one reason. */
export interface FailedGroup {
  readonly sentence: string;
  readonly uploads: readonly Upload[];
}

/** Separates the failed uploads, by their reasons, from the others. */
export function groupFailed(all: readonly Upload[]): { failed: readonly FailedGroup[]; others: readonly Upload[] } {
  const groups = new Map<string, Upload[]>();
  const others: Upload[] = [];
  for (const upload of all) {
    const { state } = upload;
    if (state.kind !== "failed") others.push(upload);
    else groups.set(state.sentence, [...(groups.get(state.sentence) ?? []), upload]);
  }
  return { failed: [...groups].map(([sentence, uploads]) => ({ sentence, uploads })), others };
}

export const isOver = ({ state }: Pick<Upload, "state">): boolean => state.kind === "done" || state.kind === "failed";

export const useUploads = (): readonly Upload[] => useSyncExternalStore(uploads.subscribe, uploads.current);
