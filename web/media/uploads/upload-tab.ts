// Decision 026: why each upload has a lock of its own, and why tabs share IndexedDB and one message.
import type { Store } from "../../ui/store.ts";
import { recoverUploads, retry } from "./recover-uploads.ts";
import { type Held, type SendFile, type TabState, openTabState } from "./tab-state.ts";
import { type Upload, isOver } from "./upload-list.ts";
import { askKnown } from "./ask-known.ts";
import { sendWaiting, sumOf, tellState } from "./send-waiting.ts";
import { deleteUploads, deleteUploadsOf, storeUpload } from "./stored-uploads.ts";
import { takeUploadLock } from "./upload-lock.ts";
import { api } from "../../core/api.ts";
import { retryDelay } from "../../core/retry-delay.ts";
import { wait } from "../../ui/wait.ts";

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

/** Takes what was chosen in this tab. Sending begins at once, from the file itself. */
function takeIn(tab: TabState, added: readonly Upload[]): void {
  const { list, held } = tab;
  const waiting = added.filter((upload) => !isOver(upload));
  for (const { id } of waiting) held.set(id, {});
  list.set([...list.current(), ...added]);
  for (const upload of waiting) void skipIfKnown(tab, upload);
  void storeAll(tab, waiting);
  sendWaiting(tab);
}

/** A file that the trip or squad has already need not wait for its turn. */
async function skipIfKnown(tab: TabState, { id, file, scope, zip }: Upload): Promise<void> {
  const mine = tab.held.get(id);
  if (!mine || !file || zip) return;
  const sum = await sumOf(mine, file);
  const isKnown = sum !== undefined && (await askKnown(scope, sum).catch(() => false));
  if (isKnown && tab.find(id)?.state.kind === "waiting") tellState(tab, id, mine, { kind: "done", isDuplicate: true });
}

/** One after the other, because copying takes the disk that sending reads from. */
async function storeAll(tab: TabState, added: readonly Upload[]): Promise<void> {
  for (const { id, file } of added) {
    const mine = tab.held.get(id);
    if (mine && file) await (mine.storing = store(tab, id, file, mine));
  }
}

async function store(tab: TabState, id: string, file: Blob, mine: Held): Promise<void> {
  const { locks, held, userId, find, change, release, save } = tab;
  const lock = await takeUploadLock(locks, id, { steal: false, onLost: () => release(id) });
  if (held.get(id) !== mine) return lock?.release();
  if (lock) mine.release = lock.release;
  const row = () => {
    const upload = find(id);
    if (!upload || isOver(upload)) return undefined;
    const { file: _, isStored: __, ...stored } = upload;
    return { ...stored, userId, tab: tab.id, writtenAt: Date.now() };
  };
  const isStored = await storeUpload(row, file);
  change(id, { isStored });
  // The upload went on meanwhile.
  void save();
}

/** Takes uploads off the list and their copies off this device. */
function removeUploads(tab: TabState, ids: readonly string[]): void {
  const stored = ids.filter((id) => tab.find(id)?.isStored !== false);
  takeOff(tab, ids);
  void forget(tab, stored);
  sendWaiting(tab);
}

/** Removes everything of this person. Rejects when the copies cannot be deleted now. */
async function removeAll(tab: TabState): Promise<void> {
  const all = tab.list.current();
  takeOff(
    tab,
    all.map(({ id }) => id),
  );
  try {
    await deleteUploadsOf(tab.userId);
  } catch (error) {
    if (all.some(({ isStored }) => isStored === true)) throw error;
  }
  tab.announce();
}

function takeOff({ list, removed, find, release }: TabState, ids: readonly string[]): void {
  for (const id of ids) {
    removed.add(id);
    release(id);
    const upload = find(id);
    const pieces = /^\/api\/uploads\/([0-9a-f-]{36})$/.exec(upload?.address ?? "")?.[1];
    if (pieces && upload?.state.kind !== "done")
      void api("DELETE /api/uploads/:id", { params: { id: pieces }, keepsPage: true }).catch(() => undefined);
  }
  list.set(list.current().filter(({ id }) => !ids.includes(id)));
}

async function forget({ announce }: TabState, ids: readonly string[]): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await deleteUploads(ids);
      return announce();
    } catch {
      await wait(retryDelay(tries));
    }
  }
}
