import { api } from "../../core/api.ts";
import { retryDelay } from "../../core/retry-delay.ts";
import { wait } from "../../ui/wait.ts";
import { sendWaiting } from "./send-waiting.ts";
import { deleteUploads, deleteUploadsOf } from "./stored-uploads.ts";
import type { TabState } from "./tab-state.ts";

/** Takes uploads off the list and their copies off this device. */
export function removeUploads(tab: TabState, ids: readonly string[]): void {
  const stored = ids.filter((id) => tab.find(id)?.isStored !== false);
  takeOff(tab, ids);
  void forget(tab, stored);
  sendWaiting(tab);
}

/** Removes everything of this person. Rejects when the copies cannot be deleted now. */
export async function removeAll(tab: TabState): Promise<void> {
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
