import { retryDelay } from "../../core/retry-delay.ts";
import { unreadable } from "./put-bytes.ts";
import { findStoredFile } from "./stored-uploads.ts";
import type { Upload, UploadState } from "./upload-list.ts";
import { pause } from "./upload-ports.ts";

/** What the sending of one upload needs of its tab. */
export interface Sending {
  readonly signal: AbortSignal;
  readonly tell: (state: UploadState) => void;
  /** Sends these bytes until they have arrived or the upload has failed; rejects with the reason of `signal`. */
  readonly send: (file: Blob, tell: (state: UploadState) => void) => Promise<void>;
  /** Resolves when the copy is written, or cannot be; answers whether there is one. */
  readonly hasCopy: () => Promise<boolean>;
  /** The upload continues from its copy. */
  readonly useCopy: (copy: Blob) => void;
}

/** Sends the chosen file, or its copy: after a reload, and when the file was moved or deleted meanwhile. */
export async function sendUpload({ id, file }: Upload, sending: Sending): Promise<void> {
  const { send, tell } = sending;
  if (file) {
    let isLost = false;
    await send(file, (state) => (isGone(state) ? (isLost = true) : tell(state)));
    if (!isLost) return;
  }
  const copy = (await sending.hasCopy()) ? await readCopy(id, sending) : undefined;
  if (!copy) return tell({ kind: "failed", sentence: unreadable().message, mayRetry: false, isUnreadable: true });
  sending.useCopy(copy);
  await send(copy, tell);
}

const isGone = (state: UploadState) => state.kind === "failed" && state.isUnreadable === true;

/** Tries until the browser can read the copy; returns undefined when the browser has lost it. */
async function readCopy(id: string, { tell, signal }: Sending): Promise<Blob | undefined> {
  for (let tries = 0; ; tries += 1) {
    signal.throwIfAborted();
    try {
      return await findStoredFile(id);
    } catch {
      tell({ kind: "pausing", sentence: "The copy on this device cannot be read just now.", share: 0 });
      await pause(retryDelay(tries), signal);
    }
  }
}
