// Decision 026: why each upload has a lock of its own, and why tabs share IndexedDB and one message.
import type { Store } from "../../ui/store.ts";
import { recoverUploads, retry } from "./recover-uploads.ts";
import { removeAll, removeUploads } from "./remove-uploads.ts";
import { type SendFile, openTabState } from "./tab-state.ts";
import { takeIn } from "./take-in.ts";
import type { Upload } from "./upload-list.ts";

/**
 * Opens the upload queue of one tab. It sends the uploads that this tab holds, some at a time. `list` shows all uploads of `userId`, as
 * the tabs store them in IndexedDB.
 */
export function openUploadTab(userId: string, list: Store<readonly Upload[]>, send: SendFile) {
  const tab = openTabState(userId, list, send);
  const look = recoverUploads(tab);
  return {
    add: (added: readonly Upload[]) => takeIn(tab, added),
    remove: (ids: readonly string[]) => removeUploads(tab, ids),
    /** Resolves when the list shows what IndexedDB has. */
    look,
    retry: (id: string) => retry(tab, id),
    /** Rejects when the copies cannot be deleted now. */
    removeAll: () => removeAll(tab),
  };
}
