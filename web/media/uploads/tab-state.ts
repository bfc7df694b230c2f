import type { Store } from "../../ui/store.ts";
import { measureConnection } from "./connection-speed.ts";
import { newId } from "./new-id.ts";
import { oneAtATime } from "../../core/one-at-a-time.ts";
import { saveUploads } from "./stored-uploads.ts";
import { type ResumePoint, type Upload, type UploadState, isOver } from "./upload-list.ts";

/** Sends one file until it has arrived or failed; rejects with the reason of `signal`. */
export type SendFile = (job: {
  readonly upload: Upload;
  readonly file: Blob;
  /** The file's SHA-256, which is computed once. */
  readonly sum: { readonly find: () => Promise<string | undefined>; readonly forget: () => void };
  readonly tell: (state: UploadState) => void;
  readonly remember: (point: ResumePoint) => void;
  readonly signal: AbortSignal;
}) => Promise<void>;

/** An upload that this tab holds: other tabs do not send it. */
export interface Held {
  release?: () => void;
  /** Set while the upload is sent. */
  sending?: AbortController | undefined;
  /** Resolves when the copy is written, or cannot be. */
  storing?: Promise<void>;
  sum?: Promise<string | undefined> | undefined;
}

/** One tab of the browser: the uploads that it shows, those that it holds, and its line to other tabs. */
export type TabState = ReturnType<typeof openTabState>;

/** How often a tab writes that it still holds its uploads, and how far they are. */
const saveMs = 2000;

/** Opens the state of one tab. The tab writes the uploads that it holds to IndexedDB every two seconds. */
export function openTabState(userId: string, list: Store<readonly Upload[]>, send: SendFile) {
  const { locks } = navigator as { locks?: LockManager };
  const id = newId();
  const held = new Map<string, Held>();
  const channel = new BroadcastChannel("uploads");
  let savedAt = 0;

  const find = (id: string) => list.current().find((upload) => upload.id === id);
  const change = (id: string, with_: Partial<Upload>) =>
    list.set(list.current().map((upload) => (upload.id === id ? { ...upload, ...with_ } : upload)));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of its origin alone
  const announce = () => channel.postMessage("changed");

  function release(id: string): void {
    const mine = held.get(id);
    held.delete(id);
    mine?.sending?.abort();
    mine?.release?.();
  }

  const save = oneAtATime(async () => {
    savedAt = performance.now();
    const mine = list.current().filter(({ id, isStored }) => isStored === true && held.has(id));
    if (mine.length > 0) {
      await saveUploads(mine, id);
      announce();
    }
    for (const upload of list.current())
      if (isOver(upload) && (upload.isStored === false || mine.includes(upload))) release(upload.id);
  });

  setInterval(() => held.size > 0 && void save(), saveMs);

  return {
    /** The name of the tab in IndexedDB. */
    id,
    userId,
    list,
    send,
    /** Undefined on sites without HTTPS. */
    locks,
    openedAt: Date.now(),
    held,
    /** Ids that this tab removed, also while IndexedDB could not be reached. */
    removed: new Set<string>(),
    connection: measureConnection(),
    find,
    change,
    /** Tells other tabs that IndexedDB has changed. */
    announce,
    /** Calls `onChange` when another tab announces a change. */
    hear: (onChange: () => void) => channel.addEventListener("message", onChange),
    /** Ends the sending of an upload, and lets other tabs take it. */
    release,
    /** Writes how the uploads of this tab stand, and lets go of those that are over. */
    save,
    isSaveDue: () => performance.now() - savedAt > saveMs,
  };
}
