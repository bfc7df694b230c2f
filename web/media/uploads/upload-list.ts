import { useSyncExternalStore } from "react";
import type { MediaScope } from "../queries.ts";

/** How one file's upload stands. */
export type UploadState =
  | { readonly kind: "waiting" }
  /** It is being looked up whether its place has it already. */
  | { readonly kind: "checking" }
  /** `share` of the bytes are there, 0 to 1. */
  | { readonly kind: "sending"; readonly share: number }
  /** All bytes are there; the server is putting the photo in its place. */
  | { readonly kind: "saving" }
  /** Goes on by itself, for the reason that `sentence` gives. */
  | { readonly kind: "pausing"; readonly sentence: string; readonly share: number }
  | { readonly kind: "done"; readonly isDuplicate: boolean }
  | { readonly kind: "failed"; readonly sentence: string; readonly mayRetry: boolean };

export interface Upload {
  readonly id: string;
  readonly name: string;
  /** As the system calls it; empty when it does not know. */
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  readonly scope: MediaScope;
  readonly state: UploadState;
  /** Its bytes, in the tab that sends them. */
  readonly file?: Blob | undefined;
  /** Whether the browser keeps a copy that a closed tab does not take away; undefined while that is being tried. */
  readonly isKept?: boolean | undefined;
}

let list: readonly Upload[] = [];
const listeners = new Set<() => void>();

/** All uploads since the tray was last cleared, in the order they were chosen. They outlive the page that began them. */
export const uploads = {
  current: () => list,
  subscribe: (tell: () => void) => {
    listeners.add(tell);
    return () => void listeners.delete(tell);
  },
  change: (next: (list: readonly Upload[]) => readonly Upload[]) => {
    list = next(list);
    for (const tell of listeners) tell();
  },
};

const videoName = /\.(?:mp4|m4v|mov|qt|webm)$/i;

/** By what the system calls it; where that says nothing, by the name of the file. */
export const isVideo = ({ type, name }: Pick<Upload, "type" | "name">): boolean =>
  type === "" ? videoName.test(name) : type.startsWith("video/");

/** What needs somebody, before all that went well. */
export const failedFirst = (all: readonly Upload[]): readonly Upload[] =>
  all.toSorted((a, b) => Number(b.state.kind === "failed") - Number(a.state.kind === "failed"));

export const isOver = ({ state }: Upload): boolean => state.kind === "done" || state.kind === "failed";

/** All uploads, as they are now. */
export const useUploads = (): readonly Upload[] => useSyncExternalStore(uploads.subscribe, uploads.current);
