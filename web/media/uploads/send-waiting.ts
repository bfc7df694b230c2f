import { stayAwake } from "../stay-awake.ts";
import { hashFile } from "./hash-file.ts";
import type { Held, TabState } from "./tab-state.ts";
import { type ResumePoint, type Upload, type UploadState, isOver } from "./upload-list.ts";
import { retryDelay } from "../../core/retry-delay.ts";
import { unreadable } from "./put-bytes.ts";
import { findStoredFile } from "./stored-uploads.ts";
import { pause } from "./upload-ports.ts";

/** Starts as many of the waiting uploads that this tab holds as the connection carries at once. */
export function sendWaiting(tab: TabState): void {
  const { list, held, connection } = tab;
  const sending = () => [...held.values()].filter((mine) => mine.sending).length;
  const max = connection.maxSending(sending());
  for (const upload of list.current()) {
    if (sending() >= max) break;
    const mine = held.get(upload.id);
    if (mine && !mine.sending && upload.state.kind === "waiting") void start(tab, upload, mine);
  }
  stayAwake("uploads", sending() > 0);
}

async function start(tab: TabState, upload: Upload, mine: Held): Promise<void> {
  const { find, change, save } = tab;
  const { id } = upload;
  const { signal } = (mine.sending = new AbortController());
  const remember = (point: ResumePoint) => {
    change(id, point);
    void save();
  };
  try {
    await sendUpload(upload, {
      signal,
      tell: (state) => tellState(tab, id, mine, state),
      send(file, tell) {
        const sum = { find: () => sumOf(mine, file), forget: () => void (mine.sum = undefined) };
        return tab.send({ upload: find(id) ?? upload, file, sum, tell, remember, signal });
      },
      async hasCopy() {
        await mine.storing;
        return find(id)?.isStored === true;
      },
      useCopy(file) {
        mine.sum = undefined;
        change(id, { file });
      },
    });
  } catch {
    // It was removed, or another tab took it.
  } finally {
    mine.sending = undefined;
    sendWaiting(tab);
  }
}

/** Shows and saves how an upload stands, if this tab still holds it as `mine`. */
export function tellState(
  { held, connection, find, change, save, isSaveDue }: TabState,
  id: string,
  mine: Held,
  state: UploadState,
): void {
  const before = find(id);
  if (!before || held.get(id) !== mine) return;
  if (state.kind === "sending" && before.state.kind === "sending")
    connection.addBytes(Math.max(0, state.share - before.state.share) * before.size);
  if (state.kind === "pausing") connection.addBreak();
  change(id, { state });
  if (isOver({ state }) || isSaveDue()) void save();
}

/** The file's SHA-256, which is computed once. */
export const sumOf = (mine: Held, file: Blob): Promise<string | undefined> => (mine.sum ??= hashFile(file));

/** What the sending of one upload needs of its tab. */
interface Sending {
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
async function sendUpload({ id, file }: Upload, sending: Sending): Promise<void> {
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
