import type { MediaScope } from "./queries.ts";

/** How one file's upload stands. */
export type UploadState =
  | { readonly kind: "waiting" }
  /** `share` of the bytes are there, 0 to 1. */
  | { readonly kind: "sending"; readonly share: number }
  /** All bytes are there; the server is putting the photo in its place. */
  | { readonly kind: "saving" }
  /** Goes on by itself, for the reason that `sentence` gives. */
  | { readonly kind: "pausing"; readonly sentence: string }
  | { readonly kind: "done"; readonly isDuplicate: boolean }
  | { readonly kind: "failed"; readonly sentence: string; readonly mayRetry: boolean };

export interface Upload {
  readonly id: number;
  readonly file: File;
  readonly scope: MediaScope;
  readonly state: UploadState;
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

export const isOver = ({ state }: Upload): boolean => state.kind === "done" || state.kind === "failed";
