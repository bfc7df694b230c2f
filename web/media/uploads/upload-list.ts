import { useSyncExternalStore } from "react";
import { createStore } from "../../ui/store.ts";
import type { MediaScope } from "../queries.ts";

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
    };

/** How far the bytes of a file got, so that another try or another page can continue. */
export interface ResumePoint {
  /** Where the bytes go. */
  readonly address?: string | undefined;
  /** All bytes are there. */
  readonly isSent?: boolean | undefined;
}

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
